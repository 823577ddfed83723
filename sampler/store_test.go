package sampler

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/snowset"
)

// ran runs a statement of one digest for a time.
func (f *fixture) ran(th *perfschema.Thread, digest int, took time.Duration) {
	st := th.BeginStatement(f.query)
	st.SetText("SELECT " + strings.Repeat("a, ", digest) + fmt.Sprint(took.Nanoseconds()))
	st.ComputeDigest()
	f.clock.Advance(took)
	st.End()
}

// A swarm of short statements leaves those that were slow, and the slowest of each
// digest, as many as their share has room for.
func TestSlowStatementsAreKept(t *testing.T) {
	const ms = time.Millisecond
	f := newFixture(t, Options{MaxProfiles: 40, SlowTime: 100 * ms, SlowShare: 50})
	th := f.thread()
	f.ran(th, 1, 90*ms) // the slowest of its digest
	f.ran(th, 1, 80*ms)
	f.ran(th, 2, 101*ms) // the same, and slow
	for i := range 18 {
		f.ran(th, 0, time.Duration(100+i)*ms)
	}
	for range 5000 {
		f.ran(th, 0, ms)
		f.tick()
	}
	kept := map[time.Duration]int{}
	for _, p := range f.profiler.Profiles() {
		took, _ := p.Statement.Duration()
		kept[took]++
	}
	for i := range 18 {
		if took := time.Duration(100+i) * ms; kept[took] != map[bool]int{true: 2, false: 1}[i == 1] {
			t.Errorf("of %v there are %d profiles", took, kept[took])
		}
	}
	if kept[90*ms] != 1 || kept[80*ms] != 0 || kept[ms] != 20 {
		t.Errorf("kept: %v", kept)
	}
	s := f.profiler.Status()
	if s.SlowKept != 20 || s.SlowEvicted != 0 || s.Evicted != 5021-40 || s.SlowTime != 100*ms {
		t.Errorf("status: %+v", s)
	}
	d := f.profiler.Digests()[0]
	if d.Longest != 90*ms || f.profiler.Find(Key{StatementID: d.SlowestID})[0].Statement.Text() != "SELECT a, 90000000" || d.SlowestSeen.IsZero() {
		t.Errorf("the slowest of the first digest took %v: %d", d.Longest, d.SlowestID)
	}
	// Slow ones leave no room for the slowest of a digest of short ones, and the
	// slowest of a digest stays longer than those that were slow alone.
	for range 50 {
		f.ran(th, 0, 110*ms)
		f.tick()
	}
	for range 5000 {
		f.ran(th, 0, ms)
		f.tick()
	}
	clear(kept)
	for _, p := range f.profiler.Profiles() {
		took, _ := p.Statement.Duration()
		kept[took]++
	}
	if kept[90*ms] != 0 || kept[101*ms] != 1 || kept[117*ms] != 1 || kept[110*ms] != 18 || kept[ms] != 20 {
		t.Errorf("kept: %v", kept)
	}
	f.profiler.Truncate()
	if d := f.profiler.Digests()[0]; d.SlowestID != 0 || d.Longest != 0 || d.Statements != 2 {
		t.Errorf("after TRUNCATE: %+v", d)
	}
}

// Statements of random digests, durations, texts and plans in stores of random
// sizes and shares: there are never more than there is room for, what is reserved is
// kept, sizes are those of what is there, and who looks for some finds what a scan
// finds.
func TestStoreKeepsItsRules(t *testing.T) {
	racetest.SkipAlone(t)
	const ms = time.Millisecond
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 13))
		limit, share := 1+r.IntN(60), []int{-1, 10, 25, 60, 100}[r.IntN(5)]
		f := newFixture(t, Options{MaxProfiles: limit, SlowTime: 50 * ms, SlowShare: share, MaxDigests: 6})
		threads := []*perfschema.Thread{f.thread(), f.thread()}
		digests := 1 + r.IntN(9)
		for range 400 {
			th := threads[r.IntN(2)]
			st := th.BeginStatement(f.query)
			digest := r.IntN(digests)
			st.SetText("SELECT " + strings.Repeat("a, ", digest) + strings.Repeat("7", r.IntN(900)))
			if digest > 0 {
				st.ComputeDigest()
			}
			plan := activity.NewPlan(30)
			for range r.IntN(30) {
				plan.Add(0, snowset.OperatorScan, "Table", "t")
			}
			st.SetPlan(plan)
			f.clock.Advance(time.Duration(r.IntN(60)) * ms)
			st.End()
			f.tick()
			if r.IntN(60) == 0 {
				f.profiler.Truncate()
			}
			f.checkStore(t, r)
			if t.Failed() {
				t.Fatalf("seed %d: %d profiles, %d %% of them reserved", seed, limit, share)
			}
		}
	}
}

