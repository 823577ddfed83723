package web

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// objects are things to wait for and use.
type objects struct {
	file  *perfschema.FileInstance
	table *perfschema.TableInstance
}

// use waits, reads, writes and fails so often, of each.
func (f *fixture) use(o *objects, n int) {
	th := f.thread("joe")
	defer th.End()
	for i := range n {
		w := o.file.StartWait(th, perfschema.OpRead)
		w.EndBytes(10)
		io := o.table.StartIO(th, perfschema.OpFetch, "")
		io.Start()
		io.Stop(2)
		io.Flush()
		f.run(th, "shop", fmt.Sprintf("SELECT %d FROM nothing", i), perfschema.StatementCounters{}, 1146)
	}
}

func (f *fixture) objects() *objects {
	return &objects{file: f.FileInstance(f.RegisterFile("app", perfschema.Info{Name: "data"}), "/data/orders"), table: f.TableInstance("TABLE", "shop", "orders")}
}

// step has the next reading taken, of digests and of sums.
func (f *fixture) step(t testing.TB) {
	t.Helper()
	f.pass(readEvery)
	f.ticks <- time.Time{}
	f.pages.past.tickDone(f)
	f.readSums()
}

// readSums has a reading of sums taken, and waits for it.
func (f *fixture) readSums() {
	f.sumTicks <- time.Time{}
	for {
		f.pages.sums.mu.Lock()
		at := f.pages.sums.last.at
		f.pages.sums.mu.Unlock()
		if at.Equal(f.time()) {
			return
		}
	}
}

// windowed are the tables that tell of a span of time: what a row of ours is known by,
// and how often one use counts in which column.
var windowed = []struct {
	page, table, column, row, counts string
	each                             int
}{
	{"waits", "waits", "wait", "wait/io/file/app/data", "count", 1},
	{"waits", "waits", "wait", "wait/io/table/sql/handler", "count", 2},
	{"io", "files", "file", "/data/orders", "operations", 1},
	{"io", "files", "file", "/data/orders", "read", 10},
	{"io", "tables", "table", "orders", "rows read", 2},
	{"errors", "errors", "name", "ER_NO_SUCH_TABLE", "raised", 1},
	{"errors", "statements", "statement", "SELECT ? FROM NOTHING", "errors", 1},
}

// counted is what a row of a page has in a column; 0 where it is not there.
func (f *fixture) counted(t testing.TB, target, table, column, row, counts string) int {
	t.Helper()
	for _, r := range f.rows(t, target, table) {
		if strings.EqualFold(strings.ReplaceAll(fmt.Sprint(r[column]), "`", ""), row) {
			return int(r[counts].(float64))
		}
	}
	return 0
}

