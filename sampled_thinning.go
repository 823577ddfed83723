package perfschema

import (
	"math"
	"sync/atomic"
)

// thinning leaves out most of the short statements, where many end: one that is handed to
// the profiler costs about a microsecond, and no sample has seen most of them.
type thinning struct {
	// rule is 0 where all are kept. Else its upper half says that one in so many is, and its
	// lower half up to which random number of 32 bits a statement is one of these.
	rule atomic.Uint64
	// looked is when the last sample began, and shift what the clock of statements is ahead of it.
	looked atomic.Int64
	shift  int64
	short  uint64 // statements that took less are short
}

// shortPart is which part of the time between two samples a short statement took at most.
const shortPart = 10

// KeepOneIn has one in n of the short statements handed over by [Sampling.Ended], chosen by
// chance, and the others left out; 0 and 1 are all of them. A short statement took less than a
// tenth of the time between two samples, did not fail, was seen by no sample and is not profiled
// by its session. The [SampledStatement.Weight] of one that is handed over is n. It does nothing
// unless a thread of the kernel's samples, after [Sampling.SampleAlone]: any other sampler asks
// statements that have ended what they did when a late sample was due.
func (x *Sampling) KeepOneIn(n int) {
	if x.alone == nil {
		n = 1
	}
	x.thinning.ask(n)
}

func (h *thinning) ask(oneIn int) {
	if oneIn <= 1 {
		h.rule.Store(0)
		return
	}
	n := uint64(min(oneIn, math.MaxInt32))
	h.rule.Store(n<<32 | math.MaxUint32/n)
}

// thin returns the weight of a statement that ends, 0 if it is left out.
func (x *Sampling) thin(c *stateWord, rec *statementRecord) uint32 {
	rule := x.thinning.rule.Load()
	if rule == 0 || rec.start == 0 || rec.end-rec.start >= x.thinning.short || rec.errno != 0 {
		return 1
	}
	if t := c.thread.Load(); t == nil || t.profiler.Load() != nil {
		return 1
	}
	if x.thinning.looked.Load()+x.thinning.shift >= int64(rec.start) {
		return 1 // a sample may have seen it
	}
	// The time at which a statement ends is as good as a random number once its bits are mixed.
	const golden = 0x9e3779b97f4a7c15
	if mixed := rec.end * golden; uint32(mixed>>32) > uint32(rule) {
		return 0
	}
	return uint32(rule >> 32)
}
