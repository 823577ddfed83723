package sqlserver_test

import (
	"context"
	"io"
	"net"
	"sync"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/sqlserver"
)

// TestShutdownWhileClientsConnect: none of those who come while the server ends outlives
// it, wherever they are on their way in. It is for the race detector, too.
func TestShutdownWhileClientsConnect(t *testing.T) {
	for range 5 {
		ps, err := perfschema.New(perfschema.LibraryConfig())
		if err != nil {
			t.Fatal(err)
		}
		s, err := sqlserver.New(ps)
		if err != nil {
			t.Fatal(err)
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		var running sync.WaitGroup
		running.Go(func() { _ = s.Serve(l) })
		greeted := make(chan struct{}, 1)
		for range 8 {
			running.Go(func() { connectUntilRefused(l.Addr(), greeted) })
		}
		<-greeted
		if err := s.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
		for _, th := range ps.Read().Threads() {
			if name := th.Info().Name; name == "thread/sql/one_connection" {
				t.Errorf("%s is left", name)
			}
		}
		running.Wait()
	}
}

// connectUntilRefused comes again and again, and stays till the third greeting.
func connectUntilRefused(addr net.Addr, greeted chan<- struct{}) {
	var stays []net.Conn
	defer func() {
		for _, c := range stays {
			c.Close()
		}
	}()
	for {
		c, err := net.Dial(addr.Network(), addr.String())
		if err != nil {
			return
		}
		if stays = append(stays, c); len(stays) < 3 {
			continue
		}
		for _, c := range stays {
			if _, err := io.ReadFull(c, make([]byte, 5)); err == nil {
				select {
				case greeted <- struct{}{}:
				default:
				}
			}
			c.Close()
		}
		stays = stays[:0]
	}
}
