package gms_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dolthub/go-mysql-server/memory"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/view"
)

// farRows are the rows of a table that is served twice: as it is, and as one of another
// server that can be asked for groups.
type farRows struct {
	rows []view.Row
	mu   sync.Mutex
	// asked are the groupings that were asked for, and how many rows they gave.
	asked  []view.Grouping
	tops   int
	groups int
}

var farColumns = []view.Column{
	{Name: "AT", Type: "timestamp(6)"}, {Name: "NAME", Type: "varchar(64)", Nullable: true}, {Name: "KIND", Type: "varchar(64)"},
	{Name: "N", Type: "bigint unsigned", Nullable: true}, {Name: "I", Type: "bigint", Nullable: true}, {Name: "D", Type: "decimal(18,6)", Nullable: true},
	{Name: "F", Type: "double", Nullable: true}, {Name: "LATER", Type: "timestamp(6)", Nullable: true}, {Name: "E", Type: "enum('b','a')"},
}

// chance makes rows whose values are odd ones, and come several times.
func chance(r *rand.Rand, count int, start time.Time) (out []view.Row) {
	pick := func(values ...any) any { return values[r.IntN(len(values))] }
	for range count {
		out = append(out, view.Row{
			start.Add(time.Duration(r.IntN(40))*time.Minute + time.Duration(r.IntN(3))*time.Microsecond),
			pick(nil, "", "a", "A", "á", "a ", "b'\\\"`\x00\n", "ß", "ss", "日本", strings.Repeat("x", 60)), pick("x", "X", "y"),
			pick(nil, uint64(0), uint64(1), uint64(1)<<32, uint64(math.MaxInt64)+1, uint64(math.MaxUint64), r.Uint64()),
			pick(nil, int64(0), int64(-1), int64(math.MinInt64), int64(math.MaxInt64), int64(r.Uint64())),
			pick(nil, "0.000000", "-0.000001", "999999999999.999999", "-999999999999.999999", view.FormatMillionths(r.Int64N(1e12))),
			pick(nil, 0.0, 0.1, -1e300, 1e300, r.Float64()), pick(nil, start.Add(time.Duration(r.IntN(7200))*time.Second)), pick("b", "a"),
		})
	}
	slices.SortStableFunc(out, func(a, b view.Row) int { return a[0].(time.Time).Compare(b[0].(time.Time)) })
	return out
}

func (f *farRows) table(groups bool) *view.Table {
	return &view.Table{
		Name: "t", Columns: farColumns, Stored: true, Order: []string{"AT"}, Groups: groups,
		Indexes: []view.Index{{Name: "AT", Columns: []string{"AT"}}, {Name: "KIND", Columns: []string{"KIND", "AT"}}},
		Open: func(r view.Reader) *view.Cursor {
			if r.Top != nil {
				return f.first(r)
			}
			if r.Grouping == nil {
				return view.CursorOf(r, f.rows)
			}
			out := f.grouped(r)
			f.mu.Lock()
			defer f.mu.Unlock()
			f.asked, f.groups = append(f.asked, *r.Grouping), f.groups+len(out)
			return view.CursorOf(view.Reader{}, out)
		},
	}
}

// first is what the other server would answer: the rows that are asked for, and no others.
func (f *farRows) first(r view.Reader) *view.Cursor {
	var rows []view.Row
	for _, row := range f.rows {
		if !slices.ContainsFunc(r.Top.Bounds, func(b view.Bound) bool {
			at, ok := row[b.Column].(time.Time)
			return !ok || !b.Of(at)
		}) {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b view.Row) int {
		for _, by := range r.Top.Order {
			order := 0
			switch x, y := a[by.Column], b[by.Column]; {
			case x == nil && y == nil:
			case x == nil:
				order = -1
			case y == nil:
				order = 1
			default:
				order = orderOf(x, y)
			}
			if by.Descending {
				order = -order
			}
			if order != 0 {
				return order
			}
		}
		return 0
	})
	rows = rows[:min(len(rows), int(r.Top.Rows))]
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tops, f.groups = f.tops+1, f.groups+len(rows)
	slices.Reverse(rows) // any order will do
	return view.CursorOf(r, rows)
}

