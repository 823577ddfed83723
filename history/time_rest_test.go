package history

import (
	"testing"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// TestTimesAtRest: a sum of times that falls a little, as it does while it is learnt how
// long a tick of the clock lasts, makes no window.
func TestTimesAtRest(t *testing.T) {
	const table = "events_waits_summary_global_by_event_name"
	s := newSeries(table, catalog.Lookup(table).Columns)
	count, sum := columnOf(s.columns, "COUNT_STAR"), columnOf(s.columns, "SUM_TIMER_WAIT")
	var counted, took uint64
	s.read = func(visit func(any, view.Row, *record.Histogram)) {
		row := make(view.Row, len(s.columns))
		for i := range row {
			row[i] = uint64(0)
		}
		row[0], row[count], row[sum] = "wait/io/file/app/data", counted, took
		visit("data", row, nil)
	}
	all := uint64(0)
	for _, step := range []struct{ counted, took, grown uint64 }{{10, 1000, 1000}, {10, 999, 0}, {10, 1000, 0}, {11, 1100, 100}} {
		counted, took = step.counted, step.took
		got := uint64(0)
		for _, r := range s.windowRows() {
			n, _ := number(r[sum])
			got += n
		}
		s.base = s.next
		if all += got; got != step.grown {
			t.Errorf("at %d: %d, want %d", step.took, got, step.grown)
		}
	}
	if all != took {
		t.Errorf("windows have %d of %d", all, took)
	}
}
