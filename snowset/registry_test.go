package snowset

import (
	"fmt"
	"sync"
	"testing"
)

// TestColumns: each of the 22 and the 16 has a column of its own, nothing else has.
func TestColumns(t *testing.T) {
	seen := map[string]bool{"": true}
	once := func(column string) {
		if seen[column] {
			t.Errorf("%q is empty or there twice", column)
		}
		seen[column] = true
	}
	for _, r := range Resources() {
		once(r.Column())
	}
	for _, o := range Operators() {
		once(o.Column())
	}
	if len(Resources()) != 22 || len(Operators()) != 16 {
		t.Errorf("%d resources and %d operators", len(Resources()), len(Operators()))
	}
	if ResourceNone.Column()+OperatorNone.Column()+Resource(63).Column()+Operator(63).Column() != "" {
		t.Error("what is none of them has a column")
	}
}

// TestReadingAndWriting: what reads has one that writes, and the other way round.
func TestReadingAndWriting(t *testing.T) {
	pairs := 0
	for _, r := range append(Resources(), ResourceNone) {
		in, out := r.Reading(), r.Writing()
		if in == out {
			continue
		}
		pairs++
		if in.Writing() != out || out.Reading() != in || r != in && r != out {
			t.Errorf("%s reads as %s and writes as %s", r.Column(), in.Column(), out.Column())
		}
	}
	if pairs != 10 {
		t.Errorf("%d resources read or write, want 10", pairs)
	}
}

// TestRegistry: names have numbers behind the Snowset's, one each, until there are no
// more.
func TestRegistry(t *testing.T) {
	var g Registry
	gpu := g.RegisterResource("gpu", ResourceCPU)
	if gpu < numResources || g.RegisterResource("gpu", ResourceOs) != gpu || g.ResourceName(gpu) != "gpu" || g.Resource(gpu) != ResourceCPU {
		t.Errorf("gpu is %d, %q, %s", gpu, g.ResourceName(gpu), g.Resource(gpu).Column())
	}
	if g.RegisterResource("none", ResourceNone) != ResourceNone || g.RegisterResource("own", gpu) != gpu || g.RegisterOperator("none", OperatorNone) != OperatorNone {
		t.Error("what counts as none of the Snowset's has a number")
	}
	if g.Resource(ResourceCPU) != ResourceCPU || g.ResourceName(ResourceCPU) != ResourceCPU.Column() || g.Operator(OperatorScan) != OperatorScan || g.OperatorName(OperatorScan) != OperatorScan.Column() {
		t.Error("one of the Snowset's is another")
	}
	if g.ResourceName(60) != "" || g.Resource(60) != ResourceNone || g.OperatorName(60) != "" || g.Operator(60) != OperatorNone {
		t.Error("a number that nobody has been given has a name")
	}
	var wg sync.WaitGroup
	var numbers [4][100]Operator
	for w := range numbers {
		wg.Go(func() {
			for i := range numbers[w] {
				numbers[w][i] = g.RegisterOperator(fmt.Sprint(i), OperatorSort)
			}
		})
	}
	wg.Wait()
	distinct := make(map[Operator]bool)
	for w := range numbers {
		for i, o := range numbers[w] {
			if o == OperatorSort {
				continue
			}
			distinct[o] = true
			if o < numOperators || g.OperatorName(o) != fmt.Sprint(i) || g.Operator(o) != OperatorSort {
				t.Errorf("%d of %d is %d, %q", w, i, o, g.OperatorName(o))
			}
		}
	}
	if want := MaxOperators - int(numOperators); len(distinct) != want {
		t.Errorf("%d operators are registered, there is room for %d", len(distinct), want)
	}
}
