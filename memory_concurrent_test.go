package perfschema_test

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// Rows are whole at every moment, whoever allocates, frees, connects, leaves and
// truncates meanwhile; and nothing is lost.
func TestMemoryRowsAreWhole(t *testing.T) {
	const size, workers = 10, 4
	rounds := 3000
	if testing.Short() {
		rounds = 500
	}
	f := newFixture(t, nil)
	m := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "rows"}))
	all := []record.Grouping{record.ByThread, record.ByAccount, record.ByUser, record.ByHost, record.Global}
	check := func() {
		for _, g := range all {
			for group, stats := range f.Read().MemorySummary(g, 0).All() {
				v := stats[m.Key()-1]
				if v.BytesAlloc != size*v.CountAlloc || v.BytesFree != size*v.CountFree {
					t.Errorf("grouping %d %v: torn: %+v", g, group, v)
				}
				if v.LowCount > v.CurrentCount() || v.CurrentCount() > v.HighCount || v.LowBytes > v.CurrentBytes() || v.CurrentBytes() > v.HighBytes {
					t.Errorf("grouping %d %v: outside of its marks: %+v", g, group, v)
				}
			}
		}
	}
	given := make(chan perfschema.MemoryBlock, 100) // freed by another worker
	var wg, others sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(3, uint64(w)))
			connect := func() *perfschema.Thread {
				return f.NewThread(f.conn, perfschema.ThreadOptions{User: "u" + string(rune('a'+r.IntN(3))), Host: "h"})
			}
			th := connect()
			for range rounds {
				b := m.Alloc(th, size)
				select {
				case given <- b:
				default:
					b.Free(th)
				}
				c := th.Child(f.worker)
				d := m.Alloc(c, size)
				select {
				case b := <-given:
					b.Free(c)
				default:
				}
				d.Free(c)
				c.Release()
				switch r.IntN(300) {
				case 0:
					th.End()
					th = connect()
				case 1:
					th.SetAccount("ua", "h")
				}
			}
			th.End()
		})
	}
	stop := make(chan struct{})
	others.Go(func() {
		r := rand.New(rand.NewPCG(4, 4))
		for {
			select {
			case <-stop:
				return
			default:
			}
			f.Read().TruncateMemory(all[r.IntN(len(all))])
			if r.IntN(4) == 0 {
				f.Read().TruncateAccounts()
			}
			check()
		}
	})
	wg.Wait()
	close(stop)
	others.Wait()
	for len(given) > 0 {
		b := <-given
		b.Free(nil)
	}
	check()
	if v := memoryOf(t, f.Schema, record.Global, 0, m); v.CurrentCount() != 0 || v.CurrentBytes() != 0 {
		t.Errorf("all is freed, and in use: %+v", v)
	}
}
