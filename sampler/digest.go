package sampler

import (
	"encoding/binary"
	"encoding/hex"
	"hash/maphash"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
)

// DigestProfile is what the statements took together that have one digest and
// one default database. Those that have no digest, and those whose digest found
// no room, are one too, with empty names.
type DigestProfile struct {
	Schema, DigestHex, DigestText string
	// Statements is how many ended, Sampled how many of these some tick saw,
	// Samples how many ticks that were. Where short ones were left out these are
	// estimates, like the sums of time, by the Weight of those that were kept.
	Statements, Sampled, Samples uint64
	// Duration is how long those took together whose duration is known.
	Duration time.Duration
	// Elapsed and CoreTime are the sums of the profiles'.
	Elapsed, CoreTime time.Duration
	// Queued is theirs too.
	Queued time.Duration
	// QueuedKnown: that of those sampled is.
	QueuedKnown bool
	// Longest is how long the one took that took longest, SlowestID its STATEMENT_ID,
	// 0 for none since the profiles were truncated; it ended at SlowestSeen.
	Longest     time.Duration
	SlowestID   uint64
	SlowestSeen time.Time
	// FirstSeen and LastSeen are when the first and the last of them ended; zero
	// if that is not known.
	FirstSeen, LastSeen time.Time
	// Spent is the sum by phase, resource and operator: plan nodes are not told
	// apart. The kernel's time is known if that of every statement sampled is.
	Spent

	// Planned is how many of Statements had their operators seen and their plan kept:
	// all but short ones that were left out, see [perfschema.Statement.KeepsDetail].
	// PlannedSamples is how many of Samples saw one of these. The time of the others
	// is divided among operators as that of these was, resource by resource.
	Planned, PlannedSamples uint64

	// PlanHash is the plan of the last whose plan was kept, 0 for none: [Profile.PlanHash].
	PlanHash uint64

	identity *DigestProfile // that it is a copy of
	sum      [32]byte       // of which DigestHex is made in copies
	next     int32          // in digests.order: another one with the same hash, 0 for none
	slowest  keptAs
	tally    tally
	// bare is the part of the time of those left out that may be operators'.
	bare tally
	// executed is what the execution of one was last seen to do.
	executed activity.State
}

// Identity tells digests apart, one too that was truncated away from the one that came in
// its place: it is equal in all copies of one.
func (d *DigestProfile) Identity() any { return d.identity }

// digests is the profiles by digest.
type digests struct {
	first map[uint64]int32 // in order, by hash; without pointers, so that the garbage collector passes it by
	order []*DigestProfile // the first is for all that have no place of their own
	seed  maphash.Seed
	limit int
	lost  uint64
}

func (d *digests) init(limit int) {
	d.limit = max(limit, 0)
	d.clear()
}

func (d *digests) clear() {
	d.first, d.order, d.seed = make(map[uint64]int32), []*DigestProfile{{}}, maphash.MakeSeed()
}

// forgetSlowest forgets which were the slowest: their profiles are gone.
func (d *digests) forgetSlowest() {
	for _, x := range d.order {
		x.slowest, x.Longest, x.SlowestID, x.SlowestSeen = keptAs{}, 0, 0, time.Time{}
	}
}

// keep keeps the profile of a statement that has ended, and adds it to its
// digest's. executed is what its execution was seen to do, 0 for not seen.
func (p *Profiler) keep(e *ended, executed activity.State) {
	x := &e.profile
	x.plan = x.Statement.Plan().Hash()
	for _, c := range x.cells { // no sample saw some of them
		p.known.phases = p.known.phases || activity.Phase(c.key>>28) != activity.PhaseExecution
	}
	for _, f := range p.endings {
		(*f)(e.give())
	}
	p.plans.add(x)
	d := p.digests.add(x, executed)
	took, _ := x.Statement.Duration()
	if took <= d.Longest {
		p.store.add(x, false)
		return
	}
	p.store.surpassed(d.slowest)
	d.Longest, d.SlowestID = took, x.Statement.StatementID()
	d.SlowestSeen, _ = x.Statement.End()
	d.slowest = p.store.add(x, true) // which may let go of it at once
}

