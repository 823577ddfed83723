package table

import "testing"

// Columns without statistics of just these have no cardinality; 0 is that of an empty table.
func TestCardinalityIsKnownOrNull(t *testing.T) {
	known := cardinalities{
		indexes: map[string]int64{"two": 5, "none": 0, "part": 4},
		columns: map[string]int64{columnsKey([]string{"kind"}): 3, columnsKey([]string{"KIND", "nick"}): 5},
	}
	for _, c := range []struct {
		index   string
		columns []string
		whole   bool
		want    any
	}{
		{"Two", []string{"kind"}, false, int64(3)}, {"TWO", []string{"kind", "nick"}, true, int64(5)}, {"none", []string{"id"}, true, int64(0)},
		{"three", []string{"Kind", "NICK"}, false, int64(5)}, {"part", []string{"nick"}, true, int64(4)},
		{"three", []string{"nick"}, false, nil}, {"words", []string{"kind"}, true, nil}, {"two", nil, false, nil},
	} {
		if got := known.of(c.index, c.columns, c.whole); got != c.want {
			t.Errorf("%s of %v: %v, want %v", c.index, c.columns, got, c.want)
		}
	}
	if got := (cardinalities{}).of("two", []string{"kind"}, false); got != nil {
		t.Errorf("without statistics: %v", got)
	}
}
