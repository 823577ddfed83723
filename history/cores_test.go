package history

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// profiled are rows of query_profiles_summary_by_digest as a profiler would have them since
// start: two digests, of which the second is truncated away now and then.
type profiled struct {
	random *rand.Rand
	series *series
	totals [2]map[string]int64 // by column, millionths or counts
	on     [2]float64
	// shown is from where the row counts that is there now.
	shown    map[string]int64
	shownOn  float64
	identity int
	was      []view.Row // truncated away, whose last figures are still to be read
	wasKeys  []int
}

func (p *profiled) run() {
	for i := range p.totals {
		wall := int64(1 + p.random.IntN(1e9))
		for _, c := range []string{"WALL_CPU", "WALL_WAITING", "WALL_IDLE"} {
			p.totals[i][c] += wall
		}
		p.totals[i]["COUNT_STAR"]++
		p.totals[i]["profCpu"] += wall / 2
		p.totals[i]["durationTotal"] += 3 * wall
		p.on[i] += p.random.Float64() * 4 * float64(3*wall)
	}
}

func (p *profiled) row(i int) view.Row {
	row := make(view.Row, len(p.series.columns))
	value := func(name string) int64 {
		if i == 1 {
			return p.totals[i][name] - p.shown[name]
		}
		return p.totals[i][name]
	}
	for k, c := range p.series.columns {
		switch n := value(c.Name); {
		case c.Name == "DIGEST":
			row[k] = string(rune('a' + i))
		case c.Name == "FIRST_SEEN", c.Name == "LAST_SEEN":
			row[k] = time.Unix(1, 0)
		case formOf(c.Type) == unsigned:
			row[k] = uint64(n)
		case formOf(c.Type) == decimal && c.Name != "CPU_QUEUED":
			row[k] = view.FormatMillionths(n)
		}
	}
	wall, on := value("WALL_CPU")+value("WALL_WAITING")+value("WALL_IDLE"), p.on[i]
	if i == 1 {
		on -= p.shownOn
	}
	if wall > 0 {
		row[columnOf(p.series.columns, "CORES_USED")] = on / float64(wall)
	}
	return row
}

func (p *profiled) truncate() {
	p.was, p.wasKeys = append(p.was, p.row(1)), append(p.wasKeys, p.identity)
	for name, n := range p.totals[1] {
		p.shown[name] = n
	}
	p.shownOn = p.on[1]
	p.identity++
}

// Windows of what the profiler knows by digest add up to all of it: sums, and the cores
// used, which is a mean; of windows that are folded too.
func TestWindowsOfProfiles(t *testing.T) {
	original := catalog.LookupProfiling(profileTable)
	s := newSeries(profileTable, original.Columns)
	p := &profiled{random: rand.New(rand.NewPCG(7, 7)), series: s, shown: map[string]int64{}}
	p.totals[0], p.totals[1] = map[string]int64{}, map[string]int64{}
	s.read = func(visit func(any, view.Row, *record.Histogram)) {
		visit(-1, p.row(0), nil)
		for i, row := range p.was {
			visit(p.wasKeys[i], row, nil)
		}
		p.was, p.wasKeys = nil, nil
		visit(p.identity, p.row(1), nil)
	}
	var all [2]*folded
	for range 50 {
		for range p.random.IntN(3) {
			p.run()
			if p.random.IntN(4) == 0 {
				p.truncate()
			}
		}
		for _, row := range s.windowRows() {
			i := 0
			if row[columnOf(s.columns, "DIGEST")] == "b" {
				i = 1
			}
			f := &folded{delta: delta{row: row}, end: time.Unix(1, 0)}
			if all[i] == nil {
				all[i] = f
			} else {
				s.foldInto(all[i], f)
			}
		}
		s.commit(time.Unix(1, 0), 0)
	}
	for i, f := range all {
		for name, want := range p.totals[i] {
			if got, _ := number(f.row[columnOf(s.columns, name)]); int64(got) != want {
				t.Errorf("%d: %s is %d, want %d", i, name, int64(got), want)
			}
		}
		wall := float64(p.totals[i]["WALL_CPU"] * 3)
		if got := f.row[columnOf(s.columns, "CORES_USED")].(float64); math.Abs(got-p.on[i]/wall) > 1e-6 {
			t.Errorf("%d: %v cores used, want %v", i, got, p.on[i]/wall)
		}
		if v := f.row[columnOf(s.columns, "CPU_QUEUED")]; v != nil {
			t.Errorf("CPU_QUEUED is %v, which nobody knows", v)
		}
	}
}

// Decimals are read as they are written, and nothing else is.
func TestDecimals(t *testing.T) {
	for _, n := range []int64{0, 1, -1, 999_999, -1_000_000, 12_345_678, math.MaxInt64, math.MinInt64} {
		if got, ok := view.ParseMillionths(view.FormatMillionths(n)); !ok || got != n {
			t.Errorf("%d is written %s and read %d, %v", n, view.FormatMillionths(n), got, ok)
		}
	}
	if s := view.FormatMillionths(-1_500_000); s != "-1.500000" {
		t.Error(s)
	}
	for _, s := range []string{"", "1", "1.5", "a.123456", "1.12345x", "1.1234567", "9999999999999999.000000"} {
		if n, ok := view.ParseMillionths(s); ok {
			t.Errorf("%q is read as %d", s, n)
		}
	}
}
