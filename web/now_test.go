package web

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view/catalog"
)

// sqlDigest is what a row of events_statements_summary_by_digest counts.
type digestRow struct {
	text                                                string
	count, time, errors, examined, sent, noIndex, lower uint64
}

// digestRows are the rows as SQL has them, by digest and schema.
func digestRows(f *fixture) map[string]digestRow {
	out := make(map[string]digestRow)
	for _, r := range f.pages.read("events_statements_summary_by_digest", nil, "SCHEMA_NAME", "DIGEST", "DIGEST_TEXT", "COUNT_STAR", "SUM_TIMER_WAIT", "SUM_ERRORS",
		"SUM_ROWS_EXAMINED", "SUM_ROWS_SENT", "SUM_NO_INDEX_USED") {
		out[str(r[0])+" "+str(r[2])] = digestRow{str(r[2]), number(r[3]), number(r[4]), number(r[5]), number(r[6]), number(r[7]), number(r[8]), 0}
	}
	return out
}

// work runs some statements of three digests.
func (f *fixture) work(n int) {
	th := f.thread("joe")
	defer th.End()
	for i := range n {
		f.run(th, "shop", fmt.Sprintf("SELECT * FROM orders WHERE status = %d", i), perfschema.StatementCounters{RowsExamined: 1000, RowsSent: 3, NoIndexUsed: 1, SelectScan: 1}, 0)
		f.run(th, "shop", fmt.Sprintf("SELECT %d", i), perfschema.StatementCounters{RowsSent: 1}, 0)
		if i%2 == 0 {
			f.run(th, "", fmt.Sprintf("SELECT * FROM invoices LIMIT %d", i), perfschema.StatementCounters{}, 1146)
		}
	}
}

// TestNowIsAsSQL compares a span of time with what SQL counts before and after it.
func TestNowIsAsSQL(t *testing.T) {
	f := newFixture(t, Options{})
	f.work(4)
	f.get(t, "") // the first look
	before := digestRows(f)
	f.work(10)
	after := digestRows(f)
	f.pass(2 * time.Minute) // what was before the first look is out of the minute
	rows := f.rows(t, "?window=2m", "digests")
	if len(rows) != 3 || len(after) != 3 {
		t.Fatalf("%d digests on the page, %d in SQL", len(rows), len(after))
	}
	for _, r := range rows {
		k := r["schema"].(string) + " " + r["statement"].(string)
		a, b := after[k], before[k]
		for column, want := range map[string]uint64{"executions": a.count - b.count, "time": a.time - b.time, "errors": a.errors - b.errors, "no index": a.noIndex - b.noIndex} {
			if got := r[column].(float64); got != float64(want) {
				t.Errorf("%s: %s is %v, want %d", k, column, got, want)
			}
		}
		if a.sent > 0 && r["examined per sent"].(float64) != float64(a.examined-b.examined)/float64(a.sent-b.sent) {
			t.Errorf("%s: examined per sent is %v", k, r["examined per sent"])
		}
	}
	body := f.get(t, "")
	for _, want := range []string{"10 of 10 executions read a table without an index", "It examines 333 rows for each", "begins with what it compares: STATUS", "SELECT * FROM `orders`"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// TestBeforeTheFirstLook: the executions that are kept tell of the time before.
func TestBeforeTheFirstLook(t *testing.T) {
	f := newFixture(t, Options{})
	f.work(6)
	f.pass(time.Second)
	after := digestRows(f)
	for _, r := range f.rows(t, "", "digests") {
		k := r["schema"].(string) + " " + r["statement"].(string)
		a := after[k]
		if r["executions"].(float64) != float64(a.count) || r["errors"].(float64) != float64(a.errors) || r["no index"].(float64) != float64(a.noIndex) {
			t.Errorf("%s: %v, in SQL %+v", k, r, a)
		}
		// The profiler keeps nanoseconds.
		if d := r["time"].(float64) - float64(a.time); d > 1e6 || d < -1e6 {
			t.Errorf("%s: %v, in SQL %v", k, r["time"], a.time)
		}
		delete(after, k)
	}
	if len(after) > 0 {
		t.Errorf("not on the page: %v", after)
	}
}

// TestPercentiles compares the percentiles of a digest with its histogram in SQL.
func TestPercentiles(t *testing.T) {
	f := newFixture(t, Options{})
	f.get(t, "")
	f.work(50)
	f.pass(2 * time.Second)
	var reached uint64
	row := f.rows(t, "", "digests")[0]
	for _, r := range f.pages.read("events_statements_histogram_by_digest", nil, "SCHEMA_NAME", "DIGEST", "BUCKET_TIMER_HIGH", "COUNT_BUCKET_AND_LOWER") {
		k := key{str(r[0]), str(r[1])}
		if text, _ := f.pages.digestText(k); text != row["statement"] || k.schema != row["schema"] || reached != 0 {
			continue
		}
		if number(r[3])*100 >= 95*uint64(row["executions"].(float64)) {
			reached = number(r[2])
		}
	}
	if reached == 0 || row["p95"].(float64) != float64(reached) {
		t.Errorf("p95 is %v, want %d", row["p95"], reached)
	}
}

// TestTruncate: counters that begin anew are no negative time.
func TestTruncate(t *testing.T) {
	f := newFixture(t, Options{})
	f.work(5)
	f.get(t, "")
	catalog.Lookup("events_statements_summary_by_digest").Truncate(f.Schema)
	f.work(2)
	f.pass(2 * time.Second)
	for _, r := range f.rows(t, "?window=2s", "digests") {
		if n := r["executions"].(float64); n < 1 || n > 2 {
			t.Errorf("%v executions of %v", n, r["statement"])
		}
	}
}

// TestNowWidens: who looks a while after the work is told of it, and of which time that is.
func TestNowWidens(t *testing.T) {
	f := newFixture(t, Options{})
	if body := f.get(t, ""); strings.Contains(body, "No statement ran") {
		t.Errorf("before anything ran: %s", body)
	}
	f.work(10)
	f.pass(10 * time.Second)
	if body := f.get(t, ""); strings.Contains(body, "No statement ran") || !strings.Contains(body, `id="problem"`) {
		t.Errorf("in the minute of the work: %s", body)
	}
	f.pass(3 * time.Minute)
	body := f.get(t, "")
	for _, want := range []string{"No statement ran in the last minute: these are the last 5 minutes.", `id="problem"`, "Last 5 minutes", "digest?digest=", "window=5m0s"} {
		if !strings.Contains(body, want) {
			t.Errorf("three minutes later the page does not say %q:\n%s", want, body)
		}
	}
	if n := len(f.rows(t, "", "digests")); n != 3 {
		t.Errorf("the export has %d digests", n)
	}
	// Who asks for a minute gets it, and nothing of a start that is long over.
	body = f.get(t, "?window=1m")
	if strings.Contains(body, `id="problem"`) || strings.Contains(body, "these are the last") || strings.Contains(body, `id="waits"`) {
		t.Errorf("the minute that was asked for: %s", body)
	}
	f.pass(30 * time.Minute)
	if body := f.get(t, ""); strings.Contains(body, "these are the last") || !strings.Contains(body, "Last minute") {
		t.Errorf("half an hour later: %s", body)
	}
}
