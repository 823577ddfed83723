package perfschema_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/record"
)

// stageHistoryFixture is a Schema as it is by default, with a connection and stages
// whose instruments are off.
type stageHistoryFixture struct {
	*fixture
	th *perfschema.Thread
}

func newStageHistory(t *testing.T, stages int64) stageHistoryFixture {
	t.Helper()
	sizes := perfschema.DefaultSizes()
	sizes.SessionStages = stages
	f := newFixture(t, func(c *perfschema.Config) { c.Sizes = sizes })
	th := f.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost", ProcesslistID: 7})
	t.Cleanup(th.End)
	return stageHistoryFixture{f, th}
}

// run runs a statement of some stages of 1 µs, 2 µs, ...
func (f stageHistoryFixture) run(text string, stages ...perfschema.StageKey) {
	st := f.th.BeginStatement(f.selectKey)
	for i, k := range stages {
		if i == 0 && st.Recorded() {
			st.StartStage(k)
		} else {
			f.th.SetStage(k)
		}
		f.th.SetCommand("Query", text)
		f.clock.Advance(time.Duration(i+1) * time.Microsecond)
	}
	st.End()
	f.th.EndStage()
	f.th.SetCommand("Sleep", "")
	f.clock.Advance(time.Millisecond)
}

func (f stageHistoryFixture) shown() string {
	var out []string
	for _, p := range f.Read().SessionProfiles(f.th)[0] {
		s := p.Text
		if p.Running {
			s += " running"
		}
		for _, stage := range p.Stages {
			s += fmt.Sprintf(" %d:%s:%d", stage.Seq, stage.State, stage.Duration.Microseconds())
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

// With every instrument and consumer as it is by default, and with all off, a
// connection's last statements have their stages.
func TestSessionStagesWithNothingOn(t *testing.T) {
	f := newStageHistory(t, perfschema.DefaultSizes().SessionStages)
	f.run("SELECT 1", f.opening, f.sending)
	got := f.Read().SessionProfiles(f.th)[0]
	if len(got) != 1 || got[0].EventID == 0 || got[0].QueryID != 0 {
		t.Fatalf("%+v", got)
	}
	if s := got[0].Stages[1].Source(); s.File != "stage_history_test.go" {
		t.Errorf("source %+v", s)
	}
	if _, known := got[0].Stages[0].Value(record.ProfileCPUUser); known {
		t.Error("CPU time of a statement that was not profiled")
	}
	for _, c := range perfschema.Consumers() {
		f.SetConsumer(c, false)
	}
	f.run("SELECT 2", f.sending)
	f.th.SetStage(f.opening)
	f.th.SetCommand("Query", "SELECT 3")
	f.clock.Advance(5 * time.Microsecond)
	if got, want := f.shown(), "SELECT 1 2:Opening tables:1 3:Sending data:2; SELECT 2 2:Sending data:1; SELECT 3 running 2:Opening tables:5"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	f.th.EndStage()
	f.th.SetCommand("Sleep", "")
	if n := len(f.Read().Status()); f.Read().Status()[n-1].Value != 0 {
		t.Errorf("lost %+v", f.Read().Status()[n-1])
	}
}

// A statement that was profiled too is there once; one with a stage event is.
func TestSessionStagesBesideProfiles(t *testing.T) {
	f := newStageHistory(t, perfschema.DefaultSizes().SessionStages)
	f.run("SELECT 1", f.opening)
	f.enableAll()
	f.run("SELECT 2", f.opening, f.sending)
	p := f.th.StageProfiler()
	p.Start("SELECT 3", record.ProfileStatement)
	f.run("SELECT 3", f.opening, f.sending)
	p.End()
	got := f.Read().SessionProfiles(f.th)[0]
	if len(got) != 3 || got[2].QueryID != 1 || got[1].QueryID != 0 {
		t.Fatalf("%+v", got)
	}
	if got := f.shown(); !strings.HasPrefix(got, "SELECT 1 2:Opening tables:1; SELECT 2 2:Opening tables:1 3:Sending data:2; SELECT 3 2:Opening tables:1 3:Sending data:") {
		t.Error(got)
	}
}

func TestSessionStagesAreBounded(t *testing.T) {
	f := newStageHistory(t, 4)
	f.run("SELECT 1", f.opening, f.sending)
	f.run("SELECT 2", f.opening, f.sending)
	f.run("SELECT 3", f.opening, f.sending, f.opening)
	if got := f.shown(); got != "SELECT 3 2:Opening tables:1 3:Sending data:2 4:Opening tables:3" {
		t.Errorf("what has lost stages is gone: %s", got)
	}
	f.run("SELECT 4", f.opening, f.sending, f.opening, f.sending, f.opening, f.sending)
	if got := f.shown(); got != "SELECT 4 2:Opening tables:1 3:Sending data:2 4:Opening tables:3 5:Sending data:15" {
		t.Errorf("later stages are part of the last: %s", got)
	}
	status := f.Read().Status()
	if last := status[len(status)-1]; last.Name != "Profiling_session_stages_lost" || last.Value != 2 {
		t.Errorf("%+v, want 2 lost", last)
	}
	f.Read().FlushStatus()
	if status := f.Read().Status(); status[len(status)-1].Value != 0 {
		t.Error("FLUSH STATUS forgets what was lost")
	}
	f.run(strings.Repeat("ä", 5000), f.opening)
	if got := f.Read().SessionProfiles(f.th)[0][0].Text; got != strings.Repeat("ä", 300) {
		t.Errorf("a long text: %d bytes", len(got))
	}
	for i := range 100 {
		f.run(fmt.Sprint(i), f.opening)
	}
	if got := f.shown(); got != "96 2:Opening tables:1; 97 2:Opening tables:1; 98 2:Opening tables:1; 99 2:Opening tables:1" {
		t.Error(got)
	}
	none := newStageHistory(t, 0)
	none.run("SELECT 1", none.opening)
	if got := none.shown(); got != "" {
		t.Errorf("with a size of 0: %s", got)
	}
}

func TestSessionStagesOfThreads(t *testing.T) {
	f := newStageHistory(t, perfschema.DefaultSizes().SessionStages)
	worker := f.NewThread(0, perfschema.ThreadOptions{Background: true})
	defer worker.End()
	worker.SetStage(f.opening)
	worker.EndStage()
	f.th.SetInstrumented(false)
	f.run("SELECT 1", f.opening)
	if got := f.Read().SessionProfiles(worker, f.th); len(got[0])+len(got[1]) != 0 {
		t.Errorf("a worker, and a thread that is not instrumented: %+v", got)
	}
}

func TestSessionStagesDoNotAllocate(t *testing.T) {
	f := newStageHistory(t, perfschema.DefaultSizes().SessionStages)
	long := strings.Repeat("x", 10_000)
	run := func() {
		f.run("SELECT 1", f.opening, f.sending)
		f.run(long, f.opening, f.sending)
		f.th.SetStage(f.opening)
		f.th.EndStage()
	}
	for range 20 {
		run()
	}
	f.SetConsumer(perfschema.ConsumerGlobalInstrumentation, false)
	if n := testing.AllocsPerRun(100, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Readers see statements whole while they come and go.
func TestSessionStagesAreConsistent(t *testing.T) {
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var keys [4]perfschema.StageKey
	for i := range keys {
		keys[i] = s.RegisterStage("sql", perfschema.Info{Name: fmt.Sprint(i)})
	}
	th := s.NewThread(0, perfschema.ThreadOptions{ProcesslistID: 1})
	defer th.End()
	stop := make(chan bool)
	var wg sync.WaitGroup
	wg.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
			}
			th.SetStage(keys[0])
			th.SetCommand("Query", strings.Repeat(string(rune('a'+n%26)), 1000+n%500))
			for i := 1; i <= n%40; i++ {
				th.SetStage(keys[i%4])
			}
			th.EndStage()
			th.SetCommand("Sleep", "")
		}
	})
	for range 300 {
		for _, p := range s.Read().SessionProfiles(th)[0] {
			for i, stage := range p.Stages {
				if stage.State != fmt.Sprint(i%4) || stage.Duration < 0 {
					t.Fatalf("stage %d of %d: %+v", i, len(p.Stages), stage)
				}
			}
			if p.Text != strings.Repeat(p.Text[:1], 300) {
				t.Fatalf("text %q", p.Text)
			}
		}
	}
	close(stop)
	wg.Wait()
}

func BenchmarkSessionStages(b *testing.B) {
	for _, size := range []int64{0, perfschema.DefaultSizes().SessionStages} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			sizes := perfschema.DefaultSizes()
			sizes.SessionStages = size
			s, _ := perfschema.New(perfschema.Config{Sizes: sizes})
			x := s.RegisterStage("sql", perfschema.Info{Name: "x"})
			y := s.RegisterStage("sql", perfschema.Info{Name: "y"})
			th := s.NewThread(0, perfschema.ThreadOptions{ProcesslistID: 1})
			b.ReportAllocs()
			for b.Loop() { // 8 stages
				for range 4 {
					th.SetStage(x)
					th.SetStage(y)
				}
				th.EndStage()
			}
		})
	}
	b.Run("8 reads of the clock", func(b *testing.B) {
		s, start := uint64(0), time.Now()
		for b.Loop() {
			for range 8 {
				s += uint64(time.Since(start))
			}
		}
	})
}

