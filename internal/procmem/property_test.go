package procmem

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/perfschema/perfschema/internal/goheap"
	"github.com/perfschema/perfschema/internal/resident"
)

// randomFigures are of a process of any shape, likely or not.
func randomFigures(r *rand.Rand) Figures {
	n := func(most int64) int64 { return r.Int64N(most + 1) }
	h := goheap.Held{
		Objects: n(1000), Live: n(1000), Unused: n(100), Free: n(100), Released: n(300), Stacks: n(50), OSStacks: n(10),
		MSpan: n(9), MCache: n(9), Buckets: n(9), Metadata: n(30), Other: n(9), Goroutines: uint64(n(9)),
	}
	f := Figures{HeapFigures: HeapFigures{Held: h}, base: n(1000), baseKnown: n(4) > 0, countedThen: n(4) > 0, known: n(9) > 0}
	if n(9) > 0 {
		f.Profile.Rate = 512 << 10
		for i := range n(5) {
			freed := n(300)
			f.Profile.Packages = append(f.Profile.Packages, goheap.Usage{
				Package: fmt.Sprint("p", i), AllocBytes: freed + n(300), FreeBytes: freed, Error: n(20),
			})
		}
	}
	for i := range n(6) {
		e := Instrument{Name: fmt.Sprint("memory/e", i), Bytes: n(300) - 30, atLast: n(300) - 30, atProfile: n(300) - 30, Count: n(3)}
		if e.Origin.Outside = n(5) == 0; !e.Origin.Outside && n(5) > 0 {
			e.Origin.Packages = []string{fmt.Sprint("p", n(5)), fmt.Sprint("p", n(5))}
		}
		if !f.baseKnown {
			e.atProfile = e.atLast // see Past.Attribute
		}
		f.Instruments = append(f.Instruments, e)
	}
	f.set = resident.Set{Total: n(9000)}
	if n(4) > 0 {
		f.set.Divided, f.set.Named = true, n(1) > 0
		f.set.Program = resident.Program{Text: n(900), ROData: n(900), Data: n(90), BSS: n(90)}
		size := n(2000)
		f.set.Heap = resident.Arena{Size: size, Resident: n(size), Lazy: n(50)}
		f.set.CHeap, f.set.Other, f.set.Runtime = resident.Region{Bytes: n(90)}, resident.Region{Bytes: n(500)}, resident.Region{Bytes: n(50)}
		f.set.CStacks, f.set.Kernel = resident.Region{Bytes: n(90)}, resident.Region{Bytes: n(9)}
		f.set.Files = []resident.File{{Name: "/f", Bytes: n(90)}}
	}
	return f
}

// TestPartsAddUp holds of processes of any shape that the parts come to
// the resident set, that none is there twice, and that no sampled part is
// negative.
func TestPartsAddUp(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 5000 {
		f := randomFigures(r)
		parts := f.Parts()
		seen := make(map[string]bool)
		for _, p := range parts {
			if seen[p.Name] {
				t.Fatalf("%s is there twice:\n%s", p.Name, lines(parts))
			}
			seen[p.Name] = true
			if p.Kind == Sampled && p.Bytes < 0 || !p.Known && p.Bytes != 0 {
				t.Fatalf("%s is %d:\n%s", p.Name, p.Bytes, lines(parts))
			}
		}
		if sum := sumOf(parts); f.known && sum != f.set.Total {
			t.Fatalf("the parts are %d, the total %d:\n%s", sum, f.set.Total, lines(parts))
		}
	}
}

// TestPartsUnexplained holds that what is unexplained is a matter of the
// runtime, the system and what instruments counted when the profile was taken:
// what they have counted since moves other parts.
func TestPartsUnexplained(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 2000 {
		f := randomFigures(r)
		f.baseKnown = true
		want := bytesOf(f.Parts(), unexplained)
		for i := range f.Instruments {
			if e := &f.Instruments[i]; !e.Origin.Outside {
				e.Bytes, e.atLast = r.Int64N(500), r.Int64N(500)
			}
		}
		if parts := f.Parts(); bytesOf(parts, unexplained) != want {
			t.Fatalf("%d were unexplained, now:\n%s", want, lines(parts))
		}
	}
}

// TestPartsMissed holds that what the profile has too little or too much
// is unexplained, to the byte, and in no other part.
func TestPartsMissed(t *testing.T) {
	for missed := int64(-600); missed <= 600; missed += 100 {
		f := exampleFigures()
		f.base = 650 + missed
		parts := f.Parts()
		for _, p := range parts {
			if want := bytesOf(exampleParts(), p.Name); p.Name != unexplained && p.Name != runtimeGrowth && p.Bytes != want {
				t.Errorf("with %d missed %s is %d, not %d", missed, p.Name, p.Bytes, want)
			}
		}
		if got := bytesOf(parts, unexplained); got != 1317+missed {
			t.Errorf("with %d missed %d are unexplained", missed, got)
		}
	}
}

func exampleParts() []Part {
	f := exampleFigures()
	return f.Parts()
}
