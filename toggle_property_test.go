package perfschema_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// toggled is what a worker knows to have been recorded while everything is
// switched on and off around it.
type toggled struct{ statements, transactions, alloc atomic.Uint64 }

// work does a bit of everything on a Thread and counts what was recorded of it,
// which the handles say.
func (k *toggled) work(f *waitFixture, th *perfschema.Thread, memory *perfschema.Memory, r *rand.Rand, counts tally) {
	st := th.BeginStatement(f.AbstractQuery())
	st.SetText(fmt.Sprintf("SELECT %d FROM t%d", r.IntN(9), r.IntN(3)))
	st.Refine(f.selectKey)
	recorded := st.Recorded() && th.CurrentStatement() == st
	tx := th.BeginTransaction(f.TransactionKey(), perfschema.TransactionOptions{AutoCommit: true})
	th.SetStage(f.opening)
	block := memory.Alloc(th, int64(r.IntN(1000)))
	if block.Counted() {
		k.alloc.Add(1)
	}
	if r.IntN(2) == 0 {
		block.Resize(th, int64(r.IntN(1000)))
	}
	f.wait(r, th, counts)
	block.Free(th)
	th.EndStage()
	if tx.Recorded() {
		k.transactions.Add(1)
	}
	tx.End(true)
	if recorded {
		k.statements.Add(1)
	}
	st.End()
}

// Whatever is switched on and off, truncated below the top, and whoever comes and
// goes meanwhile: what a handle says was recorded counts in the global summary
// once, and what counts for an object counts for its instrument.
func TestTogglesLoseNothing(t *testing.T) {
	f := newWaitFixture(t, nil)
	memory := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "rows"}))
	var k toggled
	first := f.connect("ann") // while everything is on
	k.work(f, first, memory, rand.New(rand.NewPCG(0, 0)), make(tally, len(f.classes)))
	stop := make(chan struct{})
	var disturber, workers sync.WaitGroup
	disturber.Go(func() { disturbToggles(f, rand.New(rand.NewPCG(1, 2)), stop) })
	for w := range 6 {
		workers.Go(func() {
			r, counts := rand.New(rand.NewPCG(7, uint64(w))), make(tally, len(f.classes))
			for range 20 {
				th := f.NewThread(f.conn, perfschema.ThreadOptions{User: fmt.Sprint("u", r.IntN(3)), Host: fmt.Sprint("h", r.IntN(2))})
				for range 40 {
					k.work(f, th, memory, r, counts)
				}
				th.End()
			}
		})
	}
	workers.Wait()
	close(stop)
	disturber.Wait()

	var statements, transactions uint64
	for _, stats := range f.Read().StatementSummary(record.Global, 0).All() {
		for i := range stats {
			statements += stats[i].Timer.Count
		}
	}
	for _, stats := range f.Read().TransactionSummary(record.Global, 0).All() {
		transactions += stats[0].Total().Count
	}
	if want := k.statements.Load(); statements != want || want == 0 {
		t.Errorf("%d statements, want %d", statements, want)
	}
	if want := k.transactions.Load(); transactions != want || want == 0 {
		t.Errorf("%d transactions, want %d", transactions, want)
	}
	for _, stats := range f.Read().MemorySummary(record.Global, 0).All() {
		m := stats[memory.Key()-1]
		if m.CurrentCount() != 0 || m.CurrentBytes() != 0 || k.alloc.Load() == 0 {
			t.Errorf("all was freed: %+v", m)
		}
	}
	byClass := func(name string) uint64 { return f.grouped(record.Global, 0)[f.index[name]].Count }
	objects := make(map[string]uint64)
	for _, m := range f.Read().MutexInstances() {
		objects[m.EventName] += m.Wait.Count
	}
	for _, r := range f.Read().RWLockInstances() {
		objects[r.EventName] += r.Wait.Count
	}
	for _, c := range f.Read().CondInstances() {
		objects[c.EventName] += c.Wait.Count
	}
	for i, io := range f.Read().FileSummary() {
		objects[f.Read().ClassesOf(perfschema.KindFile)[i].Name()] += io.Total().Count
	}
	for i, io := range f.Read().SocketSummary() {
		objects[f.Read().ClassesOf(perfschema.KindSocket)[i].Name()] += io.Total().Count
	}
	for _, table := range f.Read().TableInstances() {
		objects[tableIO] += table.IO.Total().Count
		objects[tableLock] += table.Lock.Total().Count
	}
	for name, n := range objects {
		if all := byClass(name); all != n {
			t.Errorf("%s: %d by object, %d by instrument", name, n, all)
		}
	}
}

func disturbToggles(f *waitFixture, r *rand.Rand, stop <-chan struct{}) {
	consumers := perfschema.Consumers()
	groupings := []record.Grouping{record.ByThread, record.ByAccount, record.ByUser, record.ByHost}
	for {
		select {
		case <-stop:
			return
		default:
		}
		on := r.IntN(3) > 0
		switch r.IntN(9) {
		case 0:
			f.SetConsumer(consumers[r.IntN(len(consumers))], on)
		case 1:
			all := f.Read().Classes()
			all[r.IntN(len(all))].SetEnabled(on)
		case 2:
			all := f.Read().Classes()
			all[r.IntN(len(all))].SetTimed(on)
		case 3:
			for _, th := range f.Read().Threads() {
				th.SetInstrumented(on)
			}
		case 4:
			g := groupings[r.IntN(len(groupings))]
			f.Read().TruncateStatements(g)
			f.Read().TruncateTransactions(g)
			f.Read().TruncateStages(g)
			f.Read().TruncateWaits(g)
			f.Read().TruncateMemory(g)
			f.Read().TruncateErrors(g)
		case 5:
			f.Read().TruncateAccounts()
			f.Read().TruncateUsers()
			f.Read().TruncateHosts()
		case 6:
			f.Read().TruncateHistory(record.EventType(r.IntN(5)), perfschema.History(r.IntN(3)))
			f.Read().TruncateDigests()
		case 7:
			for _, th := range f.Read().Threads() {
				th.StatementsCurrent()
				th.WaitsCurrent()
				th.WaitsHistory()
			}
		case 8:
			for range f.Read().MemorySummary(groupings[r.IntN(len(groupings))], 0).All() {
			}
		}
	}
}
