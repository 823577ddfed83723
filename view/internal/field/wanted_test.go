package field

import (
	"testing"

	"github.com/perfschema/perfschema/view"
)

func TestReaderWantsNumber(t *testing.T) {
	for _, test := range []struct {
		value any
		want  uint64
		ok    bool
	}{
		{uint64(7), 7, true}, {int64(7), 7, true}, {uint(7), 7, true}, {7, 7, true},
		{uint32(7), 7, true}, {int32(7), 7, true}, {"7", 7, true},
		{int64(-7), 0, false}, {"x", 0, false}, {7.5, 0, false}, {nil, 0, false},
	} {
		got, ok := WantsNumber(view.Reader{Equal: map[string]any{"A": test.value}}, "A")
		if ok != test.ok || ok && got != test.want {
			t.Errorf("%#v: %d, %v", test.value, got, ok)
		}
	}
	if _, ok := WantsNumber(view.Reader{}, "A"); ok {
		t.Error("a reader that wants nothing wants a number")
	}
}

func TestReaderWants(t *testing.T) {
	r := view.Reader{Equal: map[string]any{"A": "Äbc", "N": nil, "X": 5}}
	for _, test := range []struct {
		column, value string
		null, want    bool
	}{
		{"A", "Äbc", false, true},
		{"A", "äBC", false, true}, // the caller's collation decides
		{"A", "abc", false, false},
		{"A", "", true, false},
		{"N", "x", false, false},
		{"N", "", true, true},
		{"X", "x", false, true}, // not understood: every row is read
		{"B", "x", false, true},
		{"B", "", true, true},
	} {
		if got := WantsNullable(r, test.column, test.value, test.null); got != test.want {
			t.Errorf("%s %q %v: %v", test.column, test.value, test.null, got)
		}
	}
}
