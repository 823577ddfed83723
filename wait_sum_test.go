package perfschema_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// waitSums are the figures by index of their class, of which COUNT and SUM
// matter.
type waitSums []record.TimerStat

func (a waitSums) add(b waitSums) {
	for i := range b {
		a[i].Count += b[i].Count
		a[i].Sum += b[i].Sum
	}
}

func (a waitSums) minus(b waitSums) waitSums {
	out := slices.Clone(a)
	for i := range b {
		out[i].Count -= b[i].Count
		out[i].Sum -= b[i].Sum
	}
	return out
}

// grouped adds up the rows of a summary; threadID 0 is every group.
func (f *waitFixture) grouped(g record.Grouping, threadID uint64) waitSums {
	out := make(waitSums, len(f.classes))
	for _, stats := range f.Read().WaitSummary(g, threadID).All() {
		out.add(stats)
	}
	return out
}

// onThreads is the global summary without what ran on no Thread, which that
// alone shows: it has instruments and tables of its own.
func (f *waitFixture) onThreads() waitSums {
	out := f.grouped(record.Global, 0)
	for i, c := range f.classes {
		if strings.HasSuffix(c.Name(), "/none") {
			out[i] = record.TimerStat{}
		}
	}
	for _, t := range f.Read().TableInstances() {
		if strings.HasPrefix(t.Name, "none") {
			none := make(waitSums, len(f.classes))
			none[f.index[tableIO]], none[f.index[tableLock]] = t.IO.Total(), t.Lock.Total()
			out = out.minus(none)
		}
	}
	return out
}

// waitWork is random work on Threads that start and end, and what came of it.
type waitWork struct {
	f *waitFixture

	mu        sync.Mutex
	live      []*perfschema.Thread
	counts    tally    // on Threads
	countNone tally    // on none
	ended     waitSums // what the Threads that ended had counted, read before
}

// run lets workers wait, each on one Thread at a time and now and then on none.
func (k *waitWork) run(seed uint64, workers, rounds int) {
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() { k.worker(rand.New(rand.NewPCG(seed, uint64(w))), rounds) })
	}
	wg.Wait()
}

