package history

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// foldHour has an hour of windows of one statement, of 1 to 30 ms, merged and not folded.
func foldHour(t *testing.T, dir string, clock *fakeClock) *program {
	t.Helper()
	p := newProgram(t, clock, Options{Dir: dir, FoldAge: time.Hour})
	for i := range 30 {
		p.run("SELECT 1", time.Duration(i+1)*time.Millisecond)
		p.thread.RaiseError(1146)
		p.turn()
	}
	clock.advance(time.Hour)
	p.turn()
	return p
}

func digestFiles(t *testing.T, dir string) []string {
	t.Helper()
	return strings.Fields(names(t, dir))
}

// An hour that is old has one window, of which all figures are those of the hour.
func TestFold(t *testing.T) {
	dir, clock := t.TempDir(), newClock()
	p := foldHour(t, dir, clock)
	defer p.close()
	if files := digestFiles(t, dir); len(files) != 1 || files[0] != "2026-03-01T10.parquet" {
		t.Fatalf("%v", files)
	}
	minutes, columns := rowsOf(p.history, digestTable)
	open := digests(p.history).Open(view.Reader{})
	if _, ok := open.Next(); !ok {
		t.Fatal("no row")
	}
	clock.advance(time.Hour)
	p.turn()
	seen := 1
	for _, ok := open.Next(); ok; _, ok = open.Next() {
		seen++
	}
	if err := open.Close(); err != nil || seen != 30 {
		t.Errorf("a read that was open sees %d windows, %v", seen, err)
	}
	if files := digestFiles(t, dir); len(files) != 1 || files[0] != "2026-03-01T10.folded.parquet" {
		t.Fatalf("%v", files)
	}
	rows, _ := rowsOf(p.history, digestTable)
	if len(rows) != 1 {
		t.Fatalf("%d windows", len(rows))
	}
	row := rows[0]
	at := func(name string) any { return row[columnOf(columns, name)] }
	const ms = 1_000_000_000
	for name, want := range map[string]any{
		"COUNT_STAR": uint64(30), "SUM_TIMER_WAIT": uint64(465 * ms), "AVG_TIMER_WAIT": uint64(465 * ms / 30), "MIN_TIMER_WAIT": uint64(ms), "MAX_TIMER_WAIT": uint64(30 * ms),
		"SUM_ROWS_SENT": uint64(90), "SERVER_UUID": "uuid", "DIGEST_TEXT": "SELECT ?",
	} {
		if at(name) != want {
			t.Errorf("%s is %v, want %v", name, at(name), want)
		}
	}
	for _, name := range []string{"LAST_SEEN", "FIRST_SEEN", "QUERY_SAMPLE_TEXT", "QUERY_SAMPLE_TIMER_WAIT"} {
		var last any
		for _, m := range minutes {
			if v := m[columnOf(columns, name)]; v != nil {
				last = v
			}
		}
		if at(name) != last {
			t.Errorf("%s is %v, want %v", name, at(name), last)
		}
	}
	first, last := minutes[0], minutes[len(minutes)-1]
	if at("WINDOW_START") != first[2] || at("WINDOW_END") != last[3] {
		t.Errorf("from %v to %v, want %v to %v", at("WINDOW_START"), at("WINDOW_END"), first[2], last[3])
	}
	if q := at("QUANTILE_95").(uint64); q < 29*ms || q > 31*ms {
		t.Errorf("95 %% took at most %d", q)
	}
	buckets, err := ParseHistogram(at("HISTOGRAM").(string))
	var n uint64
	for _, b := range buckets {
		n += b.Count
	}
	if err != nil || n != 30 {
		t.Errorf("%d in buckets, %v", n, err)
	}
	if n := sums(p.history, "events_errors_summary_global_by_error", "ERROR_NUMBER", "SUM_ERROR_RAISED")[int64(1146)]; n != 30 {
		t.Errorf("%d errors", n)
	}
	// Nothing is folded twice, and nothing merged into what is folded.
	before := names(t, dir)
	clock.advance(5 * time.Hour)
	p.turn()
	p.turn()
	if after := names(t, dir); after != before {
		t.Errorf("%s, then %s", before, after)
	}
}