// Of a short statement that is left out the first stage of its setup and that of its
// teardown stand for those after them; what it is in while it is executed is all told,
// for it may turn out to be long.
func TestStageHistoryOfStatementsLeftOut(t *testing.T) {
	f := newStageHistory(t, 256)
	view, err := f.Read().StartSampling(64)
	if err != nil {
		t.Fatal(err)
	}
	defer view.Stop()
	begin := func() (perfschema.Statement, bool) {
		st := f.th.BeginStatement(f.selectKey)
		st.StartStage(f.opening)
		f.th.SetPhase(activity.PhaseSetup)
		st.SetText("SELECT 1")
		f.th.SetCommand("Query", "SELECT 1")
		st.ComputeDigest()
		keeps := st.KeepsDetail()
		if st.LeavesStages() == keeps {
			t.Fatalf("kept %v, and its stages are left out %v", keeps, !keeps)
		}
		if keeps {
			p := activity.NewPlan(1)
			p.Add(0, 1, "Table", "t")
			st.SetPlan(p)
		}
		f.clock.Advance(time.Microsecond)
		f.th.SetStage(f.sending)
		f.clock.Advance(2 * time.Microsecond)
		f.th.SetPhase(activity.PhaseExecution)
		f.th.SetStage(f.sending)
		f.clock.Advance(3 * time.Microsecond)
		f.th.SetStage(f.opening)
		return st, keeps
	}
	end := func(st perfschema.Statement) {
		f.clock.Advance(4 * time.Microsecond)
		f.th.SetPhase(activity.PhaseTeardown)
		f.th.SetStage(f.sending)
		f.clock.Advance(5 * time.Microsecond)
		f.th.SetStage(f.opening)
		f.clock.Advance(6 * time.Microsecond)
		st.End()
		f.th.EndStage()
		f.th.SetCommand("Sleep", "")
		f.clock.Advance(time.Millisecond)
	}
	const whole = "SELECT 1 2:Opening tables:1 3:Sending data:2 4:Sending data:3 5:Opening tables:4 6:Sending data:5 7:Opening tables:6"
	const short = "SELECT 1 2:Opening tables ...:3 3:Sending data:3 4:Opening tables:4 5:Sending data ...:11"
	const soFar = "SELECT 1 running 2:Opening tables ...:3 3:Sending data:3 4:Opening tables:4000000"
	last := func() string {
		all := strings.Split(f.shown(), "; ")
		return all[len(all)-1]
	}
	left := 0
	for range 100 {
		st, keeps := begin()
		if end(st); keeps && last() != whole || !keeps && last() != short {
			t.Fatalf("kept %v: %s", keeps, last())
		}
		if !keeps {
			left++
		}
	}
	if left < 50 {
		t.Errorf("%d of 100 were left out", left)
	}
	for {
		st, keeps := begin()
		if keeps {
			end(st)
			continue
		}
		f.clock.Advance(4 * time.Second)
		if last() != soFar {
			t.Errorf("a long one: %s", last())
		}
		end(st)
		break
	}
	if st, _ := begin(); true { // of the next all stages are told
		if end(st); last() != whole {
			t.Errorf("after a long one: %s", last())
		}
	}
	// One that is dropped, or has no phases, leaves nothing behind.
	f.th.BeginStatement(f.selectKey).Discard()
	f.run("SELECT 2", f.opening, f.sending)
	if last() != "SELECT 2 2:Opening tables:1 3:Sending data:2" {
		t.Error(last())
	}
}