// TestWindowsOfSums: what tables count since the start is shown of the span that is asked
// for, in pages and exports, and adds up to SQL's.
func TestWindowsOfSums(t *testing.T) {
	f := newFixture(t, Options{})
	o := f.objects()
	f.use(o, 7) // nobody looks yet
	f.pass(time.Hour)
	f.get(t, "") // what Now begins is there when the others are opened
	uses := make([]int, 0, 20)
	for i := range 20 {
		f.use(o, i+1)
		uses = append(uses, i+1)
		f.step(t)
	}
	f.use(o, 3) // since the last reading
	f.pass(2 * time.Second)
	last := func(n int) (all int) {
		for _, u := range uses[len(uses)-n:] {
			all += u
		}
		return all + 3
	}
	then := url.QueryEscape(f.time().Add(-2*time.Second - 10*readEvery).UTC().Format(time.RFC3339Nano))
	for _, w := range windowed {
		for query, want := range map[string]int{
			"?window=7s": last(1), "?window=12s": last(2), "?window=27s": last(5), "": last(12), "?window=5m": last(20),
			"?window=10s&until=" + then: uses[8] + uses[9], "?window=start": last(20) + 7, "?window=1m&until=1999-01-01T00:00:00Z": 0,
		} {
			if got := f.counted(t, w.page+query, w.table, w.column, w.row, w.counts); got != want*w.each {
				t.Errorf("%s%s: %s has %d %s, want %d", w.page, query, w.row, got, w.counts, want*w.each)
			}
		}
	}
	// Means are those of the span, and what is known since the start alone is not shown in one.
	for _, r := range f.rows(t, "waits?window=12s", "waits") {
		if mean, want := r["mean"].(float64), r["time"].(float64)/r["count"].(float64); mean > want || mean < want-1 {
			t.Errorf("the mean of %v is %v, want %v", r["wait"], mean, want)
		}
		if longest, known := r["longest"]; known {
			t.Errorf("the longest of a span is not known, and %v is shown", longest)
		}
	}
	if _, known := f.rows(t, "waits?window=start", "waits")[0]["longest"]; !known {
		t.Error("the longest since the start is not shown")
	}
	records, err := csv.NewReader(strings.NewReader(f.get(t, "io?window=12s&table=tables&format=csv"))).ReadAll()
	if err != nil || len(records) != 2 || records[1][0] != "orders" || records[1][4] != fmt.Sprint(2*last(2)) {
		t.Errorf("as CSV: %v %v", records, err)
	}
	for page := range hasTotals {
		body := f.get(t, page)
		for _, want := range []string{"Last minute", "permanent link", "since the start</a>", "The page shows the second reading less the first", `href="` + page + `?window=5m0s"`} {
			if !strings.Contains(body, want) {
				t.Errorf("%s does not say %q", page, want)
			}
		}
	}
	// The link to a span gives the same later on.
	const page = "io?window=10s&until="
	before := f.get(t, page+then+"&table=files&format=json")
	f.use(o, 5)
	f.step(t)
	if after := f.get(t, page+then+"&table=files&format=json"); after != before {
		t.Errorf("a permanent link gave %s, and later %s", before, after)
	}
}

// TestSumsBeginAnew: a table that is truncated, and a file that is opened again, count no
// negative time.
func TestSumsBeginAnew(t *testing.T) {
	f := newFixture(t, Options{})
	o := f.objects()
	f.use(o, 9)
	f.get(t, "io")
	f.use(o, 1)
	for _, name := range []string{"events_waits_summary_global_by_event_name", "file_summary_by_instance", "table_io_waits_summary_by_table", "events_errors_summary_global_by_error",
		"events_statements_summary_by_digest"} {
		catalog.Lookup(name).Truncate(f.Schema)
	}
	f.use(o, 4)
	f.pass(2 * time.Second)
	for _, w := range windowed {
		if got := f.counted(t, w.page, w.table, w.column, w.row, w.counts); w.table != "statements" && got != 4*w.each {
			t.Errorf("%s: %s has %d %s, want %d", w.page, w.row, got, w.counts, 4*w.each)
		}
	}
}

// TestSumsAreBounded: what is kept of them has a bound, and nothing of the sums is lost.
func TestSumsAreBounded(t *testing.T) {
	racetest.SkipAlone(t)
	l := &listing{by: "SUM_TIMER_WAIT", columns: []shown{word("FILE_NAME", "file"), count("COUNT_STAR", "count"), period("SUM_TIMER_WAIT", "time")}, apart: []string{"OBJECT_INSTANCE_BEGIN"}}
	var rows []view.Row
	now := time.Now()
	c := newCounters([]*listing{l}, func(*listing) []view.Row {
		out := make([]view.Row, len(rows))
		for i := range rows {
			out[i] = append(view.Row(nil), rows[i]...)
		}
		return out
	})
	c.now = func() time.Time { return now }
	c.ticks = func(time.Duration) (<-chan time.Time, func()) { return nil, func() {} }
	defer c.close()
	c.observe()
	for i := range 3 * maxRows {
		rows = append(rows, view.Row{fmt.Sprint("f", i), uint64(0), uint64(0), uint64(i)})
	}
	all := uint64(0)
	for range maxIntervals + 20 {
		for i, r := range rows {
			r[1], r[2] = number(r[1])+1, number(r[2])+uint64(i)
			all += uint64(i)
		}
		now = now.Add(readEvery)
		c.asked = now
		c.tick()
		s := c.steps[len(c.steps)-1]
		sum := uint64(0)
		for _, r := range s.tables[0] {
			sum += number(r[2])
		}
		if n := uint64(len(rows)); sum != n*(n-1)/2 || len(s.tables[0]) != maxRows+1 {
			t.Fatalf("a step has %d rows with %d", len(s.tables[0]), sum)
		}
		if _, told := s.tables[0][l.identity(rows[len(rows)-1])]; !told {
			t.Fatal("the largest is not told apart")
		}
		size := 0
		for _, s := range c.steps {
			size += s.size()
		}
		if size != c.kept || size > maxKeptRows || len(c.steps) > maxIntervals {
			t.Fatalf("%d steps with %d rows, counted %d", len(c.steps), size, c.kept)
		}
	}
	q := &query{window: 2 * readEvery}
	got := c.span(q, l)
	if len(got.rows) != maxRows || number(got.rows[0][1]) != 2 || number(got.others[1]) != uint64(2*(len(rows)-maxRows)) {
		t.Errorf("a span has %d rows, the first %v, and others %v", len(got.rows), got.rows[0], got.others)
	}
}

