package gms_test

import (
	"context"
	"net"
	"runtime"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/dolthub/go-mysql-server/memory"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
)

// A statement whose rows a cursor fetches holds them until the last is fetched,
// or the client is gone.
func TestMemoryOfCursor(t *testing.T) {
	if gms.RaceDetector {
		t.Skip("vitess and the engine share a connection's status flags while a cursor is open")
	}
	s := startServerOf(t, perfschema.Config{}, memory.NewDatabase("shop"), &wideDatabase{memory.NewDatabase("made"), 3000, nil})
	for _, ends := range []bool{true, false} {
		var raw net.Conn
		mysql.RegisterDialContext(t.Name(), func(ctx context.Context, addr string) (net.Conn, error) {
			c, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
			raw = c
			return c, err
		})
		cfg := mysql.NewConfig()
		cfg.Net, cfg.Addr, cfg.User, cfg.DBName = t.Name(), s.addr, "root", "shop"
		connector, err := mysql.NewConnector(cfg)
		if err != nil {
			t.Fatal(err)
		}
		opened, err := connector.Connect(t.Context())
		mysql.DeregisterDialContext(t.Name())
		if err != nil {
			t.Fatal(err)
		}
		held := func() (n int64) {
			for _, sums := range s.schema.MemorySummary(perfschema.ByAccount, 0) {
				for i := range sums {
					if s.schema.Memory(perfschema.MemoryKey(i+1)).Class().Name() == statementClasses[0] {
						n += sums[i].CurrentBytes()
					}
				}
			}
			return n
		}
		w := &wire{t: t, conn: raw}
		id := w.command(0x16, []byte("SELECT * FROM made.wide ORDER BY k"))[1:5]
		w.until(0xfe) // the columns
		w.command(0x17, id, []byte{1, 1, 0, 0, 0})
		w.until(0xfe) // the columns; the cursor is open
		if n, last := w.fetch(id, 90); n == 0 || last {
			t.Fatalf("%d rows fetched, %v", n, last)
		}
		if n := held(); n < 3000*200 {
			t.Errorf("%d bytes are held while the cursor is open", n)
		}
		if ends {
			for {
				if _, last := w.fetch(id, 250); last {
					break
				}
			}
		} else {
			raw.Close()
		}
		await(t, "nothing to be held", func() bool { runtime.Gosched(); return held() == 0 })
		raw.Close()
		opened.Close()
	}
}
