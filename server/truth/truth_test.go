package main

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// A claim is judged by the median of all runs: one good run of many does not make
// it right, nor one bad run wrong.
func TestMedianIsJudged(t *testing.T) {
	run := func(diffs ...float64) int {
		var f figures
		for _, d := range diffs {
			f.add([]figure{{"x", "%", 50 + d, 50, 5}})
		}
		var out strings.Builder
		return f.print(&out, "work", true)
	}
	for _, c := range []struct {
		diffs []float64
		wrong int
	}{{[]float64{9, 9, 0}, 1}, {[]float64{0, 1, 9}, 0}, {[]float64{-6, -6}, 1}, {[]float64{math.NaN()}, 1}} {
		if got := run(c.diffs...); got != c.wrong {
			t.Errorf("%v: %d wrong", c.diffs, got)
		}
	}
}

func TestStacks(t *testing.T) {
	const script = "perfschema 12\n\t    123 github.com/perfschema/perfschema/gms.(*tableIter).Next\n\t    99 github.com/dolthub/go-mysql-server/sql/plan.(*FilterIter).Next\n\n" +
		"perfschema 13\n\t    7 runtime.memmove\n\t    99 github.com/dolthub/go-mysql-server/sql/rowexec.(*groupByGroupingIter).compute.func2\n\nperfschema 14\n\t    1 runtime.futex\n\n" +
		"perfschema 12\n\t    123 github.com/perfschema/perfschema/gms.(*nodeIter).Next\n\t    99 github.com/dolthub/go-mysql-server/sql/plan.(*FilterIter).Next\n"
	stacks, err := readStacks(strings.NewReader(script))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range stacks {
		got = append(got, classify(s, stackRules))
	}
	if want := []string{"Scan", "Agg", "", ""}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
