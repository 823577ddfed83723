package clickhouse

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/clickhousetest"
	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/view"
)

// Groups that ClickHouse makes are those that the rows make which it gives: of random
// values of every kind, with NULLs, the largest numbers and hostile texts.
func TestGroups(t *testing.T) {
	racetest.SkipAlone(t)
	ch := clickhousetest.Start(t)
	dsn, err := ParseDSN("http://" + clickhousetest.User + "@" + ch.Addr + "/groups")
	if err != nil {
		t.Fatal(err)
	}
	c := NewClient(dsn.WithPassword(clickhousetest.Password))
	defer c.Close()
	if _, err := Install(t.Context(), c, SchemaOptions{Database: "groups"}); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(19, 2))
	for _, table := range tables() {
		start := time.Date(2026, 3, 1, 23, 59, 0, 0, time.UTC)
		if err := c.insert(t.Context(), table.insertStatement("groups"), randomBlock(t, table, r, start)); err != nil {
			t.Fatal(table.of.Name, err)
		}
		declared := *table.of
		all := readAll(t, table.of.Name, table.open(c, view.Reader{}, func(err error) error { return err }))
		if len(all) != 200 {
			t.Fatal(table.of.Name, len(all))
		}
		for range 25 {
			g := randomGrouping(table, r, start)
			query, _ := table.groupQuery("groups", view.Reader{Grouping: &g})
			got := readAll(t, query, table.open(c, view.Reader{Grouping: &g}, func(err error) error { return err }))
			want := groupsOf(&declared, g, all)
			sortRows(got)
			sortRows(want)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: %+v\ngot  %q\nwant %q\n%s", declared.Name, g, got, want, query)
			}
			top := randomTop(table, r, g.Bounds)
			query, _ = table.query("groups", view.Reader{Top: &top}, "")
			first := readAll(t, query, table.open(c, view.Reader{Top: &top}, func(err error) error { return err }))
			if want := firstOf(top, all); !reflect.DeepEqual(orderOf(top, first), orderOf(top, want)) {
				t.Fatalf("%s: %+v\ngot  %v\nwant %v\n%s", declared.Name, top, orderOf(top, first), orderOf(top, want), query)
			}
		}
	}
}

func readAll(t *testing.T, asked string, c *view.Cursor) (rows []view.Row) {
	t.Helper()
	for {
		row, ok := c.Next()
		if !ok {
			break
		}
		rows = append(rows, row)
	}
	if err := c.Close(); err != nil {
		t.Fatalf("%s: %v", asked, err)
	}
	return rows
}

func sortRows(rows []view.Row) {
	slices.SortFunc(rows, func(a, b view.Row) int { return strings.Compare(fmt.Sprintf("%#v", a), fmt.Sprintf("%#v", b)) })
}

// randomBlock has 200 rows for a table, whose values come several times.
func randomBlock(t *testing.T, table *table, r *rand.Rand, start time.Time) []byte {
	t.Helper()
	b := newBlock(table)
	for n := range uint64(200) {
		row := make(view.Row, len(table.of.Columns))
		for i := range row {
			row[i] = randomValue(table.columnsOf(i)[0], r, start)
		}
		if err := b.add(row, n); err != nil {
			t.Fatal(err)
		}
	}
	return b.appendTo(nil)
}

func randomValue(c column, r *rand.Rand, start time.Time) any {
	pick := func(values ...any) any {
		if c.nullable && r.IntN(4) == 0 {
			return nil
		}
		return values[r.IntN(len(values))]
	}
	switch c.kind {
	case unsigned:
		return pick(uint64(0), uint64(1), uint64(1<<32), uint64(1<<63), uint64(math.MaxUint64), r.Uint64())
	case signed:
		return pick(int64(0), int64(-1), int64(math.MinInt64), int64(math.MaxInt64), int64(r.Uint64())) //nolint:gosec // any
	case double:
		return pick(0.0, 0.1, -1e300, 1e300, r.Float64())
	case decimal:
		return pick("0.000000", "-0.000001", "999999999999.999999", "-999999999999.999999", view.FormatMillionths(r.Int64N(1e12)))
	case seconds:
		return pick(start, start.Add(time.Microsecond), start.Add(time.Duration(r.IntN(120e6))*time.Microsecond))
	}
	return pick("a", "A", "á", "a ", "'; DROP TABLE t --\\\"`\x00\n\t\xff", "ß", "日本", strings.Repeat("x", 300))
}