// grouped is what the other server would answer.
func (f *farRows) grouped(r view.Reader) (out []view.Row) {
	in := make(map[string][]view.Row)
	var order []string
	for _, row := range f.rows {
		if slices.ContainsFunc(r.Grouping.Bounds, func(b view.Bound) bool {
			at, ok := row[b.Column].(time.Time)
			return !ok || !b.Of(at)
		}) {
			continue
		}
		key := ""
		for _, k := range r.Grouping.Keys {
			key += fmt.Sprintf("%#v|", row[k])
		}
		if in[key] == nil {
			order = append(order, key)
		}
		in[key] = append(in[key], row)
	}
	for _, key := range order {
		var group view.Row
		for _, k := range r.Grouping.Keys {
			group = append(group, in[key][0][k])
		}
		for _, figure := range r.Grouping.Figures {
			group = append(group, figureOf(figure, in[key]))
		}
		out = append(out, group)
	}
	return out
}

func figureOf(f view.Figure, rows []view.Row) any {
	count, sum, best := uint64(0), new(big.Rat), any(nil)
	for _, row := range rows {
		if f.Column < 0 {
			count++
			continue
		}
		v := row[f.Column]
		if v == nil {
			continue
		}
		count++
		if f.Kind == view.SumFigure {
			n, ok := new(big.Rat).SetString(fmt.Sprint(v))
			if !ok {
				panic(v)
			}
			sum.Add(sum, n)
		}
		if order := orderOf(v, best); best == nil || f.Kind == view.LeastFigure && order < 0 || f.Kind == view.GreatestFigure && order > 0 {
			best = v
		}
	}
	switch {
	case f.Kind == view.CountFigure:
		return count
	case f.Kind == view.SumFigure && count == 0:
		return nil
	case f.Kind == view.SumFigure:
		if farColumns[f.Column].Name == "D" {
			return sum.FloatString(6)
		}
		return sum.FloatString(0)
	}
	return best
}

func orderOf(a, b any) int {
	if b == nil {
		return -1
	}
	if at, ok := a.(time.Time); ok {
		return at.Compare(b.(time.Time))
	}
	x, _ := new(big.Rat).SetString(fmt.Sprint(a))
	y, _ := new(big.Rat).SetString(fmt.Sprint(b))
	return x.Cmp(y)
}

// startFar serves the rows in databases near and far.
func (f *farRows) start(t *testing.T) *testServer {
	t.Helper()
	return startServerAdded(t, perfschema.Config{}, nil, func(a *gms.Adapter) {
		for name, groups := range map[string]bool{"near": false, "far": true} {
			if err := a.AddDatabase(name, []*view.Table{f.table(groups)}); err != nil {
				t.Fatal(err)
			}
		}
	}, memory.NewDatabase("shop"))
}

