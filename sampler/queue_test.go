package sampler

import (
	"math"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// Who has a core of the runtime's and no CPU time for it waited for the kernel, as far
// as anybody waited for it.
func TestQueueShare(t *testing.T) {
	const s, slice = time.Second, 10 * time.Millisecond
	for _, c := range []struct {
		name            string
		running, queued int     // not measured
		stopped         int     // measured
		used            float64 // cores
		window          RunQueue
		share           float64
		all             time.Duration
	}{
		{"20 busy queries on 2 cores", 2, 18, 0, 2, RunQueue{short: s / 100, Threads: s / 10}, 0, 18 * slice},
		{"on cores that others use too", 2, 18, 0, 0.5, RunQueue{short: 3 * s / 2, Threads: 3 * s}, 0.75, 18*slice + 3*slice/2},
		{"of goroutines that are not known", 20, 0, 0, 2, RunQueue{short: 18 * s, untold: 20 * s, Goroutines: 18 * s}, 0.9, 18 * slice},
		{"in a system call without an instrument", 20, 0, 0, 0, RunQueue{short: 20 * s, Goroutines: 20 * s}, 0, 0},
		{"alone", 1, 0, 0, 1.1, RunQueue{short: s / 10}, 0, 0},
		{"nothing", 0, 0, 0, 0, RunQueue{}, 0, 0},
		{"without CPU time", 0, 1, 2, 0, RunQueue{short: 2 * s, Threads: 2 * s}, 0, 3 * slice},
		{"without CPU time, and not for want of a core", 0, 1, 2, 0, RunQueue{short: 2 * s, Threads: s}, 0, 2 * slice},
	} {
		m := shortage{trust: c.window.trust()}
		m.count(&activity.Sample{Tick: 1}, slice)
		m.count(&activity.Sample{Tick: 1 + uint64(slice), CPU: time.Duration(c.used * float64(slice)), Running: c.running, Unmeasured: c.running, Busy: c.running, Queued: c.queued, Stopped: c.stopped}, slice)
		if d := m.share - c.share; d > 1e-9 || d < -1e-9 || (m.window.Queued-c.all).Abs() > time.Microsecond {
			t.Errorf("%s: %v, %v; want %v, %v", c.name, m.share, m.window.Queued, c.share, c.all)
		}
	}
}

// What threads are short of is seen over several samples: who is seen to run beside
// another now and then has no smaller part of the CPU time for it.
func TestQueueShareIsForAll(t *testing.T) {
	const slice = 10 * time.Millisecond
	m := shortage{trust: 1}
	m.count(&activity.Sample{Tick: 1}, slice)
	var alone, both []float64
	for i := range 1000 {
		l := activity.Sample{Tick: 1 + uint64(i+1)*uint64(slice), CPU: time.Duration(i+1) * slice * 5 / 4, Running: 1 + i%2, Busy: 1 + i%2}
		if m.count(&l, slice); i < 10*shortSamples {
			continue
		}
		if l.Running == 1 {
			alone = append(alone, m.share)
		} else {
			both = append(both, m.share)
		}
	}
	const want = 1 - 1.25/1.5
	if a, b := mean(alone), mean(both); math.Abs(a-want) > 0.02 || math.Abs(b-want) > 0.02 {
		t.Errorf("%v alone, %v beside another, want %v", a, b, want)
	}
}

func mean(v []float64) (m float64) {
	for _, x := range v {
		m += x / float64(len(v))
	}
	return m
}

// Where threads lack nothing, nothing is learned of what they would lack: work that
// comes after that is charged as it would be later.
func TestQueueAfterIdleness(t *testing.T) {
	var m shortage
	m.wake()
	if m.trust != 1 {
		t.Errorf("in the beginning %v", m.trust)
	}
	const s = time.Second
	m.trust = 0.75
	for _, c := range []struct {
		window RunQueue
		want   float64
	}{{RunQueue{}, 0.75}, {RunQueue{Claimed: s, short: s / 100}, 0.75}, {RunQueue{Claimed: s / 100, short: s / 100}, 0.75}, {RunQueue{Claimed: s, short: s / 2, Threads: s / 4}, 0.5}, {RunQueue{Claimed: s, short: s / 2}, 3. / 14}} {
		if m.learn(&c.window); math.Abs(m.trust-c.want) > 1e-9 {
			t.Errorf("%+v: %v, want %v", c.window, m.trust, c.want)
		}
	}
}

// Who has CPU time is measured where threads wait for the kernel, and where that is not
// known: it costs nothing on a machine with cores to spare.
func TestMeasuredWhereContended(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		window RunQueue
		want   bool
	}{
		{RunQueue{ThreadsKnown: true, Claimed: s, Threads: s / 100}, false},
		{RunQueue{ThreadsKnown: true, Claimed: s, Threads: s / 10}, true},
		{RunQueue{ThreadsKnown: true}, false},
		{RunQueue{Claimed: s}, true},
	} {
		if c.window.contended() != c.want {
			t.Errorf("%+v: not %v", c.window, c.want)
		}
	}
}

