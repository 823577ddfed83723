package collate

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// The engine stores a changed row where it is not equal to what was there, and takes 'ABC'
// for 'abc' there by the collation of the column. In MySQL a row has changed where its
// bytes have.

// ByBytes are the columns of a table with texts that are equal where their bytes are; the
// columns themselves where that is so anyway.
func ByBytes(s sql.Schema) sql.Schema {
	var out sql.Schema
	for i, col := range s {
		by, ok := CollatedText(col.Type)
		if !ok {
			continue
		}
		typ, ok := TypeWith(col.Type, by.CharacterSet().BinaryCollation())
		if !ok {
			continue
		}
		if out == nil {
			out = append(out, s...)
		}
		own := *col
		own.Type = typ
		out[i] = &own
	}
	if out == nil {
		return s
	}
	return out
}

// JoinedByBytes is what an UPDATE of joined tables reads, with such columns.
func JoinedByBytes(u *plan.UpdateSource) sql.Node {
	schema := u.Child.Schema()
	changed := ByBytes(schema)
	if len(schema) == 0 || &schema[0] == &changed[0] {
		return u
	}
	list := make([]sql.Expression, len(schema))
	for i, col := range changed {
		list[i] = expression.NewGetFieldWithTable(i, 0, col.Type, col.DatabaseSource, col.Source, col.Name, col.Nullable)
	}
	out, err := u.WithChildren(plan.NewProject(list, u.Child))
	if err != nil {
		return u
	}
	return out
}

// ChangesTexts says of a node that it changes rows with columns that are others in ByBytes.
func ChangesTexts(n sql.Node) bool {
	var schema sql.Schema
	switch n := n.(type) {
	case *plan.Update:
		table, err := plan.GetUpdatable(n.Child)
		if err != nil {
			return false
		}
		schema = table.Schema()
	case *plan.InsertInto:
		if len(n.OnDupExprs) == 0 {
			return false
		}
		schema = n.Destination.Schema()
	default:
		return false
	}
	for _, col := range schema {
		if _, ok := CollatedText(col.Type); ok {
			return true
		}
	}
	return false
}