func (k *waitWork) worker(r *rand.Rand, rounds int) {
	f, users := k.f, []string{"ann", "bob", "cid"}
	var t *perfschema.Thread
	ids := make(map[uint64]bool) // of t and its children
	counts, none := make(tally, len(f.classes)), make(tally, len(f.classes))
	for range rounds {
		switch {
		case t == nil && r.IntN(5) == 0:
			t = f.NewThread(f.worker, perfschema.ThreadOptions{Background: true})
		case t == nil:
			t = f.NewThread(f.conn, perfschema.ThreadOptions{User: users[r.IntN(3)], Host: "h" + users[r.IntN(2)]})
		case r.IntN(60) == 0: // as COM_CHANGE_USER does
			t.SetAccount(users[r.IntN(3)], "h"+users[r.IntN(2)])
		case r.IntN(40) == 0:
			k.mu.Lock()
			for id := range ids {
				k.ended.add(f.grouped(record.ByThread, id))
			}
			k.mu.Unlock()
			t.End()
			t = nil
			clear(ids)
			continue
		}
		ids[t.ID()] = true
		f.wait(r, t, counts)
		if r.IntN(10) == 0 {
			child := t.Child(f.worker)
			ids[child.ID()] = true
			f.wait(r, child, counts)
			child.Release()
		}
		if r.IntN(10) == 0 {
			f.wait(r, nil, none)
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.counts.add(counts)
	k.countNone.add(none)
	if t != nil {
		k.live = append(k.live, t)
	}
}

// disturb truncates, reads and switches timing on and off until told to stop.
// What is counted globally never shrinks.
func (k *waitWork) disturb(t *testing.T, stop <-chan struct{}, truncate []func()) {
	f, r := k.f, rand.New(rand.NewPCG(7, 7))
	last := make(waitSums, len(f.classes))
	for {
		select {
		case <-stop:
			return
		default:
		}
		f.classes[r.IntN(len(f.classes))].SetTimed(r.IntN(2) == 0)
		if len(truncate) > 0 {
			truncate[r.IntN(len(truncate))]()
		}
		for range f.Read().WaitSummary(record.Grouping(r.IntN(4)), 0).All() {
		}
		now := f.grouped(record.Global, 0)
		for i, c := range f.classes {
			if now[i].Count < last[i].Count || now[i].Sum < last[i].Sum && !f.near {
				t.Errorf("global %s fell from %v to %v", c.Name(), last[i], now[i])
				return
			}
		}
		last = now
	}
}

// same says whether COUNT and SUM are the same.
func (f *waitFixture) same(a, b record.TimerStat) bool {
	off := max(a.Sum, b.Sum) - min(a.Sum, b.Sum)
	if f.near {
		return a.Count == b.Count && off <= 1000+max(a.Sum, b.Sum)/100
	}
	return a.Count == b.Count && off == 0
}

// equal fails the test unless COUNT and SUM of every instrument are the same.
func (f *waitFixture) equal(t *testing.T, what string, got, want waitSums) {
	t.Helper()
	for i, c := range f.classes {
		if !f.same(got[i], want[i]) {
			t.Errorf("%s: %s: COUNT %d, SUM %d; want %d, %d", what, c.Name(), got[i].Count, got[i].Sum, want[i].Count, want[i].Sum)
		}
	}
}

var groupingNames = [...]string{"by thread", "by account", "by user", "by host", "global"}

// Threads come and go, wait for everything, and code on none waits too, while
// the tables are read and truncated. At rest every summary that was not
// truncated is the sum of what was waited for, instrument by instrument; and
// those that were are again from there on.
func TestWaitSumsAgree(t *testing.T) {
	const (
		thread, account = record.ByThread, record.ByAccount
		user, host      = record.ByUser, record.ByHost
		global          = record.Global
	)
	for _, test := range []struct {
		name     string
		truncate []record.Grouping
		accounts bool // TRUNCATE accounts too
		exact    []record.Grouping
	}{
		{"nothing", nil, false, []record.Grouping{thread, account, user, host, global}},
		{"by thread", []record.Grouping{thread}, false, []record.Grouping{account, user, host, global}},
		{"by account", []record.Grouping{thread, account}, true, []record.Grouping{user, host, global}},
		{"by user", []record.Grouping{thread, account, user}, true, []record.Grouping{host, global}},
		{"by host", []record.Grouping{thread, account, host}, true, []record.Grouping{user, global}},
		{"all but global", []record.Grouping{thread, account, user, host}, true, []record.Grouping{global}},
	} {
		for _, how := range []string{"counted", "events", "cycles", "sampled"} {
			t.Run("truncate "+test.name+", "+how, func(t *testing.T) {
				f := newWaitFixture(t, func(c *perfschema.Config) {
					if how == "cycles" {
						c.Clock = nil
					}
				})
				f.near = how == "cycles"
				f.SetConsumer(perfschema.ConsumerEventsWaitsCurrent, how == "events")
				if how == "sampled" {
					startSampling(t, f.fixture)
				}
				var truncate []func()
				for _, g := range test.truncate {
					truncate = append(truncate, func() { f.Read().TruncateWaits(g) })
				}
				if test.accounts {
					truncate = append(truncate, f.Read().TruncateAccounts)
				}
				n := len(f.classes)
				k := &waitWork{f: f, counts: make(tally, n), countNone: make(tally, n), ended: make(waitSums, n)}
				stop := make(chan struct{})
				var disturber sync.WaitGroup
				disturber.Go(func() { k.disturb(t, stop, truncate) })
				k.run(1, 6, 400)
				close(stop)
				disturber.Wait()

				want := f.onThreads()
				for i, c := range f.classes {
					if all := f.grouped(global, 0)[i].Count; want[i].Count != k.counts[i] || all != k.counts[i]+k.countNone[i] {
						t.Errorf("%s: %d on threads, %d in all; want %d, %d", c.Name(), want[i].Count, all, k.counts[i], k.counts[i]+k.countNone[i])
					}
				}
				for _, g := range test.exact[:len(test.exact)-1] {
					got := f.grouped(g, 0)
					if g == thread {
						got.add(k.ended)
					}
					f.equal(t, groupingNames[g], got, want)
				}

				for _, c := range f.classes {
					c.SetTimed(true)
				}
				var before [global]waitSums
				for g := range before {
					before[g] = f.grouped(record.Grouping(g), 0)
				}
				k.ended = make(waitSums, n)
				k.run(2, 4, 200)
				more := f.onThreads().minus(want)
				for _, name := range []string{"wait/synch/cond/sql/odd", tableIO, tableLock, "idle"} {
					if more[f.index[name]].Sum == 0 {
						t.Errorf("%s took no time", name)
					}
				}
				for g := range before {
					got := f.grouped(record.Grouping(g), 0)
					if record.Grouping(g) == thread {
						got.add(k.ended)
					}
					f.equal(t, groupingNames[g]+" since", got.minus(before[g]), more)
				}

				f.Read().TruncateWaits(global)
				for g := range groupingNames {
					f.equal(t, groupingNames[g]+" truncated", f.grouped(record.Grouping(g), 0), make(waitSums, n))
				}
				for _, th := range k.live {
					th.End()
				}
				if len(f.Read().Threads()) != 0 {
					t.Errorf("%d threads are left", len(f.Read().Threads()))
				}
			})
		}
	}
}
