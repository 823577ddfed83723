package gms

import (
	"net"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/wire"
)

// Of the connections that run a statement those are ended whose client has
// gone, even if it sent something before.
func TestWatchEndsStatementsWithoutClient(t *testing.T) {
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var ended []uint32
	listener := wire.ListenSocket(l, s)
	defer listener.Close()
	watch := newConnectionWatch(s, func(id uint32) { ended = append(ended, id) }, false)
	connect := func(id uint32, busy bool) (client net.Conn) {
		client, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		socket, err := listener.AcceptSocket()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			client.Close()
			socket.Close()
		})
		conn := &connection{client: &mysql.Conn{ConnectionID: id}, wire: &wireConn{Socket: socket, watch: watch}}
		conn.busy.Store(busy)
		watch.add(conn)
		return client
	}
	connect(1, true)
	idle, left, wrote := connect(2, false), connect(3, true), connect(4, true)
	watch.sweep()
	if len(ended) > 0 {
		t.Errorf("ended %v while all clients are there", ended)
	}
	if _, err := wrote.Write([]byte("a command")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []net.Conn{idle, left, wrote} {
		c.Close()
	}
	// The loopback tells at once, or when the kernel comes to it on a busy machine.
	for limit := time.Now().Add(2 * time.Minute); ; runtime.Gosched() {
		watch.sweep() // ends again what has not ended
		slices.Sort(ended)
		ended = slices.Compact(ended)
		if len(ended) >= 2 || time.Now().After(limit) {
			break
		}
	}
	if !slices.Equal(ended, []uint32{3, 4}) {
		t.Errorf("ended %v, want 3 and 4", ended)
	}
}
