package perfschema

import (
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/goroutine"
	"github.com/perfschema/perfschema/internal/usage"
	"github.com/perfschema/perfschema/record"
)

// fakePlatform is an operating system whose threads are goroutines, which use
// what the test says.
type fakePlatform struct {
	mu      sync.Mutex
	threads map[usage.Thread]*usage.Sample
	process usage.Sample
	// unbroken is what a watch looks at; nil if there are no watches.
	unbroken *uint64
	reads    int
}

func newFakePlatform() *fakePlatform {
	return &fakePlatform{threads: map[usage.Thread]*usage.Sample{}}
}

func (*fakePlatform) Fields() (thread, process usage.Fields) {
	return usage.Of(usage.UserCPU, usage.SystemCPU, usage.Voluntary), usage.Of(usage.UserCPU, usage.SystemCPU, usage.Voluntary, usage.Swaps)
}

func (*fakePlatform) Self() usage.Thread { return usage.Thread(goroutine.ID()) }

func (*fakePlatform) Here() (goroutine.Position, bool) { return goroutine.Position{}, false }

func (f *fakePlatform) sample(t usage.Thread) *usage.Sample {
	s := f.threads[t]
	if s == nil {
		s = &usage.Sample{CPU: 1e9}
		f.threads[t] = s
	}
	return s
}

func (f *fakePlatform) SelfCPU() int64 {
	cpu, _ := f.CPU(f.Self())
	return cpu
}

func (f *fakePlatform) Watch() usage.Watch {
	if f.unbroken == nil {
		return usage.Watch{}
	}
	return usage.NewWatch(f.unbroken)
}

func (*fakePlatform) EndWatch(w *usage.Watch) { *w = usage.Watch{} }

func (f *fakePlatform) ReadSelf(s *usage.Sample) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reads++
	*s = *f.sample(f.Self())
}

func (f *fakePlatform) ReadCounts(s *usage.Sample) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s.N = f.sample(f.Self()).N
}

func (f *fakePlatform) CPU(t usage.Thread) (int64, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reads++
	return f.sample(t).CPU, true
}

func (f *fakePlatform) ReadProcess(s *usage.Sample) {
	f.mu.Lock()
	defer f.mu.Unlock()
	*s = f.process
}

// use makes the running goroutine use CPU time and switch so often.
func (f *fakePlatform) use(user, system time.Duration, switches int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	used := usage.Sample{CPU: int64(user + system)}
	used.N[usage.UserCPU], used.N[usage.SystemCPU], used.N[usage.Voluntary] = int64(user), int64(system), switches
	f.sample(f.Self()).Add(&used)
	f.process.Add(&used)
}

type profiled struct {
	*fakePlatform
	thread   *Thread
	profiler *StageProfiler
	keys     [3]StageKey
	now      uint64
}

func startProfiled(t *testing.T) *profiled {
	t.Helper()
	s, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	p := &profiled{fakePlatform: newFakePlatform(), now: 1e6}
	p.keys[0] = s.RegisterStage("sql", Info{Name: "starting"})
	p.keys[1] = s.RegisterStage("sql", Info{Name: "executing"})
	p.keys[2] = s.RegisterStage("sql", Info{Name: "a stage of more than thirty letters"})
	p.thread = s.NewThread(0, ThreadOptions{})
	t.Cleanup(p.thread.End)
	p.profiler = newStageProfiler(p.thread, p.fakePlatform, func() uint64 { return p.now })
	p.thread.profiler.Store(p.profiler)
	return p
}

func (p *profiled) pass(d time.Duration) { p.now += uint64(d) }

