package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// figure is a claim of one run beside the truth, in a unit.
type figure struct {
	claim        string
	unit         string
	said, actual float64
	bound        float64 // of the difference; NaN is told and not judged
	chance       float64 // the standard error of the difference, where both are counts of samples
}

// figures are those of several runs, by claim.
type figures struct {
	order []string
	runs  map[string][]figure
}

func (f *figures) add(run []figure) {
	if f.runs == nil {
		f.runs = make(map[string][]figure)
	}
	for _, x := range run {
		if _, ok := f.runs[x.claim]; !ok {
			f.order = append(f.order, x.claim)
		}
		f.runs[x.claim] = append(f.runs[x.claim], x)
	}
}

func printHead(w io.Writer) {
	fmt.Fprintf(w, "%-26s %-26s %9s %9s %9s %8s %-17s %7s\n", "work", "claim", "said", "true", "off by", "chance", "in all runs", "bound")
}

// print prints a line a claim and says how many are wrong: those that are further from
// the truth than their bound and what chance makes of so few samples in one of twenty
// comparisons.
func (f *figures) print(w io.Writer, work string, verbose bool) (wrong int) {
	for _, claim := range f.order {
		runs := f.runs[claim]
		var said, actual, off []float64
		chance := 0.0
		for _, r := range runs {
			chance += r.chance / float64(len(runs))
			said, actual, off = append(said, r.said), append(actual, r.actual), append(off, r.said-r.actual)
		}
		chance *= errorOfMedian(len(runs))
		verdict, bound := "ok", runs[0].bound
		switch d := median(off); {
		case math.IsNaN(bound):
			verdict = ""
		case math.IsNaN(d) || math.Abs(d) > bound+2*chance:
			verdict = "WRONG"
			wrong++
		}
		limit, by := "", ""
		if chance > 0 {
			by = fmt.Sprintf("±%.1f", chance)
		}
		if verdict != "" {
			limit = fmt.Sprintf("%7.1f", bound)
		}
		fmt.Fprintf(w, "%-26s %-26s %9.1f %9.1f %+9.1f %8s %-17s %7s %s %s\n", work, claim, median(said), median(actual), median(off),
			by, fmt.Sprintf("%+.1f to %+.1f", slices.Min(off), slices.Max(off)), limit, runs[0].unit, verdict)
		if verbose {
			fmt.Fprintf(w, "%s said %.1f, true %.1f\n", strings.Repeat(" ", 52), said, actual)
		}
	}
	return wrong
}

// errorOfMedian is the standard error of a median of n runs, of which each has 1.
func errorOfMedian(n int) float64 {
	if n < 3 {
		return 1 / math.Sqrt(float64(n)) // it is their mean
	}
	return math.Sqrt(math.Pi / 2 / float64(n))
}

// chanceOf is the standard error, in points, of the difference of two counts of a share
// of samples, of so many each. Samples at a random moment in each of equal intervals, as
// the profiler's, err by less.
func chanceOf(share float64, of ...float64) float64 {
	variance := 0.0
	for _, n := range of {
		variance += share * (1 - share) / max(n, 1)
	}
	return 100 * math.Sqrt(variance)
}

func median(v []float64) float64 {
	v = slices.Clone(v)
	slices.Sort(v)
	n := len(v)
	if n == 0 {
		return math.NaN()
	}
	return (v[(n-1)/2] + v[n/2]) / 2
}