func (f *fixture) checkStore(t *testing.T, r *rand.Rand) {
	t.Helper()
	s, all := &f.profiler.store, f.profiler.Profiles()
	if len(all) > s.limit || s.nodes > planNodes*s.limit || s.texts > uint64(textBytes*s.limit) {
		t.Errorf("%d profiles, %d nodes, %d bytes of text", len(all), s.nodes, s.texts)
	}
	if !slices.IsSortedFunc(all, func(a, b *Profile) int { return int(a.Statement.StatementID()) - int(b.Statement.StatementID()) }) {
		t.Error("not in order")
	}
	var texts uint64
	var nodes, count int
	for of, l := range s.parts {
		before := int32(none)
		for at := l.first; at != none; at = s.slots[at].next {
			x := s.slots[at]
			p := s.kept.unpack(s.kept.at(at))
			if x.prev != before || x.part != part(of) || int(x.nodes) != p.Statement.Plan().Len() || int(x.text) != len(p.Statement.Text()) {
				t.Errorf("slot %d: %+v", at, x)
			}
			texts, nodes = texts+uint64(x.text), nodes+int(x.nodes)
			before = at
			count++
		}
	}
	if texts != s.texts || nodes != s.nodes || count != len(all) {
		t.Errorf("%d profiles with %d bytes of text, %d nodes; counted %d, %d, %d", count, texts, nodes, len(all), s.texts, s.nodes)
	}
	checkBlocks(t, &s.kept, len(s.slots))
	known := f.profiler.Digests()
	for _, d := range known { // the slowest of each digest, as far as there is room
		room := s.reserve
		if d.Longest < s.slow {
			room -= s.parts[slow].n
		}
		if d.SlowestID == 0 || len(known) > room {
			continue
		}
		if found := f.profiler.Find(Key{StatementID: d.SlowestID}); len(found) != 1 {
			t.Errorf("the slowest of a digest is not kept")
		} else if took, _ := found[0].Statement.Duration(); took != d.Longest {
			t.Errorf("the slowest took %v, not %v", took, d.Longest)
		}
	}
	if len(all) == 0 || r.IntN(5) > 0 { // so that some finders grow old
		return
	}
	st := all[r.IntN(len(all))].Statement
	sum, ok := st.Digest()
	for _, k := range []Key{{StatementID: st.StatementID()}, {ThreadID: st.ThreadID()}, {ThreadID: st.ThreadID(), EventID: st.EventID()}, {EventID: st.EventID()},
		{Digest: &sum}, {Digest: &sum, ThreadID: st.ThreadID()}, {StatementID: 1 << 40}, {ThreadID: 999}} {
		var want []*Profile
		for _, p := range all {
			if k.matches(p.Statement) {
				want = append(want, p)
			}
		}
		if got := f.profiler.Find(k); !slices.EqualFunc(got, want, func(a, b *Profile) bool { return said(a) == said(b) }) || ok && k.Digest != nil && len(got) == 0 {
			t.Errorf("%+v finds %d profiles, want %d", k, len(got), len(want))
		}
	}
}

// TestRecent: of the last executions none is missing, and it is said whether that is all.
func TestRecent(t *testing.T) {
	const ms = time.Millisecond
	f := newFixture(t, Options{MaxProfiles: 20, SlowTime: 100 * ms, SlowShare: 50})
	th := f.thread()
	took := func() (out []time.Duration) {
		list, _ := f.profiler.Recent()
		for _, p := range list {
			d, _ := p.Statement.Duration()
			out = append(out, d)
		}
		return out
	}
	if list, whole := f.profiler.Recent(); len(list) != 0 || !whole {
		t.Errorf("before any: %d, %v", len(list), whole)
	}
	for i := range 20 {
		f.ran(th, 0, map[bool]time.Duration{true: 200 * ms, false: time.Duration(i) * ms}[i%4 == 0])
	}
	if list, whole := f.profiler.Recent(); len(list) != 20 || !whole {
		t.Errorf("all there were: %d, %v", len(list), whole)
	}
	for i := range 100 {
		f.ran(th, 0, time.Duration(i+1)*time.Microsecond)
		f.tick()
	}
	got := took()
	if len(got) < 10 || len(got) >= 20 {
		t.Fatalf("%d are recent", len(got))
	}
	for i, d := range got {
		if want := time.Duration(100-len(got)+i+1) * time.Microsecond; d != want {
			t.Errorf("%d of %d took %v, want %v", i, len(got), d, want)
		}
	}
	if _, whole := f.profiler.Recent(); whole {
		t.Error("all there were, though some made room")
	}
	f.profiler.Truncate()
	if list, whole := f.profiler.Recent(); len(list) != 0 || whole {
		t.Errorf("truncated: %d, %v", len(list), whole)
	}
	none := newFixture(t, Options{MaxProfiles: -1})
	th = none.thread()
	none.ran(th, 0, ms)
	none.tick()
	if list, whole := none.profiler.Recent(); len(list) != 0 || whole {
		t.Errorf("of none that are kept: %d, %v", len(list), whole)
	}
}