// The least and the most of an hour are known where those of its windows tell: not where
// counting began anew after a window of which they are not known.
func TestFoldOfWhatBeganAnew(t *testing.T) {
	dir, clock := t.TempDir(), newClock()
	p := newProgram(t, clock, Options{Dir: dir, FoldAge: time.Hour})
	defer p.close()
	hour := func(first ...int) {
		for _, ms := range first {
			p.run("SELECT 1", time.Duration(ms)*time.Millisecond)
			p.turn()
		}
		_ = p.schema.Read().Truncate("events_statements_summary_by_digest")
		for range 3 {
			p.run("SELECT 1", 9*time.Millisecond)
			p.turn()
		}
		clock.advance(time.Hour)
		p.turn()
	}
	hour(5, 7, 6)
	hour(11, 10, 30)
	for range 4 {
		clock.advance(time.Hour)
		p.turn()
	}
	rows, columns := rowsOf(p.history, digestTable)
	if len(rows) != 2 {
		t.Fatalf("%d hours", len(rows))
	}
	const ms = 1_000_000_000
	for i, want := range [][2]any{
		{uint64(5 * ms), uint64(9 * ms)},
		// All that the first window says is that 11 ms are more than the 9 there were.
		{nil, uint64(30 * ms)},
	} {
		if low, high := rows[i][columnOf(columns, "MIN_TIMER_WAIT")], rows[i][columnOf(columns, "MAX_TIMER_WAIT")]; low != want[0] || high != want[1] {
			t.Errorf("hour %d: from %v to %v, want %v", i, low, high, want)
		}
	}
}

// A kill between the two steps leaves the hour twice on the disk; it is seen once, and put
// in order by the next start.
func TestFoldAfterAKill(t *testing.T) {
	dir, clock := t.TempDir(), newClock()
	p := foldHour(t, dir, clock)
	hour := filepath.Join(dir, digestTable, "2026-03-01T10.parquet")
	if err := os.Link(hour, filepath.Join(dir, "kept")); err != nil {
		t.Fatal(err)
	}
	clock.advance(time.Hour)
	p.turn()
	p.close()
	if err := os.Rename(filepath.Join(dir, "kept"), hour); err != nil {
		t.Fatal(err)
	}
	d, err := OpenDirectory(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if sum, starts := counted(t, d, Span{}); sum != 30 || len(starts) != 1 {
		t.Errorf("%d executions in %d windows", sum, len(starts))
	}
	p = newProgram(t, clock, Options{Dir: dir, FoldAge: time.Hour})
	defer p.close()
	if files := digestFiles(t, dir); len(files) != 1 || files[0] != "2026-03-01T10.folded.parquet" {
		t.Errorf("%v", files)
	}
	if n := sums(p.history, digestTable, "DIGEST_TEXT", "COUNT_STAR")["SELECT ?"]; n != 30 {
		t.Errorf("%d executions", n)
	}
}

// An hour that cannot be folded, as its directory cannot be written to, stays as it is,
// and is told of; a damaged one is kept beside what could be read of it.
func TestFoldFails(t *testing.T) {
	dir, clock := t.TempDir(), newClock()
	p := foldHour(t, dir, clock)
	defer p.close()
	table := filepath.Join(dir, digestTable)
	if err := os.Rename(table, table+"-away"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(table, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	clock.advance(time.Hour)
	p.turn()
	if !strings.Contains(p.log.String(), "cannot be merged or folded") {
		t.Error(p.log.String())
	}
	if err := os.Remove(table); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(table+"-away", table); err != nil {
		t.Fatal(err)
	}
	if n := sums(p.history, digestTable, "DIGEST_TEXT", "COUNT_STAR")["SELECT ?"]; n != 30 {
		t.Errorf("%d executions", n)
	}
	if err := os.Truncate(filepath.Join(table, "2026-03-01T10.parquet"), 200); err != nil {
		t.Fatal(err)
	}
	p.turn()
	if files := digestFiles(t, dir); !strings.Contains(strings.Join(files, " "), "2026-03-01T10.parquet.damaged") {
		t.Errorf("%v", files)
	}
}

// Of status variables the counts of an hour are added up, of levels the last one stays.
func TestFoldStatus(t *testing.T) {
	s := newSeries("global_status", catalog.Lookup("global_status").Columns)
	f := func(name, value string, at int64) *folded {
		return &folded{delta: delta{row: view.Row{name, value}}, end: time.Unix(at, 0)}
	}
	for _, c := range []struct{ name, first, second, want string }{
		{"Questions", "3", "4", "7"}, {"Threads_connected", "3", "4", "4"}, {"Ssl_cipher", "a", "b", "b"},
	} {
		for _, inOrder := range []bool{true, false} {
			a, b := f(c.name, c.first, 1), f(c.name, c.second, 2)
			if !inOrder {
				a, b = b, a
			}
			s.foldInto(a, b)
			if a.row[1] != c.want {
				t.Errorf("%s: %v, want %s", c.name, a.row[1], c.want)
			}
		}
	}
}
