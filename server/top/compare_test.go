package top

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/history/trend"
	"github.com/perfschema/perfschema/record"
)

// comparisonOf is one with a statement of each kind.
func comparisonOf(a, b history.Span) *trend.Comparison {
	statement := func(digest, text string, count, time, errors uint64) *trend.Statement {
		s := &trend.Statement{Key: trend.Key{Schema: "shop", Digest: digest}, Text: text, Histogram: new(record.Histogram)}
		s.Count, s.Time, s.Errors = count, time, errors
		return s
	}
	change := func(a, b *trend.Statement) *trend.Change { return &trend.Change{A: a, B: b} }
	return &trend.Comparison{
		A: &trend.Total{From: a.From, To: a.To}, B: &trend.Total{From: b.From, To: b.To}, Untested: 1,
		Slower:  []*trend.Change{change(statement("aa", "SELECT slower", 100, 1e12, 0), statement("aa", "SELECT slower", 200, 6e12, 0))},
		New:     []*trend.Change{change(nil, statement("bb", "SELECT new", 10, 5e12, 0))},
		Failing: []*trend.Change{change(nil, statement("bb", "SELECT new", 10, 5e12, 4)), change(statement("cc", "SELECT failing", 10, 1e12, 1), statement("cc", "SELECT failing", 10, 1e12, 9))},
		Faster:  []*trend.Change{change(statement("dd", "SELECT faster", 100, 4e12, 0), statement("dd", "SELECT faster", 100, 1e12, 0))},
		Same:    []*trend.Change{change(statement("ee", "SELECT same", 3, 3e9, 0), statement("ee", "SELECT same", 3, 3e9, 0))},
	}
}

func TestSpans(t *testing.T) {
	start := time.Date(2026, 1, 2, 15, 0, 0, 0, time.UTC)
	var rows []row // the last window first
	for n := 19; n >= 0; n-- {
		from := start.Add(time.Duration(n) * time.Minute)
		rows = append(rows, row{window: from.Format("15:04"), from: from, until: from.Add(time.Minute)})
	}
	rows = append(rows, row{window: "unknown"})
	for _, test := range []struct{ chosen, marked, before, from, to string }{
		{"15:19", "", "15:00", "15:10", "15:20"},
		{"15:04", "", "14:59", "15:02", "15:05"}, // six are left, three of them for the time before
		{"15:00", "", "14:59", "15:00", "15:01"},
		{"15:19", "unknown", "", "", ""},
		{"15:19", "15:17", "15:14", "15:17", "15:20"},
		{"15:10", "15:12", "15:07", "15:10", "15:13"},
		{"15:10", "15:10", "15:09", "15:10", "15:11"},
		{"15:19", "gone", "15:00", "15:10", "15:20"},
		{"gone", "15:10", "", "", ""},
	} {
		before, now, ok := spans(rows, test.chosen, test.marked)
		if ok != (test.to != "") {
			t.Errorf("%s, %s marked: %v", test.chosen, test.marked, ok)
			continue
		}
		at := func(x time.Time) string { return x.Format("15:04") }
		if ok && (at(before.From) != test.before || at(before.To) != test.from || at(now.From) != test.from || at(now.To) != test.to) {
			t.Errorf("%s, %s marked: %v, %v", test.chosen, test.marked, before, now)
		}
	}
}
