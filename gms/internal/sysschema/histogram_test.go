package sysschema

import (
	"strings"
	"testing"
)

// TestHistogram holds that every statement is in a bar, and no bar is longer than it may be.
func TestHistogram(t *testing.T) {
	for _, test := range []struct {
		name     string
		averages [][2]uint64
		has      []string
	}{
		{"nothing", nil, []string{"Total Statements: 0; Buckets: 16; Bucket Size: 0 us;"}},
		{"one", [][2]uint64{{1, 7}}, []string{"(7 - 8us) ", " 1 | .\n", "Total Statements: 1; Buckets: 16; Bucket Size: 1 us;"}},
		{"some", [][2]uint64{{38, 0}, {62, 100}, {240, 1599}}, []string{
			"(0 - 100us) ", " 38  | " + strings.Repeat(".", 38) + "\n", " 62  | " + strings.Repeat("*", 31) + "\n", " 240 | " + strings.Repeat("#", 80) + "\n",
			"Total Statements: 340; ",
		}},
		{"many and long", [][2]uint64{{5000, 0}, {1, 320_000_000}}, []string{"; 1 unit: 21 statements;", "Bucket Size: 20 s"}},
	} {
		got := histogramOf(test.averages)
		for _, want := range test.has {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", test.name, want, got)
			}
		}
		for _, line := range strings.Split(got, "\n") {
			if _, drawn, ok := strings.Cut(line, "| "); ok && len(drawn) > histogramWidth {
				t.Errorf("%s: a line of %d signs", test.name, len(drawn))
			}
		}
	}
}