func TestProfile(t *testing.T) {
	p := startProfiled(t)
	p.profiler.Start("SELECT 1", record.ProfileStatement)
	p.thread.SetStage(p.keys[0])
	p.pass(155_500 * time.Nanosecond)
	p.use(time.Microsecond, 0, 0)
	p.thread.SetStage(p.keys[1])
	p.pass(207_700 * time.Nanosecond)
	p.use(20*time.Microsecond, 10*time.Microsecond, 3)
	_, _, line, _ := runtime.Caller(0)
	p.thread.SetStage(p.keys[2])
	p.pass(100 * time.Microsecond)
	p.profiler.End()
	p.use(time.Second, 0, 9) // not the statement's

	got := p.thread.profiler.Load().Profiles()
	if len(got) != 1 || got[0].QueryID != 1 || got[0].Text != "SELECT 1" || len(got[0].Stages) != 3 {
		t.Fatalf("%+v", got)
	}
	var sum time.Duration
	for i, want := range []struct {
		state                  string
		duration, user, system int64
		switches               int64
	}{
		{"starting", 155, 1, 0, 0},
		{"executing", 208, 20, 10, 3}, // ends at 363.2 µs
		{"a stage of more than thirty le", 100, 0, 0, 0},
	} {
		s := got[0].Stages[i]
		sum += s.Duration
		user, _ := s.Value(record.ProfileCPUUser)
		system, _ := s.Value(record.ProfileCPUSystem)
		switches, known := s.Value(record.ProfileContextVoluntary)
		if s.Seq != i+2 || s.State != want.state || s.Duration.Microseconds() != want.duration || user != want.user || system != want.system || switches != want.switches || !known {
			t.Errorf("stage %d: %+v, want %+v", i, s, want)
		}
		if _, known := s.Value(record.ProfileSwaps); known {
			t.Error("swaps of a thread are not measured")
		}
	}
	if sum != got[0].Duration || sum != 463*time.Microsecond {
		t.Errorf("the stages add up to %v, the statement took %v", sum, got[0].Duration)
	}
	if src := got[0].Stages[2].Source(); src.File != "profile_test.go" || src.Line != line+1 || !strings.HasSuffix(src.Function, ".TestProfile") {
		t.Errorf("source %+v", src)
	}
}

// The clock of a thread is not read for every short stage: what is used until it
// is read is divided by the time the stages took.
func TestProfileOfShortStages(t *testing.T) {
	p := startProfiled(t)
	p.profiler.Start("SELECT 1", record.ProfileStatement)
	p.thread.SetStage(p.keys[0])
	for i, d := range []time.Duration{4 * time.Microsecond, 2 * time.Microsecond, 14 * time.Microsecond} {
		if i > 0 {
			p.thread.SetStage(p.keys[i])
		}
		p.pass(d)
		p.use(5*time.Microsecond, 0, 0)
	}
	p.thread.SetStage(p.keys[0])
	p.pass(100 * time.Microsecond)
	p.profiler.End()
	for i, want := range []int64{3, 1, 11, 0} { // 15 µs as 4 to 2 to 14, cut to whole ones
		if user, _ := p.thread.profiler.Load().Profiles()[0].Stages[i].Value(record.ProfileCPUUser); user != want {
			t.Errorf("stage %d: %d, want %d", i, user, want)
		}
	}
}

// What helpers use counts in the stage in which they use it, whether or not
// they have left by then.
func TestProfileOfHelpers(t *testing.T) {
	p := startProfiled(t)
	p.profiler.Start("", record.ProfileStatement)
	p.thread.SetStage(p.keys[0])
	step, done := make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		p.use(time.Second, 0, 0) // before it came in
		if !p.profiler.Enter() || p.profiler.Enter() {
			t.Error("a goroutine enters once")
		}
		p.use(time.Millisecond, 0, 0)
		step <- true
		<-step
		p.use(2*time.Millisecond, 0, 0)
		p.profiler.Leave()
		p.use(time.Second, 0, 0) // after it left
	}()
	<-step
	p.pass(time.Millisecond)
	p.thread.SetStage(p.keys[1])
	step <- true
	<-done
	p.use(0, 3*time.Millisecond, 0)
	p.pass(time.Millisecond)
	p.thread.SetStage(p.keys[2])
	p.profiler.End()
	got := p.thread.profiler.Load().Profiles()[0]
	for i, want := range []int64{1000, 5000, 0} {
		user, _ := got.Stages[i].Value(record.ProfileCPUUser)
		system, _ := got.Stages[i].Value(record.ProfileCPUSystem)
		if user+system != want {
			t.Errorf("stage %d: %d + %d, want %d", i, user, system, want)
		}
	}
}

