package table

import (
	"context"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"

	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/view"
)

// index is an index of a view's table. A look-up tells the view the values it
// wants, so that it need not compute all rows, and filters what it gets.
type index struct {
	table   *Table
	view    view.Index
	columns []int // of the table
	exprs   []*expression.GetField
}

var _ sql.Index = (*index)(nil)

func newIndex(t *Table, v view.Index) *index {
	idx := &index{table: t, view: v}
	idx.columns = t.ordinals(v.Columns)
	for _, i := range idx.columns {
		c := t.schema[i]
		idx.exprs = append(idx.exprs, expression.NewGetFieldWithTable(i, 0, c.Type, t.database, t.Name(), c.Name, c.Nullable))
	}
	return idx
}

func (x *index) ID() string       { return x.view.Name }
func (x *index) Database() string { return x.table.database }
func (x *index) Table() string    { return x.table.Name() }
func (x *index) IsUnique() bool   { return x.view.Unique }
func (x *index) IsSpatial() bool  { return false }
func (x *index) IsFullText() bool { return false }
func (x *index) IsVector() bool   { return false }
func (x *index) Comment() string  { return "" }

func (x *index) IsGenerated() bool                          { return false }
func (x *index) CanSupport(*sql.Context, ...sql.Range) bool { return true }
func (x *index) CanSupportOrderBy(expr sql.Expression) bool { return false }
func (x *index) PrefixLengths() []uint16                    { return nil }

// IndexType implements sql.Index: that of a stored table finds ranges too.
func (x *index) IndexType() string {
	if x.table.view.Stored {
		return "BTREE"
	}
	return node.HashIndex
}

// Expressions implements sql.Index.
func (x *index) Expressions() []string {
	out := make([]string, len(x.exprs))
	for i, e := range x.exprs {
		out[i] = e.String()
	}
	return out
}

// ColumnExpressionTypes implements sql.Index.
func (x *index) ColumnExpressionTypes() []sql.ColumnExpressionType {
	out := make([]sql.ColumnExpressionType, len(x.exprs))
	for i, e := range x.exprs {
		out[i] = sql.ColumnExpressionType{Type: keyType(e.Type()), Expression: e.String()}
	}
	return out
}

// GetIndexes implements sql.IndexAddressable.
func (t *Table) GetIndexes(*sql.Context) ([]sql.Index, error) { return t.indexes, nil }

// PreciseMatch implements sql.IndexAddressable: filters stay in the plan.
func (t *Table) PreciseMatch() bool { return false }

// IndexedAccess implements sql.IndexAddressable.
func (t *Table) IndexedAccess(*sql.Context, sql.IndexLookup) sql.IndexedTable {
	return &indexedTable{t}
}

// indexedTable is a table read by look-ups. It can be written like the table.
type indexedTable struct{ *Table }

var (
	_ sql.IndexedTable   = (*indexedTable)(nil)
	_ sql.UpdatableTable = (*indexedTable)(nil)
)

// WithProjections implements sql.ProjectedTable.
func (t *indexedTable) WithProjections(names []string) sql.Table {
	return &indexedTable{t.project(names)}
}

// LookupPartitions implements sql.IndexedTable: a partition per range.
func (t *indexedTable) LookupPartitions(_ *sql.Context, lookup sql.IndexLookup) (sql.PartitionIter, error) {
	idx, ok := lookup.Index.(*index)
	ranges, isMySQL := lookup.Ranges.(sql.MySQLRangeCollection)
	if !ok || !isMySQL {
		return sql.PartitionsToPartitionIter(partition{}), nil
	}
	var parts []sql.Partition
	for _, r := range ranges {
		if !comparesNull(r) {
			parts = append(parts, partition{idx, columnTyped(r)})
		}
	}
	if t.grouping != nil {
		return sql.PartitionsToPartitionIter(oneGroupedPartition(parts)...), nil
	}
	return sql.PartitionsToPartitionIter(parts...), nil
}

