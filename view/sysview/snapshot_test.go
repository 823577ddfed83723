package sysview

import (
	"slices"
	"testing"
	"time"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/summary"
)

// TestDigestsByColumn holds that what is set by the name of a column is read by it, for every
// column that a table of digests can hold, and that what was before is taken off.
func TestDigestsByColumn(t *testing.T) {
	var before, now record.DigestSummary
	at := time.Unix(9, 0)
	tables := summary.Tables()
	byDigest := tables[slices.IndexFunc(tables, func(t *view.Table) bool { return t.Name == "events_statements_summary_by_digest" })]
	for _, c := range byDigest.Columns {
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
