package effect

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/collate"
)

// ChangeIn is the node of a statement that changes rows, below what triggers and
// foreign keys put around it; nil for a statement that changes none.
func ChangeIn(n sql.Node) sql.Node {
	for {
		switch t := n.(type) {
		case *plan.TriggerExecutor:
			n = t.Left()
		case *plan.ForeignKeyHandler:
			n = t.OriginalNode
		case *plan.InsertInto, *plan.Update, *plan.DeleteFrom:
			return n
		default:
			return nil
		}
	}
}

// ChangedBy is how many rows a change of a trigger's counts for a row that its
// iterator gives, as the engine counts those of a client's.
func ChangedBy(ctx *sql.Context, change sql.Node, row sql.Row) uint64 {
	half := len(row) / 2
	switch n := change.(type) {
	case *plan.DeleteFrom:
		return 1
	case *plan.InsertInto:
		switch {
		case n.IsReplace:
			for _, v := range row[:half] {
				if v != nil {
					return 2
				}
			}
			return 1
		case len(n.OnDupExprs) == 0 || len(row) == len(n.Destination.Schema()):
			return 1
		}
		if differ(ctx, row, n.Destination.Schema()) {
			return 2
		}
	case *plan.Update:
		// Of a table with foreign keys the schema is that of one half.
		if s := n.Schema(); 2*half == len(row) && half <= len(s) && differ(ctx, row, s[:half]) {
			return 1
		}
	}
	return 0
}

// differ says whether the two halves of a row do.
func differ(ctx *sql.Context, row sql.Row, half sql.Schema) bool {
	before, after := row[:len(row)/2], row[len(row)/2:]
	same, err := before.Equals(ctx, after, collate.ByBytes(half))
	return err == nil && !same
}
