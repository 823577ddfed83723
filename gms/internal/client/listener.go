package client

import (
	"encoding/binary"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dolthub/vitess/go/mysql"
	"github.com/sirupsen/logrus"
)

// Listener has the registry look at all that comes from l, and goes on where
// accepting fails: for want of file descriptors, for one.
func (r *Registry) Listener(l net.Listener) net.Listener {
	return &listener{Listener: l, registry: r, closed: make(chan struct{})}
}

type listener struct {
	net.Listener
	registry *Registry
	once     sync.Once
	closed   chan struct{}
	failed   atomic.Int64 // when accepting failed last, in nanoseconds; 0: it never has
}

// How long to wait after an accept that failed: twice as long after each, and
// at most the longest.
const (
	shortestPause = 5 * time.Millisecond
	longestPause  = time.Second
	// timeOfTrouble is how long it has to go well before trouble is logged anew: where
	// descriptors are short every other client may be accepted.
	timeOfTrouble = time.Minute
)

// fails notes that accepting has failed, and says whether that is news.
func (l *listener) fails(now time.Time) bool {
	before := l.failed.Swap(now.UnixNano())
	return before == 0 || now.Sub(time.Unix(0, before)) > timeOfTrouble
}

// Accept implements net.Listener. It fails once the listener is closed.
func (l *listener) Accept() (net.Conn, error) {
	pause := time.Duration(0)
	for {
		conn, err := l.Listener.Accept()
		switch {
		case err == nil:
			pause = 0
		case errors.Is(err, net.ErrClosed) || l.isClosed():
			return nil, err
		default:
			count("Connection_errors_accept")
			if l.fails(time.Now()) { // once for each time of trouble
				logrus.Errorf("accepting a connection: %v; trying again, and Connection_errors_accept counts", err)
			}
			pause = min(max(2*pause, shortestPause), longestPause)
			l.registry.options.Sleep(pause, l.closed)
			continue
		}
		if c := l.registry.enter(conn); c != nil {
			return c, nil
		}
		count("Connection_errors_max_connections")
		l.registry.options.Raise(nil, mysql.ERConCount)
		go refuse(conn)
	}
}

// Close implements net.Listener.
func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

func (l *listener) isClosed() bool {
	select {
	case <-l.closed:
		return true
	default:
		return false
	}
}

func sleep(d time.Duration, done <-chan struct{}) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-done:
	}
}

// refuse sends the error in place of the server's greeting.
func refuse(conn net.Conn) {
	defer conn.Close()
	packet := []byte{mysql.ErrPacket}
	packet = binary.LittleEndian.AppendUint16(packet, mysql.ERConCount)
	packet = append(packet, tooManyConnections...)
	_ = conn.SetDeadline(time.Now().Add(time.Second))
	_, _ = conn.Write(append([]byte{byte(len(packet)), 0, 0, 0}, packet...))
}

const tooManyConnections = "Too many connections"

// errorPacket is the answer with an error to the packet before number.
func errorPacket(sequence byte, number uint16, state, message string) []byte {
	body := []byte{mysql.ErrPacket}
	body = binary.LittleEndian.AppendUint16(body, number)
	body = append(body, '#')
	body = append(append(body, state...), message...)
	return append([]byte{byte(len(body)), byte(len(body) >> 8), 0, sequence}, body...)
}