// add adds a profile to its digest's, as often as it has weight. executed is what its
// execution was seen to do, 0 for not seen.
func (d *digests) add(p *Profile, executed activity.State) *DigestProfile {
	x, detailed := d.find(p.Statement), p.Statement.Detailed()
	if executed != 0 && detailed {
		x.executed = executed
	}
	weight := uint64(p.Weight)
	if p.plan != 0 {
		x.PlanHash = p.plan
	}
	if detailed {
		x.Planned += weight
		x.PlannedSamples += weight * p.Samples
	}
	x.Statements += weight
	x.Samples += weight * p.Samples
	x.Elapsed += weighted(p.Elapsed, weight)
	x.CoreTime += weighted(p.CoreTime, weight)
	x.Queued += weighted(p.Queued, weight)
	x.QueuedKnown = x.QueuedKnown || p.QueuedKnown
	if took, ok := p.Statement.Duration(); ok {
		x.Duration += weighted(took, weight)
	}
	if at, ok := p.Statement.End(); ok {
		if x.FirstSeen.IsZero() {
			x.FirstSeen = at
		}
		x.LastSeen = at
	}
	if p.Samples > 0 {
		x.KernelKnown = p.KernelKnown && (x.KernelKnown || x.Sampled == 0)
		x.User += weighted(p.User, weight)
		x.Kernel += weighted(p.Kernel, weight)
		x.Sampled += weight
	}
	x.schema = p.schema
	for _, c := range p.cells {
		to := &x.tally
		if !detailed && isBare(c) {
			to = &x.bare
		}
		to.add(c.key&^nodeMask, int64(weight)*c.time, int64(weight)*c.wall)
	}
	return x
}

// weighted is a duration as often as a weight says.
func weighted(d time.Duration, weight uint64) time.Duration {
	return time.Duration(int64(d) * int64(weight))
}

// likely is what a statement did whose execution no tick saw, if it did what
// another of its digest was seen to do.
func (d *digests) likely(st *perfschema.SampledStatement) activity.State {
	sum, ok := st.Digest()
	x, _ := d.lookUp(d.hash(sum, st.Schema()), sum, st.Schema())
	if !ok || x == nil {
		return 0
	}
	w := x.executed
	if !st.Detailed() {
		return w &^ activity.StateOperator
	}
	if n := st.Plan().Node(w.Node()); st.Plan().Len() > 0 && w.Node() != 0 && (n == nil || n.Operator() != w.Operator()) {
		return 0 // another plan
	}
	return w
}

func (d *digests) find(st *perfschema.SampledStatement) *DigestProfile {
	sum, ok := st.Digest()
	if !ok {
		return d.order[0]
	}
	hash := d.hash(sum, st.Schema())
	x, last := d.lookUp(hash, sum, st.Schema())
	if x != nil {
		return x
	}
	if d.known() >= d.limit {
		d.lost++
		return d.order[0]
	}
	x = &DigestProfile{Schema: st.Schema(), sum: sum, DigestText: st.DigestText()}
	if at := int32(len(d.order)); last != nil {
		last.next = at
	} else {
		d.first[hash] = at
	}
	d.order = append(d.order, x)
	return x
}

func (d *digests) hash(sum [32]byte, schema string) uint64 {
	return binary.LittleEndian.Uint64(sum[:]) ^ maphash.String(d.seed, schema)
}

// lookUp returns the profile of a digest in a database, or nil with the last one that has the same hash,
// if there is one.
func (d *digests) lookUp(hash uint64, sum [32]byte, schema string) (x, last *DigestProfile) {
	for at := d.first[hash]; at != 0; at = last.next {
		if last = d.order[at]; last.sum == sum && last.Schema == schema {
			return last, nil
		}
	}
	return nil, last
}

// known is how many digests are told apart.
func (d *digests) known() int { return len(d.order) - 1 }

// of copies what there is of one digest, in every database.
func (d *digests) of(sum [32]byte) []*DigestProfile {
	var list []*DigestProfile
	for _, x := range d.order[1:] {
		if x.sum == sum {
			list = append(list, x)
		}
	}
	return copies(list)
}

// all copies what there is.
func (d *digests) all() []*DigestProfile { return copies(d.order) }

func copies(list []*DigestProfile) []*DigestProfile {
	out := make([]*DigestProfile, 0, len(list))
	for _, x := range list {
		if x.Statements == 0 {
			continue
		}
		c := *x
		c.identity = x
		if x.sum != ([32]byte{}) {
			c.DigestHex = hex.EncodeToString(x.sum[:])
		}
		c.cells, c.tally, c.bare = x.divided(), tally{}, tally{}
		out = append(out, &c)
	}
	return out
}