// What a table can be asked for in groups gives the answers that its rows give: of any
// grouping, condition, zone and value, with the same types.
func TestPushedGroups(t *testing.T) {
	racetest.SkipAlone(t)
	f := &farRows{rows: chance(rand.New(rand.NewPCG(19, 1)), 400, time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC))}
	c := f.start(t).connect(t, "root", "shop")
	for at, query := range []struct {
		text   string
		pushed bool
		most   int // rows that may come; 0: any number
	}{
		{"SELECT COUNT(*), COUNT(1), COUNT(N), SUM(N), AVG(N), MIN(N), MAX(N) FROM %s.t", true, 1},
		{"SELECT SUM(I), AVG(I), MIN(I), MAX(I), SUM(D), AVG(D), MIN(D), MAX(D), MIN(F), MAX(F) FROM %s.t", true, 1},
		{"SELECT COUNT(LATER), MIN(LATER), MAX(AT), MIN(AT) FROM %s.t", true, 0},
		{"SELECT MIN(NAME), MAX(NAME), COUNT(DISTINCT NAME), COUNT(DISTINCT KIND, NAME), SUM(N) FROM %s.t", true, 33},
		{"SELECT KIND, SUM(N) FROM %s.t GROUP BY KIND ORDER BY 2, 1", true, 3},
		{"SELECT NAME IS NULL, HEX(NAME), COUNT(*), SUM(I), AVG(D) FROM %s.t GROUP BY NAME ORDER BY 2, 1", true, 11},
		{"SELECT KIND AS k, COUNT(*) AS c, SUM(N) AS s FROM %s.t x WHERE x.AT >= '2026-03-01 10:10:00.000001' GROUP BY k HAVING c > 3 ORDER BY s DESC LIMIT 2", true, 0},
		{"SELECT COUNT(*), SUM(N) FROM %s.t WHERE AT > '2026-03-01 10:10' AND AT < '2026-03-01 10:20:00.000002'", true, 0},
		{"SELECT COUNT(*), SUM(N) FROM %s.t WHERE AT BETWEEN '2026-03-01 10:10' AND TIMESTAMP('2026-03-01 10:20:00.000001')", true, 0},
		{"SELECT COUNT(*), SUM(N) FROM %s.t WHERE '2026-03-01 10:10' <= AT AND LATER < '2026-03-01 11:00:00'", true, 0},
		{"SELECT COUNT(*), SUM(N), AVG(I) FROM %s.t WHERE AT < '2025-01-01'", true, 0},
		{"SELECT KIND, COUNT(*) FROM %s.t WHERE AT < '2025-01-01' GROUP BY KIND", true, 0},
		{"SELECT COUNT(*) FROM %s.t WHERE AT < '2026-03-01 10:10' OR AT > '2026-03-01 10:20'", true, 0},
		{"SELECT SUM(N) FROM %s.t WHERE AT IN ('2026-03-01 10:10:00', '2026-03-01 10:20:00.000001')", true, 0},
		{"SELECT SUM(N) FROM %s.t WHERE KIND IN ('x', 'y') AND AT > DATE_SUB('2026-03-01 11:10', INTERVAL 1 HOUR)", true, 3},
		{"SELECT SUM(N) FROM %s.t WHERE KIND = 'X' AND AT > '2026-03-01 10:10' AND NAME LIKE 'a%%'", true, 33},
		{"SELECT SUM(N), COUNT(*) FROM %s.t WHERE AT > '2027-01-01' - INTERVAL 1 YEAR AND N > 5", true, 0},
		{"SELECT COUNT(*) FROM %s.t WHERE AT > '2026-01-01' OR N IS NULL", true, 0},
		{"SELECT KIND, E, MAX(E), COUNT(*) FROM %s.t GROUP BY KIND, E ORDER BY HEX(KIND), E", true, 6},
		{"SELECT MINUTE(AT) DIV 10 m, COUNT(*), SUM(D) FROM %s.t GROUP BY m ORDER BY m", true, 0},
		{"SELECT LEFT(NAME, 1) l, MAX(N) - MIN(N), SUM(I) * 2 + COUNT(*) FROM %s.t GROUP BY l ORDER BY HEX(l)", true, 11},
		{"SELECT s.k, s.n, (SELECT COUNT(*) FROM shop.dual_) FROM (SELECT KIND k, SUM(N) n FROM %s.t GROUP BY KIND) s ORDER BY 1, 2", true, 3},
		{"SELECT KIND, SUM(N) FROM %s.t GROUP BY KIND UNION ALL SELECT 'all', SUM(N) FROM %[1]s.t ORDER BY 2", true, 4},
		{"WITH w AS (SELECT KIND, SUM(N) n, MAX(D) d FROM %s.t GROUP BY KIND) SELECT SUM(n), MAX(d) FROM w", true, 3},
		{"SELECT DISTINCT COUNT(*) FROM %s.t GROUP BY KIND ORDER BY 1", true, 3},
		{"SELECT KIND, ANY_VALUE(N IS NULL OR 1), COUNT(*) FROM %s.t GROUP BY KIND ORDER BY 3", true, 0},
		// What depends on how often, or in which order, values come.
		{"SELECT SUM(F) IS NULL, COUNT(*) FROM %s.t", false, 0},
		{"SELECT SUM(N + 1), COUNT(I + N) FROM %s.t WHERE I = 0 AND N < 9", false, 0},
		{"SELECT SUM(DISTINCT N), COUNT(*) FROM %s.t", false, 0},
		{"SELECT GROUP_CONCAT(KIND), COUNT(*) FROM %s.t", false, 0},
		{"SELECT BIT_XOR(N), COUNT(*) FROM %s.t", false, 0},
		{"SELECT COUNT(DISTINCT RAND()) > 300, COUNT(*) FROM %s.t", false, 0},
		{"SELECT COUNT(*) FROM %s.t WHERE N = (SELECT MAX(N) FROM %[1]s.t)", false, 0},
		{"SELECT KIND, (SELECT COUNT(*) FROM %s.t b WHERE b.KIND = a.KIND) c FROM %[1]s.t a ORDER BY 1 LIMIT 3", false, 0},
		{"SELECT KIND, SUM(I) FROM %s.t GROUP BY KIND WITH ROLLUP", false, 0},
		{"SELECT COUNT(*) FROM %s.t a JOIN %[1]s.t b USING (AT, KIND)", false, 0},
		{"SELECT COUNT(*), SUM(N) FROM (SELECT N FROM %s.t LIMIT 7) s", false, 0},
	} {
		mustExec(t, c, "CREATE TABLE IF NOT EXISTS shop.dual_ (a INT)")
		for i, zone := range []string{"+00:00", "-08:30", "Europe/Berlin"} {
			if i != at%3 && !strings.Contains(query.text, "AT") {
				continue
			}
			mustExec(t, c, "SET time_zone = '"+zone+"'")
			f.asked, f.groups = nil, 0
			want, got := columnsAndRows(t, c, fmt.Sprintf(query.text, "near")), columnsAndRows(t, c, fmt.Sprintf(query.text, "far"))
			if want != got {
				t.Errorf("%s in %s\nof groups %s\nof rows   %s", query.text, zone, got, want)
			}
			if (len(f.asked) > 0) != query.pushed {
				t.Errorf("%s in %s: asked for %+v", query.text, zone, f.asked)
			}
			if query.most > 0 && f.groups > query.most {
				t.Errorf("%s in %s: %d groups came", query.text, zone, f.groups)
			}
		}
	}
}

