package history

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
)

// Sums over windows are those of all that happened, whatever is truncated, however the
// clock jumps, and though the process begins anew and hours are merged and folded in between.
func TestSumsOverWindows(t *testing.T) {
	racetest.SkipAlone(t)
	random := rand.New(rand.NewPCG(19, 1))
	dir, clock := t.TempDir(), newClock()
	texts := []string{"SELECT 1", "SELECT a FROM t", "SELECT b FROM t WHERE c = 5"}
	users := []string{"u", "v"}
	byUser := map[any]uint64{}
	statements, buckets := map[any]uint64{}, uint64(0)
	errorsRaised, written, allocated, fetched := map[any]uint64{}, uint64(0), uint64(0), uint64(0)
	for range 3 {
		p := newProgram(t, clock, Options{Dir: dir, FoldAge: 2 * time.Hour, MaxAge: -1})
		all := truncations(p.history, random)
		for range 150 {
			switch random.IntN(10) {
			case 0:
				all[random.IntN(len(all))]()
			case 1:
				p.turn()
			case 2:
				if random.IntN(8) == 0 {
					clock.advance(time.Duration(random.IntN(5)) * time.Hour)
				}
				clock.set(time.Duration(random.IntN(7200)-3600) * time.Second)
			case 3:
				p.thread.RaiseError(1146)
				errorsRaised[int64(1146)]++
			case 4:
				w := p.file.StartWait(p.thread, perfschema.OpWrite)
				w.EndBytes(10)
				written += 10
			case 5:
				b := p.memory.Alloc(p.thread, 8)
				b.Free(p.thread)
				allocated += 8
			case 6:
				p.fetch()
				fetched++
				if random.IntN(4) == 0 { // it comes again, and counts from nothing
					p.history.turn()
					p.table.Dropped()
					p.table = p.schema.TableInstance("TABLE", "db", "t")
					p.table.SetIndexes([]string{"PRIMARY"})
				}
			case 7:
				// Its account has nobody any more, and may be truncated away.
				p.thread.End()
				p.user = users[random.IntN(len(users))]
				p.connect()
			default:
				byUser[p.user]++
				text := texts[random.IntN(len(texts))]
				_, digest := p.schema.StatementDigest(text)
				p.run(text, time.Duration(random.IntN(1000))*time.Microsecond)
				statements[digest]++
				buckets++
			}
		}
		p.close()
	}
	p := newProgram(t, clock, Options{Dir: dir, FoldAge: 2 * time.Hour, MaxAge: -1})
	defer p.close()
	clock.advance(9 * time.Hour)
	for range 24 {
		p.turn()
	}
	left := 0
	for _, s := range p.history.series {
		for _, f := range s.table.files {
			if !f.folded && !s.table.hasWindows(f.hour) && f.hour.Before(clock.Wall().Add(-3*time.Hour)) {
				t.Errorf("%s is not folded", f.path)
			} else if f.folded {
				left++
			}
		}
	}
	if left == 0 {
		t.Error("nothing is folded")
	}
	if got := sums(p.history, digestTable, "DIGEST_TEXT", "COUNT_STAR"); !maps.Equal(got, statements) {
		t.Errorf("statements: %v, want %v", got, statements)
	}
	if got := sums(p.history, profileTable, "DIGEST_TEXT", "COUNT_STAR"); !maps.Equal(got, statements) {
		t.Errorf("statements profiled: %v, want %v", got, statements)
	}
	if got := sums(p.history, planTable, "DIGEST_TEXT", "COUNT_STAR"); !maps.Equal(got, statements) {
		t.Errorf("statements by plan: %v, want %v", got, statements)
	}
	if got := sums(p.history, planTable, "PLAN_HASH", "COUNT_KEPT"); len(got) != 3 {
		t.Errorf("%d plans, want 3", len(got))
	}
	if got := sums(p.history, accountTable, "USER", "COUNT_STAR"); !maps.Equal(got, byUser) {
		t.Errorf("statements by account: %v, want %v", got, byUser)
	}
	if got := sums(p.history, "events_errors_summary_global_by_error", "ERROR_NUMBER", "SUM_ERROR_RAISED"); !maps.Equal(got, errorsRaised) {
		t.Errorf("errors: %v, want %v", got, errorsRaised)
	}
	if got := sums(p.history, "file_summary_by_event_name", "EVENT_NAME", "SUM_NUMBER_OF_BYTES_WRITE")["wait/io/file/sql/f"]; got != written {
		t.Errorf("%d bytes written, want %d", got, written)
	}
	if got := sums(p.history, "events_waits_summary_global_by_event_name", "EVENT_NAME", "COUNT_STAR")["wait/io/file/sql/f"]; got != written/10 {
		t.Errorf("%d waits, want %d", got, written/10)
	}
	if got := sums(p.history, "memory_summary_global_by_event_name", "EVENT_NAME", "SUM_NUMBER_OF_BYTES_ALLOC")["memory/sql/m"]; got != allocated {
		t.Errorf("%d bytes allocated, want %d", got, allocated)
	}
	for _, column := range []string{"COUNT_STAR", "COUNT_READ", "COUNT_FETCH"} {
		if got := sums(p.history, indexTable, "INDEX_NAME", column); got["PRIMARY"] != fetched || got[nil] != 0 {
			t.Errorf("%s is %v, want %d", column, got, fetched)
		}
	}
	var counted uint64
	rows, columns := rowsOf(p.history, digestTable)
	for _, row := range rows {
		start, end := row[columnOf(columns, "WINDOW_START")].(time.Time), row[columnOf(columns, "WINDOW_END")].(time.Time)
		if !end.After(start) {
			t.Errorf("a window from %v to %v", start, end)
		}
		histogram := map[string]uint64{}
		if text, ok := row[columnOf(columns, "HISTOGRAM")].(string); ok {
			if err := json.Unmarshal([]byte(text), &histogram); err != nil {
				t.Error(err)
			}
		}
		for _, n := range histogram {
			counted += n
		}
	}
	if counted != buckets {
		t.Errorf("%d statements in buckets, want %d", counted, buckets)
	}
	for _, s := range p.history.Status() {
		if s.Failures != 0 || len(s.Damaged) != 0 || s.Lost != 0 {
			t.Errorf("%+v", s)
		}
	}
}

