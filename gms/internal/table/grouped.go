package table

import (
	"context"
	"fmt"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/shopspring/decimal"

	"github.com/perfschema/perfschema/view"
)

// Groups says whether groups of the rows, or the first of them, can be read in their place.
func (t *Table) Groups() bool { return t.view.Groups && t.grouping == nil && t.top == nil }

// Place is that of one of the columns of Schema among all that the table has.
func (t *Table) Place(column int) int {
	if t.columns == nil {
		return column
	}
	return t.columns[column]
}

// Grouped is the table with groups of its rows in their place: the keys, then the
// figures. What an index finds is found as far as the table says what it skips: who
// reads it sees to the rest, by bounds and keys.
func (t *Table) Grouped(g view.Grouping) *Table {
	out := *t
	out.grouping, out.columns, out.groups = &g, nil, nil
	for _, place := range g.Keys {
		out.groups = append(out.groups, t.schema[place])
	}
	for i, f := range g.Figures {
		c := &sql.Column{Name: fmt.Sprintf("figure %d", i), Type: types.Int64, Source: t.Name(), DatabaseSource: t.database}
		switch f.Kind {
		case view.SumFigure:
			c.Type, c.Nullable = types.InternalDecimalType, true
		case view.LeastFigure, view.GreatestFigure:
			c.Type, c.Nullable = t.schema[f.Column].Type, true
		}
		out.groups = append(out.groups, c)
	}
	return &out
}

// Topped is the table with its first rows alone. Nothing but the bounds may be what is
// looked for in it.
func (t *Table) Topped(top view.Top) *Table {
	out := *t
	out.top = &top
	return &out
}

// Access is the table read by look-ups.
func (t *Table) Access() sql.IndexedTable { return &indexedTable{t} }

// Of is the table of a node of a plan, nil if it is none of ours.
func Of(t sql.Table) *Table {
	switch t := t.(type) {
	case *Table:
		return t
	case *indexedTable:
		return t.Table
	}
	return nil
}

// groupedPartition is what several ranges have in common. Each by itself would find
// rows of others, as the table may ignore what it is to skip, and count them twice.
type groupedPartition struct{ parts []partition }

// Key implements sql.Partition.
func (groupedPartition) Key() []byte { return []byte{0} }

func oneGroupedPartition(parts []sql.Partition) []sql.Partition {
	if len(parts) == 0 {
		return nil
	}
	var all groupedPartition
	for _, p := range parts {
		all.parts = append(all.parts, p.(partition))
	}
	return []sql.Partition{all}
}

// narrow adds to a reader what all ranges look for.
func (p groupedPartition) narrow(r *view.Reader, zone string) {
	for i, part := range p.parts {
		equal, between := part.index.equal(part.ranges), part.index.between(part.ranges, zone)
		if i == 0 {
			r.Equal, r.Between = equal, between
			continue
		}
		for name, value := range r.Equal {
			if other, ok := equal[name]; !ok || other != value {
				delete(r.Equal, name)
			}
		}
		for name, bounds := range r.Between {
			r.Between[name] = [2]any{outer(bounds[0], between[name][0], -1), outer(bounds[1], between[name][1], 1)}
		}
	}
}

// outer is the earlier of two bounds, by 1 the later; nil, no bound, is further out than all.
func outer(a, b any, sign int) any {
	at, ok := a.(time.Time)
	other, both := b.(time.Time)
	if !ok || !both {
		return nil
	}
	if other.Compare(at) == sign {
		return b
	}
	return a
}

// groupedReader is who reads the groups.
func (t *Table) groupedReader(ctx *sql.Context, p sql.Partition) view.Reader {
	reader := t.reader(ctx)
	reader.Grouping = t.grouping
	if found, ok := p.(groupedPartition); ok {
		found.narrow(&reader, timeZone(ctx))
	}
	return reader
}

func (t *Table) groupedRows(ctx *sql.Context, p sql.Partition) sql.RowIter {
	reader := t.groupedReader(ctx, p)
	rows := &rowIter{table: t, zone: timeZone(ctx), cursor: t.view.Open(reader), err: reader.Server.Err}
	for i, place := range t.grouping.Keys {
		rows.addOdd(i, t.schema[place].Name, t.convert[place])
	}
	for i, f := range t.grouping.Figures {
		var convert converter
		switch f.Kind {
		case view.CountFigure:
			convert = countToEngine
		case view.SumFigure:
			convert = sumToEngine
		default:
			convert = t.convert[f.Column]
		}
		rows.addOdd(len(t.grouping.Keys)+i, t.groups[len(t.grouping.Keys)+i].Name, convert)
	}
	return rows
}

func countToEngine(_ context.Context, v any, _ string) (any, error) {
	n, ok := v.(uint64)
	if !ok {
		return nil, fmt.Errorf("a count is %T", v)
	}
	return int64(n), nil //nolint:gosec // nobody has so many rows
}

func sumToEngine(_ context.Context, v any, _ string) (any, error) {
	text, ok := v.(string)
	if !ok {
		return nil, nil //nolint:nilnil // NULL
	}
	return decimal.NewFromString(text)
}

// Instant is the moment at which the clock of the session's time zone shows a time. It
// is false where that clock was or will be set within a day or so: then earlier and
// later on the clock is not always so in time.
func Instant(ctx *sql.Context, clock time.Time) (time.Time, bool) {
	zone := timeZone(ctx)
	at, ok := sql.ConvertTimeZone(clock, zone, utc)
	if !ok {
		return time.Time{}, false
	}
	at = at.UTC()
	if IsFixedZone(ctx) {
		return at, true
	}
	apart := clock.Sub(at)
	for hours := -30; hours <= 30; hours += 6 {
		then := at.Add(time.Duration(hours) * time.Hour)
		if clockTime(then, zone).Sub(then) != apart {
			return time.Time{}, false
		}
	}
	return at, true
}

// IsFixedZone says whether the clock of the session's time zone is never set.
func IsFixedZone(ctx *sql.Context) bool {
	zone := timeZone(ctx)
	return zone == "UTC" || zone != "" && (zone[0] == '+' || zone[0] == '-')
}
