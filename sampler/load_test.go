package sampler

import (
	"flag"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// Statements never wait for the profiler, however long it takes: what finds no
// room until it samples again is counted, and nothing else is lost.
func TestStatementsDoNotWait(t *testing.T) {
	f := newFixture(t, Options{MaxProfiles: 2 * queueSize})
	th := f.thread()
	const more = 100
	f.profiler.mu.Lock() // as in a sample that does not end
	for range queueSize + more {
		th.BeginStatement(f.query).End()
	}
	f.profiler.mu.Unlock()
	f.tick()
	for range queueSize {
		th.BeginStatement(f.query).End()
	}
	f.tick()
	if s := f.profiler.Status(); s.Kept != 2*queueSize || s.Lost != more || s.Evicted != 0 {
		t.Errorf("kept %d, lost %d, evicted %d", s.Kept, s.Lost, s.Evicted)
	}
}

var loadTime = flag.Duration("load", time.Second, "how long to run 6,000 statements a second under the profiler")

// 6,000 statements a second on several threads: each has a profile as long as
// there is room, and a place in its digest's sum for good.
func TestLoadLosesNothing(t *testing.T) {
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	query := s.RegisterStatement("app", perfschema.Info{Name: "query"})
	const threads, rate, room = 4, 1500, 5000
	each := int(rate * loadTime.Seconds())
	p, err := Start(s, Options{MaxProfiles: room})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var wg sync.WaitGroup
	for range threads {
		th := s.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})
		wg.Go(func() {
			pace := time.NewTicker(time.Second / rate)
			defer pace.Stop()
			for range each {
				<-pace.C
				st := th.BeginStatement(query)
				st.SetText("SELECT 1")
				st.ComputeDigest()
				runtime.Gosched()
				st.End()
			}
		})
	}
	wg.Wait()
	st := p.Status()
	if st.Kept != room || st.Lost != 0 || st.Evicted != uint64(threads*each-room) {
		t.Errorf("kept %d, lost %d, evicted %d", st.Kept, st.Lost, st.Evicted)
	}
	digests := p.Digests()
	if len(digests) != 1 || digests[0].Statements != uint64(threads*each) || digests[0].DigestText != "SELECT ?" {
		t.Errorf("digests: %+v", digests)
	}
	ids := map[uint64]bool{}
	for _, x := range p.Profiles() {
		ids[x.Statement.StatementID()] = true
	}
	if len(ids) != room {
		t.Errorf("%d different numbers of %d statements", len(ids), room)
	}
}

// What is kept of a statement is bounded: its text is cut, its plan small.
func TestMemoryOfProfiles(t *testing.T) {
	f := newFixture(t, Options{MaxProfiles: 1000})
	th := f.thread()
	text := string(make([]byte, 1<<20))
	for i := range 1000 {
		st := th.BeginStatement(f.query)
		st.SetText(text)
		plan := activity.NewPlan(10)
		for node := range 10 {
			plan.Add(uint16(node), snowset.OperatorScan, "Table", "t")
		}
		st.SetPlan(plan)
		for node := range 5 {
			m := th.EnterOperator(snowset.OperatorScan, uint16(node+1))
			if i%100 == 0 {
				f.tick()
			}
			th.LeaveOperator(m)
		}
		st.End()
		if i%100 == 0 {
			f.tick()
		}
	}
	var kept Buffer
	for _, b := range f.profiler.Buffers() {
		if b.Name == "query_profiles" {
			kept = b
		}
	}
	if each := kept.Memory / kept.Count; kept.Count != 1000 || each < 512 || each > 4096 {
		t.Errorf("%d profiles take %d bytes: %d each", kept.Count, kept.Memory, each)
	} else {
		t.Logf("%d bytes a profile", each)
	}
	f.profiler.Truncate()
	if b := f.profiler.Buffers()[1]; b.Count != 0 || b.Memory != 0 {
		t.Errorf("after TRUNCATE: %+v", b)
	}
}

// Plans larger than there is room for are kept of the newest statements alone.
func TestPlansAreBounded(t *testing.T) {
	f := newFixture(t, Options{MaxProfiles: 10})
	th := f.thread()
	run := func(nodes int) {
		st := th.BeginStatement(f.query)
		plan := activity.NewPlan(nodes)
		for range nodes {
			plan.Add(0, snowset.OperatorScan, "Table", "t")
		}
		st.SetPlan(plan)
		st.End()
		f.tick()
	}
	plans := func() (out []int) {
		for _, p := range f.profiler.Profiles() {
			out = append(out, p.Statement.Plan().Len())
		}
		return out
	}
	for range 8 {
		run(40)
	}
	if got := plans(); !slices.Equal(got, []int{0, 0, 0, 0, 40, 40, 40, 40}) {
		t.Errorf("plans of %v nodes", got)
	}
	for range 5 {
		run(1)
	}
	run(1000)
	run(3)
	if got := plans(); !slices.Equal(got, []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 3}) {
		t.Errorf("plans of %v nodes", got)
	}
	for range 20 {
		run(16)
	}
	if got := plans(); !slices.Equal(got, slices.Repeat([]int{16}, 10)) {
		t.Errorf("plans of %v nodes", got)
	}
	if s := f.profiler.Status(); s.PlansEvicted == 0 || s.Evicted != 25 {
		t.Errorf("plans evicted: %d, profiles %d", s.PlansEvicted, s.Evicted)
	}
}
