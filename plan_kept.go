package perfschema

import (
	"sync/atomic"
	"time"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/relaxed"
)

// defaultDetailCeiling is the default of profiling_detail_ceiling.
const defaultDetailCeiling = 1

const (
	// detailTick is the time from which on a statement is long: a profiler's interval.
	detailTick = uint64(10 * time.Millisecond)
	// detailFirst is of how many executions of a digest the plans are kept first.
	detailFirst = 16
	// detailAgain is of how many they are at most after one that was long.
	detailAgain = 8
	// detailMost is of how many executions one plan is kept at least.
	detailMost = 1024
	// detailWeight: the mean of a digest's durations follows the last so many.
	detailWeight = 8
	// detailStep: the usual duration moves by about such a part with each statement.
	detailStep = 32
)

// What it takes to keep a plan, in nanoseconds of a core: for the plan, for each of
// its nodes, and for each loop and row of one.
const (
	detailPlan = 1000
	detailNode = 250
	detailRow  = 15
)

// detail is what a digest's row knows of the plans of its statements: what they take
// to be kept, and how long a statement is expected to last. Any number of writers
// store; a value that one of them loses changes little.
type detail struct {
	mean  relaxed.Uint64 // nanoseconds of the last statements, 0 if none was timed
	usual relaxed.Uint64 // nanoseconds that a quarter of them stays below, likewise
	price relaxed.Uint64 // nanoseconds that it takes to keep a plan, likewise
	kept  atomic.Uint32  // plans, up to detailFirst
}

// every returns of how many executions one plan is to be kept, for plans to take no more
// than ceiling thousandths of the statements' time. 1: of each. mean and usual are what is
// expected of the statement, as the caller has it. What is usual is not the
// mean: where many statements share few cores most of them wait for one, and what their
// plans take matters more, and not less.
func (d *detail) every(mean, usual uint64, ceiling int64) uint32 {
	if ceiling <= 0 || d.kept.Load() < detailFirst || mean == 0 || mean >= detailTick {
		return 1
	}
	most := usual * uint64(ceiling) / 1000
	return uint32(min(d.price.Load()/(most+1)+1, detailMost))
}

// again is of how many executions plans are kept after one that took long: as many as
// fit in the ceiling's share of what it took.
func (d *detail) again(took uint64, ceiling int64) uint32 {
	if ceiling <= 0 || took >= uint64(time.Hour) {
		return detailAgain
	}
	return uint32(min(max(took*uint64(ceiling)/1000/max(d.price.Load(), 1), 1), detailAgain))
}

// expect has the next statements of the digest expected to last as those before and one that
// took so many nanoseconds.
func (d *detail) expect(took uint64) {
	took = max(took, 1)
	d.mean.Store(weighted(d.mean.Load(), took))
	d.usual.Store(usually(d.usual.Load(), took))
}

// usually is what a quarter of the last values stays below, after one more value.
func usually(usual, value uint64) uint64 {
	switch {
	case usual == 0:
		return value
	case value < usual:
		return max(usual-usual/detailStep*3/4, value)
	case value > usual:
		return min(usual+usual/detailStep/4+1, value)
	}
	return usual
}

// ended is called with each statement of the digest that was timed. plan is the one
// that was kept of it, or nil.
func (d *detail) ended(took uint64, plan *activity.Plan, ceiling int64) {
	if took >= detailTick && d.kept.Load() == detailFirst {
		d.kept.Store(detailFirst - d.again(took, ceiling))
		return
	}
	if plan == nil {
		return
	}
	d.price.Store(weighted(d.price.Load(), planPrice(plan)))
	if d.kept.Load() < detailFirst {
		d.kept.Add(1)
	}
}

// weighted is a mean that follows the last values.
func weighted(mean, value uint64) uint64 {
	if mean == 0 {
		return value
	}
	return max(mean-mean/detailWeight+value/detailWeight, 1)
}

// planPrice estimates what it has taken to keep the plan, in nanoseconds.
func planPrice(p *activity.Plan) uint64 {
	sum := uint64(detailPlan)
	for i := range p.Len() {
		loops, rows := p.Node(uint16(i + 1)).Counts()
		sum += detailNode + detailRow*(loops+rows)
	}
	return sum
}

