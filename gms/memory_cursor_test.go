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
// or the client is gone. Where another statement comes first, what is yet to be
// fetched is kept, and counted.
func TestMemoryOfCursor(t *testing.T) {
	if gms.RaceDetector {
		t.Skip("vitess and the engine share a connection's status flags while a cursor is open")
	}
	s := startServerOf(t, perfschema.Config{}, memory.NewDatabase("shop"), &wideDatabase{memory.NewDatabase("made"), 3000, nil})
	for _, ends := range []string{"fetched", "beside", "left"} {
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
		held := func(class string) (n int64) {
			for _, sums := range s.schema.Read().MemorySummary(perfschema.ByAccount, 0).All() {
				for i := range sums {
					if s.schema.Memory(perfschema.MemoryKey(i+1)).Class().Name() == class {
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
		const sorted, result = "memory/sql/Filesort_buffer::sort_keys", "memory/sql/result"
		if n := held(sorted); n < 3000*200 {
			t.Errorf("%d bytes are held while the cursor is open", n)
		}
		if ends == "beside" {
			w.command(3, []byte("SET @a = 1"))
			if s, n := held(sorted), held(result); s != 0 || n < 2800*200 {
				t.Errorf("beside another statement %d bytes are held, and %d are kept", s, n)
			}
		}
		if ends == "left" {
			raw.Close()
		} else {
			for {
				if _, last := w.fetch(id, 250); last {
					break
				}
			}
		}
		if ends == "beside" { // the next statement opens a cursor, too
			w.command(0x17, id, []byte{1, 1, 0, 0, 0})
			w.until(0xfe)
			w.command(0x1a, id)
		}
		await(t, "nothing to be held", func() bool { runtime.Gosched(); return held(sorted)+held(result) == 0 })
		raw.Close()
		opened.Close()
	}
}
