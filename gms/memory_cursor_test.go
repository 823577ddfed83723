package gms_test

import (
	"context"
	"net"
	"runtime"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/dolthub/go-mysql-server/memory"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// The rows of a cursor are counted until the last is fetched, the cursor is closed or
// the client is gone. What the statement needed to find them is released when it has run.
func TestMemoryOfCursor(t *testing.T) {
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
			for _, sums := range s.schema.Read().MemorySummary(record.ByAccount, 0).All() {
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
		if ends == "beside" {
			w.command(3, []byte("SET @a = 1"))
		}
		await(t, "the rows to be counted", func() bool { runtime.Gosched(); return held(result) >= 2800*150 })
		if n := held(sorted); n != 0 {
			t.Errorf("%d bytes of the sort are held while the cursor is open", n)
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
		if ends == "beside" { // another cursor, closed before its end
			w.command(0x17, id, []byte{1, 1, 0, 0, 0})
			w.until(0xfe)
			w.command(0x1a, id)
		}
		await(t, "nothing to be held", func() bool { runtime.Gosched(); return held(sorted)+held(result) == 0 })
		raw.Close()
		opened.Close()
	}
}