// comparesNull says whether a range is that of a comparison with NULL, as where the key
// of a join is NULL: nothing is in it. (What IS NULL and <=> find has other bounds.)
func comparesNull(r sql.MySQLRange) bool {
	for _, column := range r {
		for _, cut := range [2]sql.MySQLRangeCut{column.LowerBound, column.UpperBound} {
			if sql.MySQLRangeCutIsBinding(cut) && bound(cut) == nil {
				return true
			}
		}
	}
	return false
}

// equal gives the leading columns for which a range names one value.
func (x *index) equal(r sql.MySQLRange) map[string]any {
	equal := make(map[string]any)
	for i, column := range r {
		if i >= len(x.exprs) {
			break
		}
		key, ok := point(column)
		if !ok {
			break
		}
		if v, ok := x.wanted(i, key); ok {
			equal[x.view.Columns[i]] = v
		}
	}
	return equal
}

// between gives the bounds that a range has for times, in UTC.
func (x *index) between(r sql.MySQLRange, zone string) map[string][2]any {
	between := make(map[string][2]any)
	for i, column := range r {
		if i >= len(x.exprs) {
			break
		}
		between[x.view.Columns[i]] = [2]any{utcTime(bound(column.LowerBound), zone, -time.Hour), utcTime(bound(column.UpperBound), zone, time.Hour)}
	}
	return between
}

// bound is the key of a cut; nil if it has none.
func bound(c sql.MySQLRangeCut) any {
	switch c := c.(type) {
	case sql.Below:
		return c.Key
	case sql.Above:
		return c.Key
	}
	return nil
}

// utcTime is what clockTime makes the time of, or nil for what is none. Where the clocks
// of the zone are set twice a year it is off by a margin, to be no bound of
// too few rows.
func utcTime(key any, zone string, margin time.Duration) any {
	at, ok := key.(time.Time)
	if !ok {
		return nil
	}
	at, ok = sql.ConvertTimeZone(at, zone, utc)
	if !ok {
		return nil
	}
	if zone[0] != '+' && zone[0] != '-' {
		at = at.Add(margin)
	}
	return at.UTC()
}

// sortFrom gives the first of the index's columns to sort the rows of a range by:
// the engine takes them to come in the order of the index and sorts them no more.
// Columns of which the range names one value need no sorting.
func (x *index) sortFrom(r sql.MySQLRange) int {
	for i, column := range r {
		if _, ok := point(column); !ok {
			return min(i, len(x.columns))
		}
	}
	return min(len(r), len(x.columns))
}

// point gives the one value a range of a column consists of.
func point(r sql.MySQLRangeColumnExpr) (any, bool) {
	if r.Type() == sql.RangeType_EqualNull {
		return nil, true
	}
	lower, ok := r.LowerBound.(sql.Below)
	if !ok {
		return nil, false
	}
	upper, ok := r.UpperBound.(sql.Above)
	if !ok || lower.Key == nil {
		return nil, false
	}
	same, err := r.Typ.Compare(context.Background(), lower.Key, upper.Key)
	return lower.Key, err == nil && same == 0
}

// wanted gives the value as the view has it. ok is false for text that a
// collation may find equal to text which differs by more than case.
func (x *index) wanted(i int, key any) (v any, ok bool) {
	if key == nil {
		return nil, true
	}
	typ := x.exprs[i].Type()
	key, inRange, err := typ.Convert(context.Background(), key)
	if err != nil || inRange != sql.InRange {
		return nil, false
	}
	if v, err = fromEngine(typ, key); err != nil {
		return nil, false
	}
	if text, isText := typ.(sql.StringType); isText {
		s, _ := v.(string)
		return v, text.Collation() == sql.Collation_utf8mb4_bin || isASCIIColumn(x.view.Columns[i]) && isPlain(s)
	}
	return v, true
}

// isPlain says whether a text has letters, digits and signs of ASCII alone: it is
// equal then to no other ASCII text but for the case of letters. An accented
// letter is equal to the bare one, and most control characters to nothing at all.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// isASCIIColumn says whether what a column holds is always ASCII.
func isASCIIColumn(name string) bool {
	switch name {
	case "NAME", "EVENT_NAME", "VARIABLE_NAME", "TIMER_NAME", "DIGEST", "SERVER_UUID":
		return true
	}
	return false
}