// The first rows by an order come from a table that can be asked for them, where it knows
// all conditions.
func TestPushedTop(t *testing.T) {
	racetest.SkipAlone(t)
	f := &farRows{rows: chance(rand.New(rand.NewPCG(19, 6)), 400, time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC))}
	c := f.start(t).connect(t, "root", "shop")
	for _, query := range []struct {
		text   string
		pushed bool
		most   int // rows that come
	}{
		{"SELECT N FROM %s.t ORDER BY N DESC LIMIT 7", true, 7},
		{"SELECT N FROM %s.t ORDER BY N LIMIT 100", true, 100},
		{"SELECT x.I IS NULL, D, I FROM %s.t AS x ORDER BY D, x.I DESC LIMIT 5 OFFSET 3", true, 8},
		{"SELECT AT FROM %s.t ORDER BY AT DESC LIMIT 4", true, 4},
		{"SELECT F, AT FROM %s.t WHERE AT >= '2026-03-01 10:20' AND AT < '2026-03-01 10:30:00.000001' ORDER BY F DESC, AT LIMIT 6", true, 6},
		{"SELECT LATER FROM %s.t WHERE LATER BETWEEN '2026-03-01 10:20' AND '2026-03-01 11:00' ORDER BY LATER LIMIT 3", true, 3},
		{"SELECT N FROM %s.t WHERE AT > '2027-01-01' ORDER BY N LIMIT 3", true, 0},
		{"SELECT N FROM %s.t ORDER BY N LIMIT 0", true, 0},
		{"SELECT N FROM %s.t WHERE KIND = 'x' ORDER BY N DESC LIMIT 7", false, 0},
		{"SELECT N FROM %s.t WHERE I > 5 AND AT > '2026-03-01 10:20' ORDER BY N DESC LIMIT 7", false, 0},
		{"SELECT HEX(NAME) FROM %s.t ORDER BY HEX(NAME) LIMIT 7", false, 0},
		{"SELECT KIND FROM %s.t ORDER BY KIND DESC LIMIT 3", false, 0},
		{"SELECT SQL_CALC_FOUND_ROWS N FROM %s.t ORDER BY N LIMIT 3", false, 0},
		{"SELECT N + 0 AS N FROM %s.t WHERE I = 0 AND N < 9 ORDER BY N LIMIT 3", false, 0},
		{"SELECT a.N FROM %s.t a JOIN %[1]s.t b ON a.AT = b.AT ORDER BY a.N LIMIT 3", false, 0},
	} {
		for _, zone := range []string{"+00:00", "-08:30"} {
			mustExec(t, c, "SET time_zone = '"+zone+"'")
			f.tops, f.groups = 0, 0
			want, got := columnsAndRows(t, c, fmt.Sprintf(query.text, "near")), columnsAndRows(t, c, fmt.Sprintf(query.text, "far"))
			if want != got {
				t.Errorf("%s in %s\nof the first %s\nof all       %s", query.text, zone, got, want)
			}
			// LIMIT 0 may be answered without a read.
			if f.tops > 0 != query.pushed && !strings.HasSuffix(query.text, "LIMIT 0") || f.groups > query.most {
				t.Errorf("%s in %s: asked %d times, %d rows came", query.text, zone, f.tops, f.groups)
			}
		}
	}
}