// randomGrouping asks for some keys and figures, with bounds.
func randomGrouping(table *table, r *rand.Rand, start time.Time) (g view.Grouping) {
	g.Keys = r.Perm(len(table.of.Columns))[:r.IntN(3)]
	for range r.IntN(6) {
		place := r.IntN(len(table.of.Columns))
		kinds := []view.FigureKind{view.CountFigure}
		switch table.columnsOf(place)[0].kind {
		case unsigned, signed, decimal:
			kinds = append(kinds, view.SumFigure, view.LeastFigure, view.GreatestFigure)
		case double, seconds:
			kinds = append(kinds, view.LeastFigure, view.GreatestFigure)
		}
		g.Figures = append(g.Figures, view.Figure{Kind: kinds[r.IntN(len(kinds))], Column: place}, view.Figure{Column: -1})
	}
	for place, c := range table.of.Columns {
		if strings.HasPrefix(c.Type, "timestamp") && r.IntN(3) == 0 {
			at := []time.Time{start, start.Add(time.Microsecond), start.Add(-time.Hour), start.Add(time.Minute), start.AddDate(-90, 0, 0), start.AddDate(90, 0, 0)}[r.IntN(6)]
			g.Bounds = append(g.Bounds, view.Bound{Column: place, Sign: []string{"<", "<=", ">", ">="}[r.IntN(4)], At: at})
		}
	}
	return g
}

// randomTop asks for some first rows.
func randomTop(table *table, r *rand.Rand, bounds []view.Bound) view.Top {
	top := view.Top{Bounds: bounds, Rows: uint64(r.IntN(300))} //nolint:gosec // not negative
	for _, place := range r.Perm(len(table.of.Columns)) {
		if table.columnsOf(place)[0].kind != text && len(top.Order) < 3 {
			top.Order = append(top.Order, view.TopColumn{Column: place, Descending: r.IntN(2) == 0})
		}
	}
	return top
}

// firstOf are the first rows, of rows that come in the order of the table.
func firstOf(top view.Top, rows []view.Row) (out []view.Row) {
	for _, row := range rows {
		if !slices.ContainsFunc(top.Bounds, func(b view.Bound) bool {
			at, ok := row[b.Column].(time.Time)
			return !ok || !b.Of(at)
		}) {
			out = append(out, row)
		}
	}
	slices.SortStableFunc(out, func(a, b view.Row) int {
		for _, by := range top.Order {
			order := 0
			switch x, y := a[by.Column], b[by.Column]; {
			case x == nil && y != nil:
				order = -1
			case x != nil && y == nil:
				order = 1
			case x != nil:
				order = numberOf(x).Cmp(numberOf(y))
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
	return out[:min(len(out), int(top.Rows))] //nolint:gosec // few
}

// orderOf are the values that rows are ordered by.
func orderOf(top view.Top, rows []view.Row) (out [][]any) {
	for _, row := range rows {
		var values []any
		for _, by := range top.Order {
			values = append(values, row[by.Column])
		}
		out = append(out, values)
	}
	return out
}

func numberOf(v any) *big.Rat {
	if at, ok := v.(time.Time); ok {
		return new(big.Rat).SetInt64(at.UnixMicro())
	}
	n, _ := new(big.Rat).SetString(fmt.Sprint(v))
	return n
}

// groupsOf makes the groups of rows.
func groupsOf(of *view.Table, g view.Grouping, rows []view.Row) (out []view.Row) {
	groups := make(map[string][]view.Row)
	for _, row := range rows {
		meets := true
		for _, b := range g.Bounds {
			at, ok := row[b.Column].(time.Time)
			meets = meets && ok && b.Of(at)
		}
		if !meets {
			continue
		}
		var key []string
		for _, place := range g.Keys {
			key = append(key, fmt.Sprintf("%#v", row[place]))
		}
		groups[strings.Join(key, "|")] = append(groups[strings.Join(key, "|")], row)
	}
	for _, in := range groups {
		row := view.Row{}
		for _, place := range g.Keys {
			row = append(row, in[0][place])
		}
		for _, f := range g.Figures {
			row = append(row, figureOf(of, f, in))
		}
		out = append(out, row)
	}
	return out
}

func figureOf(of *view.Table, f view.Figure, rows []view.Row) any {
	if f.Column < 0 {
		return uint64(len(rows))
	}
	var values []any
	for _, row := range rows {
		if row[f.Column] != nil {
			values = append(values, row[f.Column])
		}
	}
	if f.Kind == view.CountFigure {
		return uint64(len(values))
	}
	if len(values) == 0 {
		return nil
	}
	if f.Kind == view.SumFigure {
		sum := new(big.Rat)
		for _, v := range values {
			sum.Add(sum, numberOf(v))
		}
		if view.ValueKindOf(of.Columns[f.Column].Type) == view.MillionthsValue {
			return sum.FloatString(6)
		}
		return sum.FloatString(0)
	}
	order := func(a, b any) int { return numberOf(a).Cmp(numberOf(b)) }
	if f.Kind == view.LeastFigure {
		return slices.MinFunc(values, order)
	}
	return slices.MaxFunc(values, order)
}