// What a window tells beyond sums is of the window, or NULL.
func TestFiguresOfAWindow(t *testing.T) {
	p := newProgram(t, newClock(), Options{Dir: t.TempDir()})
	defer p.close()
	p.run("SELECT 1", 2*time.Millisecond)
	p.run("SELECT 1", 4*time.Millisecond)
	p.turn()
	p.run("SELECT 1", 3*time.Millisecond)
	p.turn()
	p.turn() // nothing happened: no row
	p.run("SELECT 1", time.Millisecond)
	p.turn()
	rows, columns := rowsOf(p.history, digestTable)
	const ms = uint64(1e9)
	want := []map[string]any{
		{"COUNT_STAR": uint64(2), "SUM_TIMER_WAIT": 6 * ms, "MIN_TIMER_WAIT": 2 * ms, "AVG_TIMER_WAIT": 3 * ms, "MAX_TIMER_WAIT": 4 * ms, "SUM_ROWS_SENT": uint64(6),
			"QUERY_SAMPLE_TEXT": "SELECT 1", "SERVER_UUID": "uuid", "SERVER_NAME": nil},
		{"COUNT_STAR": uint64(1), "SUM_TIMER_WAIT": 3 * ms, "MIN_TIMER_WAIT": nil, "AVG_TIMER_WAIT": 3 * ms, "MAX_TIMER_WAIT": nil},
		{"COUNT_STAR": uint64(1), "SUM_TIMER_WAIT": ms, "MIN_TIMER_WAIT": ms, "MAX_TIMER_WAIT": nil},
	}
	if len(rows) != len(want) {
		t.Fatalf("%d rows, want %d", len(rows), len(want))
	}
	for i := range want {
		for name, v := range want[i] {
			if got := rows[i][columnOf(columns, name)]; got != v {
				t.Errorf("row %d: %s is %v, want %v", i, name, got, v)
			}
		}
	}
	if high := rows[1][columnOf(columns, "QUANTILE_99")].(uint64); high < 3*ms || high > 4*ms {
		t.Errorf("99 %% of a statement of 3 ms took at most %d", high)
	}
}

// What cannot be written stays in the window, which lasts until it can be.
func TestUnwritable(t *testing.T) {
	dir := t.TempDir()
	p := newProgram(t, newClock(), Options{Dir: dir})
	defer p.close()
	path := filepath.Join(dir, digestTable)
	p.run("SELECT 1", time.Millisecond)
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	p.turn()
	_ = p.schema.Read().Truncate("events_statements_summary_by_digest")
	p.turn()
	_ = p.schema.Read().Truncate("events_statements_summary_by_digest")
	p.run("SELECT 2", time.Millisecond)
	p.turn()
	if n := strings.Count(p.log.String(), "stays open"); n != 1 {
		t.Errorf("told of it %d times:\n%s", n, p.log.String())
	}
	failing := p.history.Status()[len(p.history.series)-1]
	if !failing.Failing || failing.Failures != 3 || failing.LastFailure == "" {
		t.Errorf("%+v", failing)
	}
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
	p.turn()
	rows, columns := rowsOf(p.history, digestTable)
	if len(rows) != 1 || rows[0][columnOf(columns, "COUNT_STAR")] != uint64(2) {
		t.Fatalf("rows %v", rows)
	}
	start, end := rows[0][columnOf(columns, "WINDOW_START")].(time.Time), rows[0][columnOf(columns, "WINDOW_END")].(time.Time)
	if d := end.Sub(start); d < 4*time.Minute {
		t.Errorf("a window of %v", d)
	}
	if s := p.history.Status()[len(p.history.series)-1]; s.Failing || !strings.Contains(p.log.String(), "again") {
		t.Errorf("%+v\n%s", s, p.log.String())
	}
}

