package sampler

import (
	linked "container/list"
	"encoding/hex"
	"strings"
	"time"
	"unsafe"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/histogram"
	"github.com/perfschema/perfschema/record"
)

// PlanProfile sums up the statements of one digest and one default database that had one plan. Statements
// whose plans were not kept are represented by those whose plans were.
type PlanProfile struct {
	Schema, DigestHex, DigestText string
	// Hash is the plan's: [Profile.PlanHash].
	Hash uint64
	// FirstSeen and LastSeen are when the first and the last of them ended.
	FirstSeen, LastSeen time.Time
	// Kept counts the statements whose plan was kept. Statements, and all sums below, count the statements
	// that these represent ([perfschema.SampledStatement.PlanWeight]): an estimate where the plans of short
	// ones are left out.
	Kept, Statements uint64
	// Failed counts those that ended in an error.
	Failed uint64
	// Duration is the sum of their durations, Longest the duration of the slowest whose plan was kept.
	Duration, Longest time.Duration
	// Sent, Examined and Affected are their rows.
	Sent, Examined, Affected uint64
	// ExampleID is the STATEMENT_ID of the slowest statement whose operators were seen; if those of none were,
	// of the slowest. ExampleText is its text, cut as texts are. Example is its plan, with the counts of each
	// node.
	ExampleID   uint64
	ExampleText string
	Example     *activity.Plan

	identity  *PlanProfile // that it is a copy of
	sum       [32]byte
	durations *histogram.Counts // of picoseconds
	packed    string            // Example at rest
	took      time.Duration     // of the example
	detailed  bool              // its operators were seen
}

// Identity is equal in all copies of one PlanProfile, and different for one that is made again after it has
// gone.
func (p *PlanProfile) Identity() any { return p.identity }

// Histogram counts Statements by MySQL's buckets of durations.
func (p *PlanProfile) Histogram() record.Histogram { return p.durations.Load() }

// Quantile is the time that so many thousandths of the statements took at most: the upper bound of
// the bucket of MySQL's histograms that it falls in.
func (p *PlanProfile) Quantile(permille uint64) time.Duration {
	h := p.Histogram()
	return time.Duration(h.Quantile(permille) / 1000)
}

// planKey identifies a PlanProfile.
type planKey struct {
	sum    [32]byte
	schema string
	hash   uint64
}

// plans holds the PlanProfiles. Where it is full, a new one replaces the one that was last seen longest ago.
type plans struct {
	limit    int
	byKey    map[planKey]*linked.Element
	order    linked.List // of *PlanProfile, the last seen first
	bytes    uint64      // of texts and packed plans
	replaced uint64
	watches  []*func([]*PlanProfile) // told of what goes
}

func (d *plans) init(limit int) {
	d.limit = max(limit, 0)
	d.clear()
}

func (d *plans) clear() {
	d.byKey, d.bytes = make(map[planKey]*linked.Element), 0
	d.order.Init()
}

// add counts a statement that has ended, if its digest and its plan are known.
func (d *plans) add(p *Profile) {
	st := p.Statement
	sum, ok := st.Digest()
	if !ok || p.plan == 0 || d.limit == 0 {
		return
	}
	x, weight := d.find(planKey{sum, st.Schema(), p.plan}, st), uint64(st.PlanWeight())
	x.Kept++
	x.Statements += weight
	if st.Failed() {
		x.Failed += weight
	}
	c := st.Counters()
	x.Sent += weight * c.RowsSent
	x.Examined += weight * c.RowsExamined
	x.Affected += weight * c.RowsAffected
	if at, ok := st.End(); ok {
		if x.FirstSeen.IsZero() {
			x.FirstSeen = at
		}
		x.LastSeen = at
	}
	took, ok := st.Duration()
	if ok {
		x.Duration += weighted(took, weight)
		x.durations.AddMany(histogram.Bucket(uint64(took.Nanoseconds())*1000), weight)
	}
	x.Longest = max(x.Longest, took)
	if x.prefers(st.Detailed(), took) {
		d.bytes -= x.size()
		x.ExampleID, x.took, x.detailed = st.StatementID(), took, st.Detailed()
		x.ExampleText, x.packed = strings.Clone(st.Text()), string(st.Plan().Pack(nil))
		d.bytes += x.size()
	}
}

