package sampler

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// told has the fixture keep what WatchSessions tells, each in words.
func told(f *fixture, interval time.Duration) (list *[]string, stop func()) {
	list = new([]string)
	return list, f.profiler.WatchSessions(interval, func(all []Session) {
		for _, s := range all {
			resource := f.Read().ResourceName(s.State.Resource())
			*list = append(*list, fmt.Sprintf("%s %s of %q, %v in, helper %v, queued %v", s.At.UTC().Format("05.000"), resource, s.Statement.Text(), s.Elapsed, s.Helper, s.Queued))
		}
	})
}

// A thread at work in a sample that is due is told, with its statement as the sample saw it,
// whether that still runs when the sample is worked off or has ended; others are not.
func TestSessionsAreToldOncePerInterval(t *testing.T) {
	f := newAloneFixture(t)
	got, stop := told(f.fixture, time.Second)
	defer stop()
	work := func(text string) (*perfschema.Thread, perfschema.Statement) {
		th := f.thread()
		st := th.BeginStatement(f.query)
		st.SetText(text)
		return th, st
	}
	step := func(d time.Duration) { f.clock.Advance(d) }
	sample := func() {
		f.sample(1)
		f.profiler.take(false)
		f.profiler.tellSessions()
	}
	at := f.clock.Wall().UTC()
	_, runs := work("runs")
	waiting, _ := work("waits")
	waiting.EnterResource(snowset.ResourceMutex)
	queued, _ := work("queued")
	queued.EnterResource(f.profiler.queue.resource)
	parent, _ := work("leaves it to a helper")
	parent.EnterResource(snowset.ResourceIdle)
	helper := parent.Child(f.worker)
	defer helper.Release()
	helper.EnterResource(snowset.ResourceCPU)
	_, short := work("short")
	step(3 * time.Millisecond)
	f.sample(1)
	step(time.Millisecond)
	short.End()
	_, late := work("began after the sample")
	late.End()
	f.profiler.take(false)
	f.profiler.take(false)
	f.profiler.tellSessions()
	for range 10 { // the next second has not come
		step(10 * time.Millisecond)
		sample()
	}
	slices.Sort(*got)
	stamp := at.Add(3 * time.Millisecond).Format("05.000")
	want := []string{
		stamp + `  of "runs", 3ms in, helper false, queued false`,
		stamp + `  of "short", 3ms in, helper false, queued false`,
		stamp + ` cpu/run_queue of "queued", 3ms in, helper false, queued true`,
		stamp + ` profCpu of "leaves it to a helper", 3ms in, helper true, queued false`,
		stamp + ` profMutex of "waits", 3ms in, helper false, queued false`,
	}
	if !slices.Equal(*got, want) {
		t.Errorf("told %q\nwant %q", *got, want)
	}
	*got = nil
	runs.End()
	step(time.Second)
	sample()
	if len(*got) != 3 {
		t.Errorf("a second later it is told %q, want the three that still run", *got)
	}
	if n := f.profiler.LostSessions(); n != 0 {
		t.Errorf("%d are lost", n)
	}
}

// What wakes the profiler is not told at once, but when a sample is due: of statements that come now
// and then as large a part is seen as of those that come all the time.
func TestSessionsAfterSleep(t *testing.T) {
	f := newFixture(t, Options{})
	got, stop := told(f, time.Second)
	defer stop()
	th := f.thread()
	run := func(d time.Duration) {
		st := th.BeginStatement(f.query)
		st.SetText("now and then")
		for range d / DefaultInterval {
			f.tick()
		}
		st.End()
		f.profiler.take(false)
		f.profiler.tellSessions()
	}
	run(DefaultInterval)
	*got = nil
	const times = 500
	for range times {
		f.clock.Advance(5*time.Second + 130*time.Millisecond) // asleep
		f.profiler.wake()
		run(200 * time.Millisecond)
	}
	if n := len(*got); n < times/5-times/25 || n > times/5+times/25 {
		t.Errorf("%d samples saw a statement that ran for a fifth of a second %d times", n, times)
	}
}

// A thread that has ended before the sample is worked off is told as none, though another one has its
// place by then.
func TestSessionOfThreadThatHasEnded(t *testing.T) {
	f := newAloneFixture(t)
	var got []Session
	defer f.profiler.WatchSessions(time.Second, func(all []Session) { got = append(got, all...) })()
	th := f.thread()
	st := th.BeginStatement(f.query)
	f.clock.Advance(time.Millisecond)
	f.sample(1)
	st.End()
	id := th.ID()
	th.End()
	other := f.thread()
	f.clock.Advance(time.Millisecond)
	f.profiler.take(true)
	f.profiler.tellSessions()
	if len(got) != 1 || got[0].Thread != nil || got[0].Statement.ThreadID() != id {
		t.Errorf("told %+v; thread %d has ended, %d is new", got, id, other.ID())
	}
}

// A statement of which nothing is handed over is counted as lost, and forgotten.
func TestSessionOfWhichNothingIsLearnt(t *testing.T) {
	f := newAloneFixture(t)
	got, stop := told(f.fixture, time.Second)
	th := f.thread()
	st := th.BeginStatement(f.query)
	st.SetText("ends as if the queue were full")
	f.clock.Advance(time.Millisecond)
	f.sample(1)
	f.profiler.view.Ended(func(uint32, uint32, *perfschema.SampledStatement) {})
	st.End()
	f.profiler.view.Ended(func(uint32, uint32, *perfschema.SampledStatement) {}) // nobody else has it
	for range unresolvedTicks + 1 {
		if n := f.profiler.LostSessions(); n != 0 {
			t.Fatalf("%d are lost before others were waited for", n)
		}
		f.profiler.take(false)
	}
	if n := f.profiler.LostSessions(); n != 1 || len(*got) != 0 || len(f.profiler.sessions.seen) != 0 {
		t.Errorf("%d are lost, told %q, %d remembered", n, *got, len(f.profiler.sessions.seen))
	}
	stop()
	if f.profiler.sessions != nil {
		t.Error("told after stop")
	}
}

// The Profiler's own goroutine tells as a thread of the kernel's does; a later watcher takes the
// place of the one before, which cannot stop it.
func TestSessionsOfTheProfilersGoroutine(t *testing.T) {
	f := newFixture(t, Options{})
	_, stopFirst := told(f, time.Second)
	got, stop := told(f, 0) // as often as it samples
	stopFirst()
	th := f.thread()
	st := th.BeginStatement(f.query)
	st.SetText("SELECT 1")
	th.SetPhase(activity.PhaseSetup)
	for range 3 {
		f.tick()
		f.profiler.tellSessions()
	}
	st.End()
	f.tick()
	f.profiler.tellSessions()
	if len(*got) != 3 {
		t.Errorf("told %q", *got)
	}
	stop()
	var none *Profiler
	none.WatchSessions(time.Second, func([]Session) {})()
	if none.LostSessions() != 0 {
		t.Error("no Profiler has lost something")
	}
}
