package procmem

import (
	"testing"

	"github.com/perfschema/perfschema/internal/goheap"
	"github.com/perfschema/perfschema/internal/resident"
)

// TestSample plays moments, each of which the runtime and the operating
// system see one after the other, and holds which of them is taken.
func TestSample(t *testing.T) {
	// moment is a heap of so many bytes, all of it resident beside 1000 others;
	// late is what comes between the walk and the total.
	type moment struct{ held, mapped, late int64 }
	for _, test := range []struct {
		name        string
		moments     []moment
		held, total int64
		samples     int
	}{
		{"at rest", []moment{{held: 5000, mapped: 5000}}, 5000, 6000, 1},
		{"grown between", []moment{{held: 5000, mapped: 9000}, {held: 9000, mapped: 9000}}, 9000, 10000, 1},
		{"grown after", []moment{{held: 5000, mapped: 5000, late: 900}, {held: 6000, mapped: 6000}}, 6000, 7000, 2},
		{"a little", []moment{{held: 5000, mapped: 5000, late: 30}}, 5000, 6030, 1},
		{"shrunk", []moment{{held: 9000, mapped: 5000}, {held: 5000, mapped: 5000}}, 5000, 6000, 1},
		{"never still", []moment{
			{5000, 6000, 2000}, {9000, 10000, 300}, {11000, 12000, 2000},
			{13000, 14000, 2000}, {15000, 16000, 0}}, 9000, 11300, mostSamples},
	} {
		var held, set int
		at := func(i int) moment { return test.moments[min(i, len(test.moments)-1)] }
		var f Figures
		f.Sample(func() HeapFigures {
			held++
			return HeapFigures{Held: goheap.Held{Objects: at(held - 1).held}}
		}, func() (resident.Set, error) {
			m := at(set)
			set++
			return resident.Set{
				Divided: true, Total: m.mapped + 1000 + m.late,
				Heap: resident.Arena{Size: m.mapped, Resident: m.mapped}, Program: resident.Program{Text: 1000},
			}, nil
		})
		if f.Held.Objects != test.held || f.set.Total != test.total || set != test.samples || !f.known {
			t.Errorf("%s: %d held of %d after %d samples", test.name, f.Held.Objects, f.set.Total, set)
		}
	}
	var f Figures
	f.Sample(func() HeapFigures { return HeapFigures{Held: goheap.Held{Objects: 7}} }, func() (resident.Set, error) { return resident.Set{}, resident.ErrUnknown })
	if f.known || f.Held.Objects != 7 {
		t.Errorf("%+v", f)
	}
}
