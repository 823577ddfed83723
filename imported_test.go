package perfschema_test

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// TestImported: waits of another program are in the rows of their instance and of their
// instrument, in the units of both timers.
func TestImported(t *testing.T) {
	for name, c := range map[string]perfschema.Config{
		"cycles": {Instruments: everyLock},
		"clock":  {Instruments: everyLock, Clock: fixedClock{}},
	} {
		t.Run(name, func(t *testing.T) {
			ps, err := perfschema.New(c)
			if err != nil {
				t.Fatal(err)
			}
			from := ps.Import()
			mutex := from.Mutex(ps.RegisterMutex("go", perfschema.Info{Name: "m"}), 0xc000010004)
			lock := from.RWLock(ps.RegisterRWLock("go", perfschema.Info{Name: "rw"}), 0xc000020000)
			cond := from.Cond(ps.RegisterCond("chan", perfschema.Info{Name: "c"}), 0xc000030000)
			mutex.Add(perfschema.OpLock, perfschema.WaitSum{Count: 3, Sum: time.Second, Min: time.Millisecond, Max: 900 * time.Millisecond})
			mutex.Add(perfschema.OpLock, perfschema.WaitSum{Count: 1, Sum: 2 * time.Second, Min: 2 * time.Second, Max: 2 * time.Second})
			mutex.Add(perfschema.OpLock, perfschema.WaitSum{})
			lock.Add(perfschema.OpReadLock, perfschema.WaitSum{Count: 2, Sum: time.Minute, Min: 0, Max: time.Minute})
			lock.Add(perfschema.OpWriteLock, perfschema.WaitSum{Count: 5, Sum: time.Minute, Min: time.Second, Max: time.Minute})
			cond.Add(perfschema.OpRecv, perfschema.WaitSum{Count: 1, Sum: time.Hour, Min: time.Hour, Max: time.Hour})

			r := ps.Read()
			near(t, "mutex", r.MutexInstances()[0].InstanceInfo, 0xc000010004, 4, 3*time.Second, time.Millisecond, 2*time.Second)
			near(t, "rwlock", r.RWLockInstances()[0].InstanceInfo, 0xc000020000, 7, 2*time.Minute, 0, time.Minute)
			near(t, "cond", r.CondInstances()[0], 0xc000030000, 1, time.Hour, time.Hour, time.Hour)

			mutex.Destroy()
			if n := len(r.MutexInstances()); n != 0 {
				t.Errorf("%d mutexes are left", n)
			}
			index := waitIndex(ps, perfschema.KindMutex)
			global := only(r.WaitSummary(record.Global, 0).All(), index, itself)
			near(t, "instrument", record.InstanceInfo{Wait: global}, 0, 4, 3*time.Second, time.Millisecond, 2*time.Second)
		})
	}
}

// TestImportedSwitchedOff: what is switched off counts nothing, and what is not timed no times.
func TestImportedSwitchedOff(t *testing.T) {
	ps, err := perfschema.New(perfschema.Config{Instruments: []perfschema.InstrumentRule{
		{Pattern: "%/off", State: perfschema.InstrumentOff}, {Pattern: "%/counted", State: perfschema.InstrumentCounted},
	}})
	if err != nil {
		t.Fatal(err)
	}
	sum := perfschema.WaitSum{Count: 1, Sum: time.Second, Min: time.Second, Max: time.Second}
	for name, want := range map[string]record.TimerStat{"off": {}, "counted": {Count: 1}} {
		i := ps.Import().Mutex(ps.RegisterMutex("go", perfschema.Info{Name: name}), 1)
		i.Add(perfschema.OpLock, sum)
		if got := ps.Read().MutexInstances()[0].Wait; got != want {
			t.Errorf("%s: %+v", name, got)
		}
		i.Destroy()
	}
	var none *perfschema.ImportedInstance
	none.Add(perfschema.OpLock, sum)
	none.Destroy()
}

var everyLock = []perfschema.InstrumentRule{{Pattern: "wait/synch/%", State: perfschema.InstrumentOn}}

// fixedClock is a clock that stands.
type fixedClock struct{}

func (fixedClock) Now() uint64     { return 1 }
func (fixedClock) Wall() time.Time { return time.Unix(1, 0) }

// near compares a row with what was added, to a millionth.
func near(t *testing.T, what string, got record.InstanceInfo, begin, count uint64, sum, least, most time.Duration) {
	t.Helper()
	close := func(pico uint64, d time.Duration) bool {
		want := float64(d.Nanoseconds()) * 1000
		return max(float64(pico)-want, want-float64(pico)) <= want/1e6+1000
	}
	w := got.Wait
	if begin != 0 && got.Begin != begin || w.Count != count || !close(w.Sum, sum) || !close(w.Min, least) || !close(w.Max, most) {
		t.Errorf("%s: %+v, want %d waits of %v, %v to %v at %#x", what, got, count, sum, least, most, begin)
	}
}
