package attach

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/build/internal/report"
	"github.com/perfschema/perfschema/record"
)

func newTest(t testing.TB) (*perfschema.Schema, *waits) {
	t.Helper()
	ps, err := perfschema.New(Config())
	if err != nil {
		t.Fatal(err)
	}
	return ps, newWaits(ps)
}

// summed are the waits of all instruments, and of each.
func summed(ps *perfschema.Schema) (all record.TimerStat, by map[string]record.TimerStat) {
	by = make(map[string]record.TimerStat)
	classes := ps.Read().WaitClasses()
	for _, stats := range ps.Read().WaitSummary(record.Global, 0).All() {
		for i, s := range stats {
			if s.Count > 0 {
				by[classes[i].Name()] = s
				all.Count, all.Sum = all.Count+s.Count, all.Sum+s.Sum
			}
		}
	}
	return all, by
}

func waited(count uint64, each time.Duration) report.Sum {
	return report.Sum{Count: count, Blocked: each * time.Duration(count), Min: each, Max: each}
}

// TestTake: what is added between two readings is counted once, and what is in no instance, or in one
// whose counts began anew, under its reason.
func TestTake(t *testing.T) {
	ps, w := newTest(t)
	mutex := func(addr, count uint64) report.ToldInstance {
		return report.ToldInstance{Kind: "sync.Mutex", Name: "server.mu", Addr: addr, Reasons: []report.ToldReason{{Reason: "sync.Mutex.Lock", Sum: waited(count, time.Second)}}}
	}
	reasons := func(locks, evicted, sleeps uint64) []report.ToldReason {
		return []report.ToldReason{{Reason: "sleep", Sum: waited(sleeps, time.Minute)}, {Reason: "sync.Mutex.Lock", Sum: waited(locks, time.Second), Evicted: waited(evicted, time.Second)}}
	}
	w.take(&report.Told{Instances: []report.ToldInstance{mutex(8, 5)}, Reasons: reasons(5, 0, 1)})
	w.take(&report.Told{Instances: []report.ToldInstance{mutex(8, 7), mutex(16, 1)}, Reasons: reasons(8, 0, 1)})
	if n := len(ps.Read().MutexInstances()); n != 2 {
		t.Fatalf("%d mutexes", n)
	}
	// Another took the room of the first, which had two waits more by then, and that came back.
	w.take(&report.Told{Instances: []report.ToldInstance{mutex(8, 1), mutex(16, 1)}, Reasons: reasons(11, 9, 3)})
	all, by := summed(ps)
	second := uint64(time.Second) * 1000
	if got := by["wait/synch/mutex/go/server.mu"]; got.Count != 8 || got.Sum != 8*second || got.Min != second || got.Max != second {
		t.Errorf("the lock has %+v", got)
	}
	if got := by["wait/synch/cond/goroutine/sync.Mutex.Lock"]; got.Count != 3 || got.Sum != 3*second {
		t.Errorf("waits in no instance have %+v", got)
	}
	if got := by["wait/synch/cond/goroutine/sleep"]; got.Count != 3 || got.Sum != 180*second {
		t.Errorf("sleep has %+v", got)
	}
	if all.Count != 14 {
		t.Errorf("%+v in all", all)
	}
	w.take(&report.Told{Reasons: reasons(11, 11, 3)})
	if n := len(ps.Read().MutexInstances()); n != 0 {
		t.Errorf("%d mutexes are left", n)
	}
	if again, _ := summed(ps); again != all {
		t.Errorf("%+v after %+v", again, all)
	}
}

