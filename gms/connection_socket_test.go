package gms_test

import (
	"context"
	"crypto/tls"
	"database/sql"
	"net"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// countedConn is a client's end of a connection that counts its traffic.
type countedConn struct {
	net.Conn
	sent, received atomic.Int64
}

func (c *countedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.received.Add(int64(n))
	return n, err
}

func (c *countedConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.sent.Add(int64(n))
	return n, err
}

// connectCounted connects a client whose traffic is counted.
func (s *testServer) connectCounted(t *testing.T, change func(*mysql.Config)) (*sql.Conn, *countedConn) {
	t.Helper()
	client := &countedConn{}
	c := s.connectWith(t, func(cfg *mysql.Config) {
		cfg.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
			var d net.Dialer
			var err error
			client.Conn, err = d.DialContext(ctx, network, addr)
			return client, err
		}
		if change != nil {
			change(cfg)
		}
	})
	return c, client
}

// idleSocket finds the socket of a client once it waits for a command: what was
// sent before has been counted then.
func (s *testServer) idleSocket(t *testing.T, port int) record.SocketInfo {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); runtime.Gosched() {
		for _, k := range s.schema.Read().SocketInstances() {
			if int(k.Port) == port && k.EventName == clientSocket && k.Idle {
				return k
			}
		}
	}
	t.Fatalf("no idle socket of port %d", port)
	return record.SocketInfo{}
}

const clientSocket = "wait/io/socket/sql/client_connection"

func instruments(t *testing.T, rules ...string) perfschema.Config {
	t.Helper()
	var cfg perfschema.Config
	for _, r := range rules {
		rule, err := perfschema.ParseInstrumentRule(r)
		if err != nil {
			t.Fatal(err)
		}
		cfg.Instruments = append(cfg.Instruments, rule)
	}
	return cfg
}

// Every byte of a connection is counted once, in its socket, in its class and,
// but for what other goroutines send, on its thread; encrypted or not.
func TestSocketBytesAreExact(t *testing.T) {
	for name, encrypted := range map[string]bool{"plain": false, "TLS": true} {
		t.Run(name, func(t *testing.T) {
			s := startTLSServerWith(t, instruments(t, "wait/io/socket/%=ON"), &tls.Config{})
			c, client := s.connectCounted(t, func(cfg *mysql.Config) {
				if encrypted {
					cfg.TLSConfig = "skip-verify"
				}
			})
			mustExec(t, c, "CREATE TABLE shop.t (id INT PRIMARY KEY, v TEXT)")
			mustExec(t, c, "INSERT INTO shop.t VALUES (1, '"+strings.Repeat("x", 40000)+"'), (2, 'y'), (3, 'z')")
			for range 5 {
				if got := len(rows(t, c, "SELECT a.v, b.v FROM shop.t a, shop.t b")); got != 9 {
					t.Fatalf("%d rows", got)
				}
			}
			st, err := c.PrepareContext(t.Context(), "SELECT v FROM shop.t WHERE id = ?")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := st.ExecContext(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
			st.Close()
			errorOf(t, c, "SELECT no FROM such")
			if err := c.PingContext(t.Context()); err != nil {
				t.Fatal(err)
			}
			th := s.thread(t, c)
			k := s.idleSocket(t, client.LocalAddr().(*net.TCPAddr).Port)
			sent, received := client.sent.Load(), client.received.Load()
			if k.IO.BytesRead != sent || k.IO.BytesWritten != received {
				t.Errorf("received %d and sent %d bytes; the client sent %d and received %d", k.IO.BytesRead, k.IO.BytesWritten, sent, received)
			}
			if k.ThreadID != th.ID() || k.IP != "127.0.0.1" || k.FD == 0 {
				t.Errorf("%+v of thread %d", k, th.ID())
			}
			if k.IO.Read.Sum == 0 || k.IO.Read.Max > uint64(time.Minute/time.Nanosecond)*1000 {
				t.Errorf("%+v", k.IO.Read)
			}
			s.hangUp(t, c)
			for s.schema.Read().ThreadByID(th.ID()) != nil || len(s.schema.Read().SocketInstances()) > 1 {
				runtime.Gosched()
			}
			sum := s.schema.Read().SocketSummary()[s.socketClass(t, clientSocket)]
			if sum.BytesRead < sent || sum.BytesRead > client.sent.Load() || sum.BytesWritten < received {
				t.Errorf("of a class whose sockets are gone %+v is left", sum)
			}
		})
	}
}

// socketClass is the place of a class among those of sockets.
func (s *testServer) socketClass(t *testing.T, name string) (i int) {
	t.Helper()
	for _, c := range s.schema.Read().WaitClasses() {
		switch {
		case c.Name() == name:
			return i
		case c.Kind() == perfschema.KindSocket:
			i++
		}
	}
	t.Fatalf("no class %s", name)
	return 0
}

// waits is what a thread has counted for an instrument.
func (s *testServer) waits(th *perfschema.Thread, name string) record.TimerStat {
	for i, c := range s.schema.Read().WaitClasses() {
		if c.Name() != name {
			continue
		}
		for _, stats := range s.schema.Read().WaitSummary(record.ByThread, th.ID()).All() {
			return stats[i]
		}
	}
	return record.TimerStat{}
}

// Until its next command comes a connection is idle, once a command, whether or
// not its socket is recorded, and no recv wait covers that time.
func TestIdle(t *testing.T) {
	for _, sockets := range []string{"ON", "OFF"} {
		for name, encrypted := range map[string]bool{"plain": false, "TLS": true} {
			t.Run(name+" sockets "+sockets, func(t *testing.T) {
				cfg := instruments(t, "wait/io/socket/%="+sockets)
				cfg.Consumers = map[perfschema.Consumer]bool{perfschema.ConsumerEventsWaitsCurrent: true}
				s := startTLSServerWith(t, cfg, &tls.Config{})
				c, client := s.connectCounted(t, func(cfg *mysql.Config) {
					if encrypted {
						cfg.TLSConfig = "skip-verify"
					}
				})
				th, port := s.thread(t, c), client.LocalAddr().(*net.TCPAddr).Port
				s.idleSocket(t, port)
				before, recv := s.waits(th, "idle"), s.waits(th, clientSocket)
				const commands = 7
				for range commands {
					mustExec(t, c, "SET @a = 1")
				}
				k := s.idleSocket(t, port)
				after := s.waits(th, "idle")
				if n := after.Count - before.Count; n != commands {
					t.Errorf("%d commands end %d idle waits", commands, n)
				}
				var idle []record.WaitEvent
				for _, e := range th.WaitsCurrent() {
					if e.EventName == "idle" && e.Running {
						idle = append(idle, e)
					}
				}
				if len(idle) != 1 || idle[0].Operation != perfschema.OpIdle.String() || idle[0].NestingEventID != 0 {
					t.Errorf("waits of an idle connection: %+v", idle)
				}
				n := s.waits(th, clientSocket).Count - recv.Count
				if sockets == "OFF" {
					if n != 0 || k.Wait.Count != 0 {
						t.Errorf("%d waits for a socket that is not recorded", n)
					}
				} else if n != 2*commands {
					t.Errorf("%d waits to receive and answer %d commands", n, commands)
				}
			})
		}
	}
}
