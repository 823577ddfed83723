package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// longestSocket is how many bytes the path of a socket file may have: the least of what
// the systems have room for.
const longestSocket = 103

// listenSocket opens the file through which clients of this machine connect. Every account
// of the system may, as in MySQL: who is let in, passwords say. A file that a server has
// left behind which was killed is removed; one that somebody listens on is not.
func listenSocket(ctx context.Context, path string) (net.Listener, error) {
	const hint = "give another path with --socket"
	if len(path) > longestSocket {
		return nil, fmt.Errorf("%w on %s: the path has %d bytes, and %d is the most; %s", ErrListen, path, len(path), longestSocket, hint)
	}
	switch at, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("%w on %s: %w; %s", ErrListen, path, err, hint)
	case at.Mode().Type() != fs.ModeSocket:
		return nil, fmt.Errorf("%w on %s: the file is no socket; %s", ErrListen, path, hint)
	case answers(ctx, path):
		return nil, fmt.Errorf("%w on %s: another program listens there; stop it, or %s", ErrListen, path, hint)
	default:
		if err := os.Remove(path); err != nil {
			return nil, fmt.Errorf("%w on %s: a socket that nobody listens on is in the way: %w; %s", ErrListen, path, err, hint)
		}
	}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "unix", path)
	if err != nil {
		var op *net.OpError
		if errors.As(err, &op) {
			err = op.Err
		}
		return nil, fmt.Errorf("%w on %s: %w; %s", ErrListen, path, err, hint)
	}
	const everybody = 0o777
	if err := os.Chmod(path, everybody); err != nil {
		l.Close()
		return nil, fmt.Errorf("%w on %s: %w; %s", ErrListen, path, err, hint)
	}
	return l, nil
}

// listenSocket opens the configured one; nil if there is none.
func (c Config) listenSocket(ctx context.Context) (net.Listener, error) {
	if c.Socket == "" {
		return nil, nil
	}
	return listenSocket(ctx, c.Socket)
}

// answers says whether somebody listens on a socket file, or may: where that cannot be
// told it is as if one did.
func answers(ctx context.Context, path string) bool {
	d := net.Dialer{Timeout: time.Second}
	c, err := d.DialContext(ctx, "unix", path)
	if err == nil {
		c.Close()
	}
	return !errors.Is(err, syscall.ECONNREFUSED) && !errors.Is(err, fs.ErrNotExist)
}

// bothListeners accepts what comes to either of two listeners. Its address is that of the
// first.
type bothListeners struct {
	net.Listener
	second   net.Listener
	accepted chan net.Conn
	closed   chan struct{}
	once     sync.Once
	running  sync.WaitGroup
	err      error
}

// acceptBoth begins to accept from both. They go on until they are closed, and so does
// what is returned. Each is accepted from by a goroutine of its own, which calls begin first
// and what that gives at its end.
func acceptBoth(first, second net.Listener, begin func() (end func())) net.Listener {
	b := &bothListeners{Listener: first, second: second, accepted: make(chan net.Conn), closed: make(chan struct{})}
	for _, l := range [...]net.Listener{first, second} {
		b.running.Go(func() {
			defer begin()()
			b.accept(l)
		})
	}
	return b
}

func (b *bothListeners) accept(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		select {
		case b.accepted <- c:
		case <-b.closed:
			c.Close()
			return
		}
	}
}

// Accept implements net.Listener. It fails once this is closed.
func (b *bothListeners) Accept() (net.Conn, error) {
	select {
	case c := <-b.accepted:
		return c, nil
	case <-b.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener. Nothing is accepted when it returns.
func (b *bothListeners) Close() error {
	b.once.Do(func() {
		close(b.closed)
		b.err = errors.Join(b.Listener.Close(), b.second.Close())
		b.running.Wait()
	})
	return b.err
}
