package trend

import (
	"cmp"
	"math"
	"slices"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/record"
)

// rankTest compares durations of two spans by their ranks, as Mann and Whitney do. Ranks
// need nothing of how durations are distributed, whose tails would decide a test of
// means, and a histogram keeps them: those of a bucket are ties.
//
// Executions of a minute are no independent ones: what slowed down one has slowed down
// the others. Where that is passed over, everything is significant that runs often. So
// the spread is taken between windows, not between executions, after Obuchowski
// (Biometrics 53, 1997): of each window by how much its executions stand above or below
// what the effect makes one expect of as many.
type rankTest struct {
	// effect is how likely an execution of B takes longer than one of A, ties counting
	// half.
	effect float64
	side   [2]rankSide
}

// rankSide is one of the spans, window by window.
type rankSide struct {
	// expected is how likely an execution of the other span is slower (of A), or faster
	// (of B), than one in a bucket of this.
	expected [record.HistogramBuckets]float64
	effect   float64
	count    uint64
	windows  int
	squares  float64
}

func newRankTest(a, b *record.Histogram) *rankTest {
	t := &rankTest{}
	inA, inB := float64(a.Total()), float64(b.Total())
	if inA == 0 || inB == 0 {
		t.effect = math.NaN()
		return t
	}
	belowA, belowB := 0.0, 0.0
	for i := range a {
		t.side[0].expected[i] = 1 - (belowB+float64(b[i])/2)/inB
		t.side[1].expected[i] = (belowA + float64(a[i])/2) / inA
		t.effect += float64(b[i]) / inB * t.side[1].expected[i]
		belowA += float64(a[i])
		belowB += float64(b[i])
	}
	t.side[0].effect, t.side[1].effect = t.effect, t.effect
	return t
}

// add takes a window of the side.
func (s *rankSide) add(window []history.Bucket) {
	var sum, n float64
	for _, b := range window {
		sum += s.expected[b.Number] * float64(b.Count)
		n += float64(b.Count)
		s.count += b.Count
	}
	if n > 0 {
		s.windows++
		s.squares += (sum - n*s.effect) * (sum - n*s.effect)
	}
}

// variance is that of the effect as far as this side makes it.
func (s *rankSide) variance() float64 {
	n, windows := float64(s.count), float64(s.windows)
	return windows / (windows - 1) * s.squares / (n * n)
}

// p is how likely chance alone makes an effect as far from a half; NaN where a span has
// less than two windows. It is never less than what all ways to deal the windows to the
// spans could tell: with two and two windows nothing is significant.
func (t *rankTest) p() float64 {
	a, b := &t.side[0], &t.side[1]
	if a.windows < 2 || b.windows < 2 || math.IsNaN(t.effect) {
		return math.NaN()
	}
	least := min(1, 2/binomial(a.windows+b.windows, a.windows))
	va, vb := a.variance(), b.variance()
	if va+vb == 0 {
		if t.effect == 0.5 {
			return 1
		}
		return least
	}
	// As many degrees of freedom as Welch and Satterthwaite give.
	freedom := (va + vb) * (va + vb) / (va*va/float64(a.windows-1) + vb*vb/float64(b.windows-1))
	return max(least, studentTails((t.effect-0.5)/math.Sqrt(va+vb), freedom))
}

// binomial is in how many ways k can be chosen of n; +Inf where it is too many.
func binomial(n, k int) float64 {
	out := 1.0
	for i := 1; i <= min(k, n-k); i++ {
		out *= float64(n-min(k, n-k)+i) / float64(i)
	}
	return out
}

// adjust sets Q of those that were tested, after Benjamini and Hochberg.
func adjust(changes []*Change) {
	var tested []*Change
	for _, c := range changes {
		if !math.IsNaN(c.P) {
			tested = append(tested, c)
		}
	}
	slices.SortFunc(tested, func(a, b *Change) int { return cmp.Compare(b.P, a.P) })
	q := 1.0
	for i, c := range tested {
		rank := len(tested) - i
		q = min(q, c.P*float64(len(tested))/float64(rank))
		c.Q = q
	}
}