// prefers reports whether a statement is the better example: one whose nodes were counted, and of those
// the slowest.
func (p *PlanProfile) prefers(detailed bool, took time.Duration) bool {
	if p.ExampleID == 0 || detailed != p.detailed {
		return p.ExampleID == 0 || detailed
	}
	return took > p.took
}

// size is the bytes of what differs in length.
func (p *PlanProfile) size() uint64 {
	return uint64(len(p.Schema) + len(p.DigestText) + len(p.ExampleText) + len(p.packed))
}

// find returns the plan of a key, which becomes the one seen last.
func (d *plans) find(k planKey, st *perfschema.SampledStatement) *PlanProfile {
	if e := d.byKey[k]; e != nil {
		d.order.MoveToFront(e)
		return e.Value.(*PlanProfile)
	}
	for d.order.Len() >= d.limit {
		last := d.order.Back()
		x := d.order.Remove(last).(*PlanProfile)
		delete(d.byKey, planKey{x.sum, x.Schema, x.Hash})
		d.bytes -= x.size()
		d.replaced++
		d.tell([]*PlanProfile{x})
	}
	x := &PlanProfile{Schema: k.schema, DigestText: st.DigestText(), Hash: k.hash, sum: k.sum, durations: new(histogram.Counts)}
	d.byKey[k] = d.order.PushFront(x)
	d.bytes += x.size()
	return x
}

// list is the plans, the one last seen first; of one digest if sum is not nil.
func (d *plans) list(sum *[32]byte) []*PlanProfile {
	out := make([]*PlanProfile, 0, d.order.Len())
	for e := d.order.Front(); e != nil; e = e.Next() {
		if x := e.Value.(*PlanProfile); sum == nil || x.sum == *sum {
			out = append(out, x)
		}
	}
	return out
}

// copyPlans copies plans for readers, who have their examples by unpackExamples.
func copyPlans(list []*PlanProfile) []*PlanProfile {
	out := make([]*PlanProfile, len(list))
	for i, x := range list {
		c := *x
		c.identity, c.DigestHex = x, hex.EncodeToString(x.sum[:])
		out[i] = &c
	}
	return out
}

func unpackExamples(list []*PlanProfile) {
	for _, x := range list {
		x.Example = activity.UnpackPlan(x.packed)
	}
}

// tell tells who watches of plans that go.
func (d *plans) tell(gone []*PlanProfile) {
	if len(d.watches) == 0 {
		return
	}
	told := copyPlans(gone)
	unpackExamples(told)
	for _, f := range d.watches {
		(*f)(told)
	}
}

// memory is the bytes that all of it takes.
func (d *plans) memory() uint64 {
	const place = uint64(unsafe.Sizeof(linked.Element{})+2*unsafe.Sizeof(planKey{})) + uint64(unsafe.Sizeof(PlanProfile{})+unsafe.Sizeof(histogram.Counts{}))
	sum := d.bytes + uint64(d.order.Len())*place
	for e := d.order.Front(); e != nil; e = e.Next() {
		sum += e.Value.(*PlanProfile).durations.Bytes()
	}
	return sum
}

// Plans returns what the statements of each plan took together, the plan last seen first. sum is the
// digest of those that are returned, nil for all. A Profiler that is nil has none.
func (p *Profiler) Plans(sum *[32]byte) []*PlanProfile {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	p.collect(true)
	out := copyPlans(p.plans.list(sum))
	p.mu.Unlock()
	unpackExamples(out)
	return out
}

// TruncatePlans forgets what Plans returns.
func (p *Profiler) TruncatePlans() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.collect(true)
	gone := p.plans.list(nil)
	p.plans.clear()
	p.plans.tell(gone)
}

// OnPlansGone calls f with the plans that TruncatePlans takes away, and with each that is replaced by another:
// they count no more. f runs on the goroutine that truncates, samples or reads,
// one call at a time. It must be quick, and must not call the Profiler. It is not called after stop.
func (p *Profiler) OnPlansGone(f func([]*PlanProfile)) (stop func()) {
	if p == nil || f == nil {
		return func() {}
	}
	return watch(p, &p.plans.watches, f)
}
