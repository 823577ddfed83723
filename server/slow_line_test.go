package server

import (
	"testing"
	"time"
	"unicode/utf8"
)

// TestSlowLinesAreBounded: more statements than there is room for in a second are left
// out, and the next line tells of how many.
func TestSlowLinesAreBounded(t *testing.T) {
	var l slowLines
	now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	for i := range 3 * slowLinesPerSecond {
		leftOut, ok := l.take(now)
		if ok != (i < slowLinesPerSecond) || leftOut != 0 {
			t.Fatalf("line %d: %v, %d left out", i, ok, leftOut)
		}
	}
	for i, want := range []uint64{2 * slowLinesPerSecond, 0} {
		if leftOut, ok := l.take(now.Add(time.Second)); !ok || leftOut != want {
			t.Errorf("line %d of the next second: %v, %d left out, want %d", i, ok, leftOut, want)
		}
	}
}

func TestCutText(t *testing.T) {
	for _, test := range []struct {
		text   string
		length int
		want   string
	}{
		{"SELECT 1", 8, "SELECT 1"}, {"SELECT 1", 7, "SELECT ..."}, {"SELECT 1", 0, "..."}, {"", 0, ""},
		{"aß", 2, "a..."}, {"aß", 3, "aß"}, {"\xbf\xbf\xbf", 2, "..."},
	} {
		if got := cutText(test.text, test.length); got != test.want || utf8.ValidString(test.text) && !utf8.ValidString(got) {
			t.Errorf("of %q %d bytes are %q, want %q", test.text, test.length, got, test.want)
		}
	}
}