// TestSpans: a span that makes no sense is refused, and one of which nothing is known
// shows nothing, on every page.
func TestSpans(t *testing.T) {
	f := newFixture(t, Options{})
	f.use(f.objects(), 3)
	for _, page := range allPages() {
		for query, want := range map[string]int{
			"window=NaN": 400, "window=-1m": 400, "window=0": 400, "window=1ns": 400, "window=1e9h": 400, "window=25h": 400, "window=Inf": 400, "window=" + url.QueryEscape("<script>"): 400,
			"until=NaN": 400, "until=now": 400, "until=10000-01-01T00:00:00Z": 400, "until=" + strings.Repeat("9", 5000): 400, "until=2026-02-30T00:00:00Z": 400,
			"until=9999-12-31T23:59:59Z": 200, "until=0001-01-01T00:00:00Z": 200, "until=1969-12-31T23:59:59Z": 200, "window=24h&until=0001-01-01T00:00:00Z": 200,
			"window=start": 200, "window=start&until=2026-01-01T00:00:00Z": 200, "window=24h": 200, "window=1s": 200,
		} {
			w := f.ask(http.MethodGet, page+"?"+query, nil)
			if w.Code != want {
				t.Errorf("%q?%.60s: %d, want %d", page, query, w.Code, want)
			}
			if w.Code != 200 && !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
				t.Errorf("%q?%.60s: refused by %s", page, query, w.Header().Get("Content-Type"))
			}
		}
	}
}

// BenchmarkSums reads the tables of sums of a server with 1,000 files, tables and errors,
// as every five seconds while somebody looks.
func BenchmarkSums(b *testing.B) {
	f := newFixture(b, Options{})
	key := f.RegisterFile("app", perfschema.Info{Name: "data"})
	for i := range 1000 {
		f.use(&objects{file: f.FileInstance(key, fmt.Sprint("/data/", i)), table: f.TableInstance("TABLE", "shop", fmt.Sprint("t", i))}, 1)
	}
	f.pages.sums.start()
	n := 0
	for b.Loop() {
		s := f.pages.sums.since(f.pages.sums.read(), &totals{tables: make([]map[string]view.Row, len(f.pages.sums.tables))})
		n = s.size()
	}
	b.ReportMetric(float64(n), "rows")
}

// TestTimesAtRest: times that move while counts rest, as they do while it is learnt how long
// a tick of the clock lasts, are nothing that was counted, and none that began anew.
func TestTimesAtRest(t *testing.T) {
	row := func(count, time uint64) view.Row { return view.Row{"wait/io/file/app/data", count, time, time, time} }
	for _, after := range []uint64{999, 1000, 1001} {
		if got := waitSums.since(row(10, after), row(10, 1000)); got != nil {
			t.Errorf("1000, then %d: %v", after, got)
		}
	}
	if got := waitSums.since(row(11, 999), row(10, 1000)); got == nil || number(got[1]) != 1 || number(got[2]) != 0 {
		t.Errorf("one more, in no time: %v", got)
	}
	if got := waitSums.since(row(2, 50), row(10, 1000)); got == nil || number(got[1]) != 2 || number(got[2]) != 50 {
		t.Errorf("begun anew: %v", got)
	}
}