// Windows that cannot be merged are closed again: a full disk does not use up the
// process's files.
func TestFailedMergeClosesItsFiles(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc/self/fd")
	}
	dir, clock := t.TempDir(), newClock()
	p := newProgram(t, clock, Options{Dir: dir})
	defer p.close()
	p.run("SELECT 1", time.Millisecond)
	p.turn()
	for _, s := range p.history.series {
		defer func(dir string) { s.table.dir = dir }(s.table.dir)
		s.table.dir = filepath.Join(dir, "missing") // the windows are read where they are
	}
	clock.advance(2 * time.Hour)
	for range 3 {
		p.turn()
	}
	if !strings.Contains(p.log.String(), "cannot be merged") {
		t.Fatalf("merged, or nothing said:\n%s", p.log.String())
	}
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, fd := range fds {
		if name, _ := os.Readlink("/proc/self/fd/" + fd.Name()); strings.HasSuffix(name, suffix) && strings.HasPrefix(name, dir) {
			t.Errorf("%s is open", name)
		}
	}
}

// A damaged file is left out and told of; the others are read, and merged.
func TestDamagedFile(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"half":   func(b []byte) []byte { return b[:len(b)/2] },
		"empty":  func([]byte) []byte { return nil },
		"footer": func(b []byte) []byte { return append(b[:len(b)-8], "\xff\xff\xff\x7fPAR1"...) },
		"pages":  func(b []byte) []byte { return append(bytes.Repeat([]byte{0xff}, len(b)/2), b[len(b)/2:]...) },
	} {
		t.Run(name, func(t *testing.T) { testDamagedFile(t, damage) })
	}
}

func testDamagedFile(t *testing.T, damage func([]byte) []byte) {
	dir, clock := t.TempDir(), newClock()
	p := newProgram(t, clock, Options{Dir: dir})
	for range 3 {
		p.run("SELECT 1", time.Millisecond)
		p.turn()
	}
	windows, err := filepath.Glob(filepath.Join(dir, digestTable, "*.parquet"))
	if err != nil || len(windows) != 3 {
		t.Fatal(windows, err)
	}
	content, err := os.ReadFile(windows[1])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(windows[1], damage(content), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // told of once
		if n := sums(p.history, digestTable, "DIGEST_TEXT", "COUNT_STAR")["SELECT ?"]; n != 2 {
			t.Errorf("%d statements", n)
		}
	}
	if n := strings.Count(p.log.String(), "cannot be read"); n != 1 {
		t.Errorf("told of it %d times:\n%s", n, p.log.String())
	}
	clock.advance(time.Hour)
	p.turn()
	if n := sums(p.history, digestTable, "DIGEST_TEXT", "COUNT_STAR")["SELECT ?"]; n != 2 {
		t.Errorf("%d statements after the merge", n)
	}
	p.close()
	left, err := filepath.Glob(filepath.Join(dir, digestTable, "*"))
	if err != nil || len(left) != 2 || !strings.HasSuffix(left[0], ".damaged") {
		t.Error(left, err)
	}
}

// The oldest hours go where there is too much, or they are too old.
func TestRetention(t *testing.T) {
	dir, clock := t.TempDir(), newClock()
	p := newProgram(t, clock, Options{Dir: dir, MaxAge: 3 * time.Hour})
	defer p.close()
	for range 10 {
		p.run("SELECT 1", time.Millisecond)
		p.turn()
		clock.advance(59 * time.Minute)
	}
	p.turn()
	if n := sums(p.history, digestTable, "DIGEST_TEXT", "COUNT_STAR")["SELECT ?"]; n != 2 {
		t.Errorf("%d hours are left of ten", n)
	}
	// With the events, if one was drawn: each hour takes no more than half.
	p.history.options.MaxBytes = (p.history.total() + p.history.events.bytes.Load()) * 2 / 3
	p.turn()
	if n, most := p.history.total(), p.history.options.MaxBytes; n > most || n == 0 {
		t.Errorf("%d bytes, want at most %d", n, most)
	}
}

// A directory has one writer.
func TestOneWriter(t *testing.T) {
	dir := t.TempDir()
	p := newProgram(t, newClock(), Options{Dir: dir})
	if _, err := open(p.schema, Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("a second writer: %v", err)
	}
	p.close()
	h, err := Start(p.schema, Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
}
