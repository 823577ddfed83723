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
			f.add([]figure{{claim: "x", unit: "%", said: 50 + d, actual: 50, bound: 5}})
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

// What so few samples differ by chance is no fault: of 1,000 and 4,000 a share of a half
// has an error of 1.8 points, and a median of three of 1.3.
func TestChanceIsTold(t *testing.T) {
	chance := chanceOf(0.5, 1000, 4000)
	if math.Abs(chance-1.77) > 0.01 {
		t.Errorf("%v", chance)
	}
	for off, wrong := range map[float64]int{7.4: 0, -7.4: 0, 7.8: 1, -7.8: 1} {
		var f figures
		for range 3 {
			f.add([]figure{{"x", "%", 50 + off, 50, 5, chance}})
		}
		var out strings.Builder
		if got := f.print(&out, "work", false); got != wrong || !strings.Contains(out.String(), " ±1.3 ") {
			t.Errorf("%v: %d wrong: %s", off, got, out.String())
		}
	}
	if chanceOf(0, 1000) != 0 || chanceOf(0.5) != 0 {
		t.Error("chance of nothing")
	}
}

func TestStacks(t *testing.T) {
	const script = "perfschema 12\n\t    123 github.com/perfschema/perfschema/gms.(*tableIter).Next\n\t    99 github.com/dolthub/go-mysql-server/sql/plan.(*FilterIter).Next\n\n" +
		"perfschema 13\n\t    7 runtime.memmove\n\t    99 github.com/dolthub/go-mysql-server/sql/rowexec.(*groupByGroupingIter).compute.func2\n\nperfschema 14\n\t    1 runtime.futex\n\n" +
		"perfschema 12\n\t    123 github.com/perfschema/perfschema/gms/internal/plantree.(*NodeIter).Next\n\t    99 github.com/dolthub/go-mysql-server/sql/plan.(*FilterIter).Next\n"
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
