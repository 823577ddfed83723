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
	fmt.Fprintf(w, "%-26s %-26s %9s %9s %9s %-17s %7s\n", "work", "claim", "said", "true", "off by", "in all runs", "bound")
}

// print prints a line a claim and says how many are wrong.
func (f *figures) print(w io.Writer, work string, verbose bool) (wrong int) {
	for _, claim := range f.order {
		runs := f.runs[claim]
		var said, actual, off []float64
		for _, r := range runs {
			said, actual, off = append(said, r.said), append(actual, r.actual), append(off, r.said-r.actual)
		}
		verdict, bound := "ok", runs[0].bound
		switch d := median(off); {
		case math.IsNaN(bound):
			verdict = ""
		case math.IsNaN(d) || math.Abs(d) > bound:
			verdict = "WRONG"
			wrong++
		}
		limit := ""
		if verdict != "" {
			limit = fmt.Sprintf("%7.1f", bound)
		}
		fmt.Fprintf(w, "%-26s %-26s %9.1f %9.1f %+9.1f %-17s %7s %s %s\n", work, claim, median(said), median(actual), median(off),
			fmt.Sprintf("%+.1f to %+.1f", slices.Min(off), slices.Max(off)), limit, runs[0].unit, verdict)
		if verbose {
			fmt.Fprintf(w, "%s said %.1f, true %.1f\n", strings.Repeat(" ", 52), said, actual)
		}
	}
	return wrong
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
