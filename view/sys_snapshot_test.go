package view

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema/record"
)

// TestDigestsByColumn holds that what is set by the name of a column is read by it, for every
// column that a table of digests can hold, and that what was before is taken off.
func TestDigestsByColumn(t *testing.T) {
	var before, now record.DigestSummary
	at := time.Unix(9, 0)
	for _, c := range Lookup("events_statements_summary_by_digest").Columns {
		switch c.Name {
		case "AVG_TIMER_WAIT", "COUNT_SECONDARY", "QUANTILE_95", "QUANTILE_99", "QUANTILE_999":
			continue
		case "SCHEMA_NAME", "DIGEST", "DIGEST_TEXT", "QUERY_SAMPLE_TEXT":
			SetDigest(&before, c.Name, "text")
			SetDigest(&now, c.Name, "text")
			if got := DigestValue(&now, c.Name); got != "text" {
				t.Errorf("%s is %v", c.Name, got)
			}
			continue
		case "FIRST_SEEN", "LAST_SEEN", "QUERY_SAMPLE_SEEN":
			SetDigestTime(&now, c.Name, at)
			if got := DigestValue(&now, c.Name); got != at {
				t.Errorf("%s is %v", c.Name, got)
			}
			continue
		}
		SetDigest(&before, c.Name, "10")
		SetDigest(&now, c.Name, "13")
		if got := DigestValue(&now, c.Name); got != uint64(13) {
			t.Errorf("%s is %v", c.Name, got)
		}
	}
	since := DigestsSince([]record.DigestSummary{now, {DigestHex: "new"}}, []record.DigestSummary{before})
	if len(since) != 2 || since[1].DigestHex != "new" {
		t.Fatalf("%d since", len(since))
	}
	for name := range digestSums {
		if got := DigestValue(&since[0], name); got != uint64(3) {
			t.Errorf("%s grew by %v", name, got)
		}
	}
	if got := DigestsSince([]record.DigestSummary{now}, []record.DigestSummary{now}); len(got) != 0 {
		t.Errorf("%d ran that did not", len(got))
	}
	if got := DigestsSince([]record.DigestSummary{before}, []record.DigestSummary{now}); len(got) != 1 || got[0].Stat.Timer.Count != 10 {
		t.Errorf("after a truncation: %+v", got)
	}
}

// TestGraph holds that events stand below those that they are part of, with nothing in a
// label that would end it.
func TestGraph(t *testing.T) {
	if got, want := dotText("a \"b\"\r\n\\c"), `a \"b\"\l\\c\l`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	g := ThreadGraph{ID: 7, nodes: map[uint64]graphNode{
		1: {name: "statement", colour: "blue"}, 2: {name: "stage", nesting: 1, within: true, colour: "red"}, 3: {name: "lost", nesting: 99, within: true, colour: "red"},
	}}
	const want = `digraph thread_7 {
  rankdir=LR; nodesep=0.10;
  node [shape=box, style=filled, fontsize=10];
  e1 [label="statement\l", fillcolor=blue];
  e2 [label="stage\l", fillcolor=red];
  e1 -> e2;
  e3 [label="lost\l", fillcolor=red];
}
`
	if got := g.String(); got != want {
		t.Errorf("%s", got)
	}
}