// TestKinds: each kind has its table, long names are cut, and what finds no room for its name
// shares one.
func TestKinds(t *testing.T) {
	ps, w := newTest(t)
	told := new(report.Told)
	for i, kind := range []string{"sync.Mutex", "sync.Once", "sync.RWMutex", "sync.Cond", "sync.WaitGroup", "semaphore", "chan"} {
		told.Instances = append(told.Instances, report.ToldInstance{Kind: kind, Addr: uint64(i + 1), Reasons: []report.ToldReason{{Reason: "x", Sum: waited(1, 1)}}})
	}
	for i := range maxClasses + 10 {
		name := fmt.Sprintf("%04d.%0200d", i, 0)
		told.Instances = append(told.Instances, report.ToldInstance{Kind: "chan", Name: name, Addr: uint64(1000 + i), Reasons: []report.ToldReason{{Reason: "x", Sum: waited(1, 1)}}})
	}
	told.Reasons = []report.ToldReason{{Reason: "x", Sum: waited(uint64(len(told.Instances)), 1)}}
	w.take(told)
	r := ps.Read()
	if m, rw, c := len(r.MutexInstances()), len(r.RWLockInstances()), len(r.CondInstances()); m != 2 || rw != 1 || c != 4+maxClasses+10 {
		t.Errorf("%d mutexes, %d rwlocks, %d conditions", m, rw, c)
	}
	all, by := summed(ps)
	if all.Count != uint64(len(told.Instances)) {
		t.Errorf("%d waits of %d", all.Count, len(told.Instances))
	}
	if got := by["wait/synch/cond/chan/(others)"]; got.Count < 10 {
		t.Errorf("others have %+v", got)
	}
}

// TestLongNames: of a select's names those that fit are whole, and the end says that there are more.
func TestLongNames(t *testing.T) {
	for _, c := range []struct {
		name string
		most int
		want string
	}{
		{"a.b or c.d", 10, "a.b or c.d"},
		{"a.b or c.d or e.f", 16, "a.b or ..."},
		{"a.b or c.d or e.f", 10, "a.b or ..."},
		{"a.b or c.d or e.f", 9, "a.b or c."},
		{"abcdefghi", 4, "abcd"},
		{"ab\u00e9\u00e9", 3, "ab"},
		{"a\nb", 9, "a?b"},
		{"abc", 0, ""},
	} {
		if got := fit(c.name, c.most); got != c.want {
			t.Errorf("fit(%q, %d) = %q, not %q", c.name, c.most, got, c.want)
		}
	}
}

// TestSums holds that the instruments together count as many waits as the reasons. An instance has a
// row on each of several Ps. A row makes room for another one, stays unread at times, and changes its
// name.
func TestSums(t *testing.T) {
	type row struct{ proc, addr uint64 }
	for _, procs := range []uint64{1, 3} {
		ps, w := newTest(t)
		r := rand.New(rand.NewPCG(1, procs))
		var total, evicted report.Sum
		live := make(map[row]report.Sum)
		for range 5000 {
			at, sum := row{r.Uint64N(procs), r.Uint64N(20) + 1}, waited(r.Uint64N(4)+1, time.Duration(r.IntN(1000)))
			if r.IntN(10) == 0 { // another takes its room
				evicted = add(evicted, live[at])
				delete(live, at)
			}
			live[at] = add(live[at], sum)
			total = add(total, sum)
			if r.IntN(3) > 0 {
				continue
			}
			told := &report.Told{Reasons: []report.ToldReason{{Reason: "select", Sum: total, Evicted: evicted}}}
			instances := make(map[uint64]report.Sum)
			missing := r.IntN(4) == 0
			for at, s := range live {
				if missing && r.IntN(3) == 0 {
					told.Unread++
					continue
				}
				instances[at.addr] = add(instances[at.addr], s)
			}
			for a, s := range instances {
				name := []string{"main.a", "main.b"}[r.IntN(20)/19]
				told.Instances = append(told.Instances, report.ToldInstance{Kind: "chan", Name: name, Addr: a, Reasons: []report.ToldReason{{Reason: "select", Sum: s}}})
			}
			w.take(told)
			if told.Unread > 0 {
				continue // what is in no instance is counted with the next reading
			}
			if all, _ := summed(ps); all.Count != total.Count || all.Sum != uint64(total.Blocked)*1000 {
				t.Fatalf("%d Ps: %d waits of %d ps, want %d of %v", procs, all.Count, all.Sum, total.Count, total.Blocked)
			}
		}
	}
}

