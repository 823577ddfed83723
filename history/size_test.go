package history

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sort"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
)

// dayBytes is what a day of a thousand digests may take.
const dayBytes = 150 << 20

// digestRow is a row of the table of digests as a busy server has them: three to five
// words that look like chance, of each statement a few executions.
func digestRow(s *series, random *rand.Rand, digest int, start, end time.Time) view.Row {
	row := make(view.Row, 0, len(s.table.columns))
	row = append(row, "8f0a4f3e-0000-11f0-8000-0242ac110002", "db1", start, end)
	executions := uint64(1 + random.IntN(120))
	mean := uint64(float64(50e6) * random.ExpFloat64() * float64(1+digest%50))
	var h record.Histogram
	for range executions {
		took := uint64(float64(mean) * (0.6 + random.ExpFloat64()*0.4))
		h[sort.Search(len(h)-1, func(i int) bool {
			_, high := record.BucketBounds(i)
			return took < high
		})]++
	}
	for _, c := range s.columns {
		var v any
		switch c.Name {
		case "SCHEMA_NAME":
			v = "shop"
		case "DIGEST":
			r := rand.New(rand.NewPCG(uint64(digest), 1))
			v = fmt.Sprintf("%016x%016x%016x%016x", r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64())
		case "DIGEST_TEXT":
			v = fmt.Sprintf("SELECT `a` . `id` , `b` . `column_%d` FROM `orders_%d` AS `a` JOIN `lines` AS `b` ON `a` . `id` = `b` . `order_id` WHERE `a` . `customer` = ? AND `b` . `price` > ? ORDER BY `a` . `created` DESC LIMIT ?", digest%37, digest)
		case "COUNT_STAR":
			v = executions
		case "SUM_TIMER_WAIT":
			v = executions * mean / 1000 * 1000
		case "SUM_LOCK_TIME", "SUM_CPU_TIME":
			v = executions * mean / uint64(3+random.IntN(9)) / 1000 * 1000
		case "AVG_TIMER_WAIT":
			v = mean
		case "MIN_TIMER_WAIT", "MAX_TIMER_WAIT":
			if random.IntN(100) == 0 {
				v = mean
			}
		case "SUM_ROWS_SENT":
			v = executions * uint64(digest%20)
		case "SUM_ROWS_EXAMINED":
			v = executions*uint64(digest%20) + uint64(random.IntN(1000))
		case "MAX_CONTROLLED_MEMORY", "MAX_TOTAL_MEMORY":
			if random.IntN(100) == 0 {
				v = mean >> 20
			}
		case "FIRST_SEEN":
			v = start.Truncate(24 * time.Hour).Add(time.Duration(digest) * time.Second)
		case "LAST_SEEN":
			v = end.Add(-time.Duration(random.IntN(1e6)) * time.Microsecond)
		case "QUANTILE_95":
			v = h.Quantile(950)
		case "QUANTILE_99":
			v = h.Quantile(990)
		case "QUANTILE_999":
			v = h.Quantile(999)
		case "QUERY_SAMPLE_TEXT":
			if digest%7 == 0 {
				v = fmt.Sprintf("SELECT a.id, b.column_%d FROM orders_%d a JOIN lines b ON a.id = b.order_id WHERE a.customer = %d AND b.price > %d ORDER BY a.created DESC LIMIT 10", digest%37, digest, random.IntN(1e6), random.IntN(1e4))
			}
		case "QUERY_SAMPLE_SEEN":
			if digest%7 == 0 {
				v = end.Add(-time.Duration(random.IntN(60e6)) * time.Microsecond)
			}
		case "QUERY_SAMPLE_TIMER_WAIT":
			if digest%7 == 0 {
				v = mean
			}
		default:
			if formOf(c.Type) == unsigned {
				v = uint64(0)
			}
		}
		row = append(row, v)
	}
	return append(row, histogramText(&h))
}

// fill writes windows of a thousand digests, with the writer that writes them.
func fill(t testing.TB, windows int) *History { return fillWith(t, windows, 1000) }

// fillWith is fill with so many digests.
func fillWith(t testing.TB, windows, digests int) *History {
	t.Helper()
	clock := newClock()
	ps, err := perfschema.New(perfschema.Config{Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	h, err := open(ps, Options{Dir: t.TempDir(), Clock: clock, noSync: true})
	if err != nil {
		t.Fatal(err)
	}
	close(h.done)
	close(h.events.done)
	s := h.series[len(h.series)-1]
	random := rand.New(rand.NewPCG(1, 2))
	start := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for range windows {
		end := start.Add(time.Minute)
		rows := make([]view.Row, digests)
		for i := range rows {
			rows[i] = digestRow(s, random, i, start, end)
		}
		if err := s.table.append(start, end, rows); err != nil {
			t.Fatal(err)
		}
		start = end
		if err := errors.Join(s.table.sumBlocks(start), s.table.merge(start)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.table.merge(start.Add(2 * time.Hour)); err != nil {
		t.Fatal(err)
	}
	return h
}

// A day of a thousand digests takes no more than it may, by a part of an hour of it.
func TestSize(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 17,000 rows")
	}
	const windows = 17 // a group of rows
	h := fill(t, windows)
	defer h.Close()
	day := h.total() * 24 * 60 / windows
	t.Logf("%.1f bytes a row, %d MiB a day", float64(h.total())/windows/1000, day>>20)
	if day > dayBytes {
		t.Errorf("a day of 1,000 digests takes %d MiB, want at most %d", day>>20, dayBytes>>20)
	}
}

// BenchmarkDay writes a day of a thousand digests, and reads an hour of it.
func BenchmarkDay(b *testing.B) {
	h := fill(b, 24*60)
	defer h.Close()
	table := h.series[len(h.series)-1].table
	columns := []int{2, 3, columnOf(table.columns, "DIGEST"), columnOf(table.columns, "SUM_TIMER_WAIT"), columnOf(table.columns, "COUNT_STAR")}
	from := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for b.Loop() {
		rows := 0
		readAll(table.scan(Span{from, from.Add(time.Hour)}, columns), func(view.Row) { rows++ })
		if rows != 60000 {
			b.Fatal(rows)
		}
	}
	b.ReportMetric(float64(h.total())/(1<<20), "MiB") // behind the loop, which takes back what was reported before
}