// KeepsDetail says whether the plan of the statement is to be kept, with what each of
// its operators does. It is for who runs it, and is asked once, when the statement has
// its digest. The answer is remembered with the statement, and false means that the
// statement is never given a plan, but for one without counts ([activity.PlanNode.SetKnown])
// if it turns out to be long. The stage history has of such a statement one stage for
// all of its setup and one for all of its teardown ([Thread.SetPhase]), and nothing if it
// is short and ends by [Statement.EndThin].
//
// Plans are kept in proportion to how long statements take: of the first 16 executions
// of a digest, of those expected to take 10 ms or more, of the next one to eight after one
// that did, and of one in so many of the others, chosen at random: of so many that it takes
// no more than profiling_detail_ceiling thousandths of the digest's time by an estimate.
// Those without a digest or a duration all keep theirs. A few nanoseconds; no lock, no
// allocation.
func (h Statement) KeepsDetail() bool {
	st := h.running()
	if st == nil {
		return false
	}
	t := st.thread
	ceiling := t.schema.detailCeiling.Load()
	e := st.rec.entry
	if ceiling == 0 || e == nil || st.rec.level != 0 || !st.rec.timed {
		return true
	}
	t.lock.Begin()
	keeps := t.drawDetail(e, &st.rec, ceiling)
	t.lock.End()
	return keeps
}

// drawDetail draws whether the plan of a statement of a digest is kept, and remembers that with the
// statement. It is called in the write section.
func (t *Thread) drawDetail(e *digestEntry, r *statementRecord, ceiling int64) (keeps bool) {
	mean, usual := e.detail.mean.Load(), e.detail.usual.Load()
	if p := t.recent.find(e); p != nil && p.mean != 0 && mean < detailTick {
		mean, usual = p.mean, p.usual
	}
	every := e.detail.every(mean, usual, ceiling)
	if every <= 1 {
		return true
	}
	keeps = t.draw()%every == 0
	r.every, r.bare = every, !keeps
	if !keeps {
		t.stageHistory.leaveOut()
	}
	return keeps
}

// LeavesStages says of a statement whose plan is not kept ([Statement.KeepsDetail]) that
// the stages of its setup but the first are recorded nowhere, nor are those of its
// teardown: none is enabled. Who runs it need not enter them; STATE then has the first for
// all of them, as the stage history has. A few loads.
func (h Statement) LeavesStages() bool {
	st := h.running()
	return st != nil && st.rec.bare && !st.thread.stage.running && st.thread.schema.stagesEnabled.Load() == 0
}

// KeepDetail takes an answer of KeepsDetail back: the plan of the statement is kept.
func (h Statement) KeepDetail() {
	if st := h.running(); st != nil && st.rec.bare {
		st.thread.lock.Begin()
		st.rec.bare = false
		st.thread.lock.End()
	}
}

// Short says of a statement which has been asked for [Statement.KeepsDetail] that it is
// expected to be one of those whose plans are kept for one execution in so many: it takes
// less than 10 ms. A load.
func (h Statement) Short() bool {
	st := h.running()
	return st != nil && st.rec.every > 1
}

// draw is a random number: Marsaglia's xorshift. The Thread's writer calls it.
func (t *Thread) draw() uint32 {
	x := t.random
	if x == 0 {
		x = uint32(t.id)*2654435761 | 1
	}
	x ^= x << 13
	x ^= x >> 17
	x ^= x << 5
	t.random = x
	return x
}

// Detailed says whether the statement's operators were to be seen and its plan to be
// kept, if it had one: see [Statement.KeepsDetail].
func (p *SampledStatement) Detailed() bool { return !p.rec.bare }

// DetailEvery is of how many executions of the statement's digest one plan was kept
// when it ran, 1 for all.
func (p *SampledStatement) DetailEvery() int { return int(max(p.rec.every, 1)) }

// PlanWeight counts the executions of its digest that a statement with a plan represents, after it has
// ended: Weight for a long one, since the plans of all long ones are kept; Weight times DetailEvery for a
// short one. It is 0 for a statement without a plan.
func (p *SampledStatement) PlanWeight() int {
	if p.plan == nil {
		return 0
	}
	if took, _ := p.Duration(); p.rec.bare || uint64(took) >= detailTick {
		return p.Weight()
	}
	return p.Weight() * p.DetailEvery()
}