// Who waits for a core of the runtime's would run: that is no other wait, and no core
// is used.
func TestQueuedGoroutine(t *testing.T) {
	f := newAloneFixture(t)
	queue := f.RegisterResource(activity.RunQueue, snowset.ResourceCPU)
	f.profiler.queue.resource = queue
	th := f.thread()
	st := th.BeginStatement(f.query)
	for i := range 10 {
		if i == 4 {
			th.EnterResource(queue)
		}
		f.sample(1)
		f.clock.Advance(DefaultInterval)
	}
	st.End()
	f.profiler.collect(true)
	p := f.one(t)
	cpu, waiting, idle := p.Wall()
	if cpu != 10*DefaultInterval || waiting != 0 || idle != 0 || p.OnCPU() != 4*DefaultInterval || p.Queued != 6*DefaultInterval {
		t.Errorf("%v on a CPU, %v of it queued, %v on cores, %v waiting, %v idle", cpu, p.Queued, p.OnCPU(), waiting, idle)
	}
}

// A statement has the shares of the samples that it is charged for, whether its ticks
// are charged one by one or together.
func TestQueuedOfStatement(t *testing.T) {
	f := newAloneFixture(t)
	f.profiler.queue.trust = 1
	busy, changing := f.thread(), f.thread()
	a, b := busy.BeginStatement(f.query), changing.BeginStatement(f.query)
	a.SetText("steady")
	shares, cpu := []float64{0, 0.5, 0.75, 0.25}, time.Duration(0)
	lately, sum, waited := 0.0, 0.0, 0.0
	for i := range 100 {
		changing.EnterOperator(snowset.OperatorScan, uint16(i))
		var w perfschema.Wait
		if i >= 50 && i < 60 {
			w = f.lock.StartWait(changing, perfschema.OpWait)
		}
		f.sample(1)
		l := &f.taken[len(f.taken)-1].Sample
		l.Running, l.Busy, cpu = 1, 1, cpu+time.Duration((1-shares[i/25])*float64(DefaultInterval))
		lately += (shares[i/25] - lately) / shortSamples
		share := lately / (1 - math.Pow(1-1./shortSamples, float64(i))) // as far as there were samples
		if i == 0 {
			share = 0
		}
		if sum += share; i >= 50 && i < 60 {
			waited += share
		}
		l.CPU = cpu
		w.End()
		f.clock.Advance(DefaultInterval)
		if i%7 == 0 {
			f.profiler.sample()
		}
	}
	a.End()
	b.End()
	f.profiler.collect(true)
	for _, p := range f.profiler.Profiles() {
		want := sum * float64(DefaultInterval)
		if p.Statement.Text() == "" {
			want -= waited * float64(DefaultInterval)
		}
		if d := float64(p.Queued) - want; d > 1e3 || d < -1e3 || total(p) != p.CoreTime {
			t.Errorf("%q: %v, want %v", p.Statement.Text(), p.Queued, time.Duration(want))
		}
		cpu, waiting, idle := p.Wall()
		if cpu+waiting != p.Elapsed || idle != 0 || p.OnCPU()+p.Queued != cpu || (waiting == 0) != (p.Statement.Text() != "") {
			t.Errorf("%q: %v on a CPU, %v of it queued, %v waiting, %v idle of %v", p.Statement.Text(), cpu, p.Queued, waiting, idle, p.Elapsed)
		}
	}
}
