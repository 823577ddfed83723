package node

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// Access is how a table is read.
type Access uint8

// The ways, from the one that reads least on.
const (
	AccessNone  Access = iota
	AccessPoint        // a key's rows, or nothing
	AccessRange        // a range of an index
	AccessIndex        // a whole index, in its order
	AccessScan         // every row
)

// HashIndex is the kind of an index that finds single values alone: of a range the table is
// read whole.
const HashIndex = "HASH"

// IndexAccess tells how an index is used. A key that is only known row by row,
// as in a join, is a point.
func IndexAccess(ctx *sql.Context, n *plan.IndexedTableAccess) Access {
	if !n.IsStatic() {
		return AccessPoint
	}
	lookup, _, err := n.GetLookup(ctx, nil)
	if err != nil || lookup.IsPointLookup || lookup.IsEmptyRange || lookup.IsSpatialLookup || lookup.VectorOrderAndLimit.OrderBy != nil {
		return AccessPoint
	}
	ranges, ok := lookup.Ranges.(sql.MySQLRangeCollection)
	if !ok || len(ranges) == 0 {
		return AccessPoint
	}
	if len(ranges) > 1 {
		return AccessRange
	}
	bound := false
	for _, column := range ranges[0] {
		lower, hasLower := CutKey(column.LowerBound)
		upper, hasUpper := CutKey(column.UpperBound)
		switch {
		case hasLower && hasUpper && SameKey(ctx, column.Typ, lower, upper):
			bound = true
			continue
		case column.Type() == sql.RangeType_EqualNull:
			bound = true
			continue
		case hasLower || hasUpper:
			switch idx := n.Index(); {
			case idx == nil || idx.IndexType() != HashIndex:
				return AccessRange
			case bound:
				return AccessPoint
			}
			return AccessScan
		}
		break
	}
	if bound {
		return AccessPoint
	}
	return AccessIndex
}

// IsUniqueKey says whether an index is looked up by one whole key of which it
// has one row or none.
func IsUniqueKey(ctx *sql.Context, n *plan.IndexedTableAccess) bool {
	columns, equal := equalColumns(ctx, n)
	return n.Index().IsUnique() && columns > 0 && equal == columns
}

// IsKeyLookup says whether an index is looked up by the values of one or more of
// its columns, from the first on.
func IsKeyLookup(ctx *sql.Context, n *plan.IndexedTableAccess) bool {
	_, equal := equalColumns(ctx, n)
	return equal > 0
}

// equalColumns says of how many columns an index is, and of how many of them, from
// the first on, it is looked up by one value while the others are free. Both are 0
// for what is no such look-up.
func equalColumns(ctx *sql.Context, n *plan.IndexedTableAccess) (columns, equal int) {
	if !n.IsStatic() {
		return 0, 0
	}
	lookup, _, err := n.GetLookup(ctx, nil)
	if err != nil {
		return 0, 0
	}
	ranges, ok := lookup.Ranges.(sql.MySQLRangeCollection)
	if !ok || len(ranges) != 1 {
		return 0, 0
	}
	for i, column := range ranges[0] {
		lower, hasLower := CutKey(column.LowerBound)
		upper, hasUpper := CutKey(column.UpperBound)
		switch {
		case hasLower && hasUpper && i == equal && SameKey(ctx, column.Typ, lower, upper):
			equal++
		case hasLower || hasUpper:
			return 0, 0
		}
	}
	return len(ranges[0]), equal
}

// CutKey is the value at a bound of a range; false where it has none.
func CutKey(c sql.MySQLRangeCut) (any, bool) {
	switch c := c.(type) {
	case sql.Below:
		return c.Key, true
	case sql.Above:
		return c.Key, true
	}
	return nil, false
}

// SameKey says whether two bounds are of the same value.
func SameKey(ctx *sql.Context, typ sql.Type, a, b any) bool {
	cmp, err := typ.Compare(ctx, a, b)
	return err == nil && cmp == 0
}

// FirstAccess is how the first table below a node is read.
func FirstAccess(ctx *sql.Context, n sql.Node) Access {
	for n != nil {
		switch t := n.(type) {
		case *plan.ResolvedTable:
			return AccessScan
		case *plan.IndexedTableAccess:
			return IndexAccess(ctx, t)
		}
		children := n.Children()
		if len(children) == 0 {
			return AccessNone
		}
		n = children[0]
	}
	return AccessNone
}

// DatabaseName is what the database of a node is called, empty if it has none.
func DatabaseName(db sql.Database) string {
	if db == nil {
		return ""
	}
	return db.Name()
}
