package perfschema

import (
	"math"
	"math/rand/v2"
	"sync/atomic"
	"time"
)

// thinning leaves out most of the short statements, where many end: one that is handed to
// the profiler costs about a microsecond, and no sample has seen most of them.
type thinning struct {
	// rule is 0 where all are kept. Else its upper half says that one in so many is, and its
	// lower half up to which random number of 32 bits a statement is one of these.
	rule  atomic.Uint64
	short atomic.Uint64 // statements that took less are short
	// sampleBegan is when the last sample began, and clockShift what the clock of statements is
	// ahead of it.
	sampleBegan atomic.Int64
	clockShift  int64
}

const (
	// sampleTakes is more than a sample takes: it may see a statement that began later than it.
	sampleTakes = 50 * time.Microsecond
	// rareDigest is after how long a statement is kept that has the digest of none in that time.
	rareDigest = time.Second
)

// KeepOneIn has one in n of the short statements handed over by [Sampling.Ended], chosen by
// chance, and the others left out; 0 and 1 are all of them. A short statement took less than the
// duration given, did not fail, was seen by no sample, is not profiled by its session, and is not
// the first of its digest in a second. The [SampledStatement.Weight] of one that is chosen is n.
// It does nothing unless a thread of the kernel's samples, after [Sampling.SampleAlone]: any other
// sampler asks statements that have ended what they did when a late sample was due.
func (x *Sampling) KeepOneIn(n int, short time.Duration) {
	if x.alone == nil {
		n = 1
	}
	x.thinning.ask(n, short)
}

func (h *thinning) ask(oneIn int, short time.Duration) {
	if oneIn <= 1 {
		h.rule.Store(0)
		return
	}
	n := uint64(min(oneIn, math.MaxInt32))
	h.short.Store(uint64(max(short, 0)))
	h.rule.Store(n<<32 | math.MaxUint32/n)
}

// weigh returns the weight of a statement that ends, 0 if it is left out.
func (h *thinning) weigh(c *stateWord, rec *statementRecord) uint32 {
	rule := h.rule.Load()
	if rule == 0 || rec.start == 0 || rec.end-rec.start >= h.short.Load() || rec.errno != 0 {
		return 1
	}
	if t := c.thread.Load(); t == nil || t.profiler.Load() != nil {
		return 1
	}
	if h.sampleBegan.Load()+h.clockShift+int64(sampleTakes) >= int64(rec.start) || rec.entry.isRare(rec.end) {
		return 1
	}
	if rand.Uint32() > uint32(rule) {
		return 0
	}
	return uint32(rule >> 32)
}

// isRare says of a statement that ends whether it is the first of its digest in a second that is
// asked about.
func (e *digestEntry) isRare(end uint64) bool {
	if e == nil {
		return false
	}
	if last := e.asked.Load(); last != 0 && end-last < uint64(rareDigest) {
		return false
	}
	e.asked.Store(end)
	return true
}