func TestProfileOfProcess(t *testing.T) {
	p := startProfiled(t)
	p.profiler.Start("", record.ProfileProcess)
	p.thread.SetStage(p.keys[0])
	done := make(chan bool)
	go func() { p.use(time.Millisecond, 0, 0); close(done) }()
	<-done
	p.profiler.End()
	s := p.thread.profiler.Load().Profiles()[0].Stages[0]
	if user, _ := s.Value(record.ProfileCPUUser); user != 1000 {
		t.Errorf("%d µs of a neighbour, want 1000", user)
	}
	if _, known := s.Value(record.ProfileSwaps); !known {
		t.Error("swaps of the process are measured")
	}
}

func TestProfileHistory(t *testing.T) {
	p := startProfiled(t)
	run := func(text string) {
		p.profiler.Start(text, record.ProfileStatement)
		p.thread.SetStage(p.keys[0])
		p.profiler.End()
	}
	texts := func() (s string) {
		for i, r := range p.thread.profiler.Load().Profiles() {
			if i > 0 && r.QueryID != p.thread.profiler.Load().Profiles()[i-1].QueryID+1 {
				t.Errorf("query ids out of order: %d", r.QueryID)
			}
			s += r.Text
		}
		return s
	}
	for _, text := range strings.Split("abcdefghijklmnopqr", "") {
		run(text)
	}
	for _, step := range []struct {
		size int
		want string
	}{{15, "defghijklmnopqr"}, {3, "pqr"}, {5, "pqr"}, {0, ""}} {
		p.profiler.SetHistorySize(step.size)
		if got := texts(); got != step.want {
			t.Errorf("history of %d: %q, want %q", step.size, got, step.want)
		}
	}
	run("s")
	p.profiler.SetHistorySize(2)
	for _, text := range []string{"t", "u", "v"} {
		run(text)
	}
	if got := p.thread.profiler.Load().Profiles(); len(got) != 2 || got[1].QueryID != 22 || texts() != "uv" {
		t.Errorf("%q, last %+v", texts(), got)
	}
	p.profiler.Start(strings.Repeat("ä", 400), record.ProfileStatement)
	p.thread.SetStage(p.keys[0])
	p.profiler.Continue("inner")
	p.profiler.Discard()
	p.profiler.End()
	if got := p.thread.profiler.Load().Profiles(); len(got) != 2 || got[1].Text != strings.Repeat("ä", 300) {
		t.Errorf("%+v", got)
	}
}

func TestProfileDoesNotAllocate(t *testing.T) {
	p := startProfiled(t)
	run := func() {
		p.profiler.Start("SELECT 1", record.ProfileStatement)
		for range 20 {
			p.thread.SetStage(p.keys[0])
			p.thread.SetStage(p.keys[1])
		}
		p.profiler.End()
	}
	for range DefaultProfilingHistory {
		run()
	}
	if n := testing.AllocsPerRun(100, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
	p.profiler.Start("", record.ProfileStatement)
	for range maxProfileStages + 10 {
		p.thread.SetStage(p.keys[0])
		p.pass(time.Microsecond)
	}
	p.profiler.End()
	all := p.thread.profiler.Load().Profiles()
	if last := all[len(all)-1]; len(last.Stages) != maxProfileStages || last.Duration != (maxProfileStages+10)*time.Microsecond {
		t.Errorf("%d stages of %v", len(last.Stages), last.Duration)
	}
}

func TestProfilerOfNothing(t *testing.T) {
	var th *Thread
	p := th.StageProfiler()
	p.Start("", record.ProfileStatement)
	p.Enter()
	p.Leave()
	p.Continue("")
	p.Checkpoint()
	p.SetHistorySize(1)
	p.End()
	if p.Recording() || p.Profiles() != nil {
		t.Error("a nil Thread records nothing")
	}
}