// TestRenamed: an instance that another line now names has one row, of its new name, and what had
// been counted stays with the old one.
func TestRenamed(t *testing.T) {
	ps, w := newTest(t)
	for i, name := range []string{"main.S.mu", "main.S.other", "main.S.mu"} {
		sum := waited(uint64(i+1)*100, time.Second)
		w.take(&report.Told{
			Instances: []report.ToldInstance{{Kind: "sync.Mutex", Name: name, Addr: 8, Reasons: []report.ToldReason{{Reason: "sync.Mutex.Lock", Sum: sum}}}},
			Reasons:   []report.ToldReason{{Reason: "sync.Mutex.Lock", Sum: sum}},
		})
	}
	all, by := summed(ps)
	if a, b := by["wait/synch/mutex/go/main.S.mu"].Count, by["wait/synch/mutex/go/main.S.other"].Count; a != 200 || b != 100 || all.Count != 300 {
		t.Errorf("%d and %d waits of %d", a, b, all.Count)
	}
	if n := len(ps.Read().MutexInstances()); n != 1 {
		t.Errorf("%d mutexes", n)
	}
}

// TestUnread: an instance that could not be read is there all the same, and counted once when it can
// be read again; one that is missing for long is gone.
func TestUnread(t *testing.T) {
	ps, w := newTest(t)
	take := func(count, unread uint64) {
		told := &report.Told{Unread: unread, Reasons: []report.ToldReason{{Reason: "select", Sum: waited(100, time.Second)}}}
		if count > 0 {
			told.Instances = []report.ToldInstance{{Kind: "chan", Name: "main.c", Addr: 8, Reasons: []report.ToldReason{{Reason: "select", Sum: waited(count, time.Second)}}}}
		}
		w.take(told)
		if all, by := summed(ps); all.Count != 100 || by["wait/synch/cond/chan/main.c"].Count != 100 {
			t.Fatalf("%d waits, %d unread: %v", count, unread, by)
		}
	}
	conditions := func(of string) (n int) {
		for _, c := range ps.Read().CondInstances() {
			if c.EventName == of {
				n++
			}
		}
		return n
	}
	for _, count := range []uint64{100, 0, 100, 40, 100, 0} {
		take(count, min(100-count, 1))
	}
	if n := conditions("wait/synch/cond/chan/main.c"); n != 1 {
		t.Errorf("%d conditions while it is unread", n)
	}
	for range unreadTakes {
		take(0, 1)
	}
	if n := conditions("wait/synch/cond/chan/main.c"); n != 0 {
		t.Errorf("%d conditions are left", n)
	}
}

// TestNoRoomForReasons: where names of instances have taken all classes, waits in none are counted.
func TestNoRoomForReasons(t *testing.T) {
	ps, w := newTest(t)
	told := &report.Told{Reasons: []report.ToldReason{{Reason: "sleep", Sum: waited(7, time.Second)}, {Reason: "x", Sum: waited(maxClasses+10, 1)}}}
	for i := range maxClasses + 10 {
		told.Instances = append(told.Instances, report.ToldInstance{Kind: "chan", Name: fmt.Sprintf("main.c%d", i), Addr: uint64(i), Reasons: []report.ToldReason{{Reason: "x", Sum: waited(1, 1)}}})
	}
	w.take(told)
	if all, by := summed(ps); all.Count != 7+maxClasses+10 || by["wait/synch/cond/goroutine/(others)"].Count != 7 {
		t.Errorf("%d waits, %+v of no instance", all.Count, by["wait/synch/cond/goroutine/(others)"])
	}
}

func add(a, b report.Sum) report.Sum {
	if a.Count == 0 {
		return b
	}
	if b.Count == 0 {
		return a
	}
	return report.Sum{Count: a.Count + b.Count, Blocked: a.Blocked + b.Blocked, Min: min(a.Min, b.Min), Max: max(a.Max, b.Max)}
}
