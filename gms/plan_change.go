package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
)

// The iterators of changes are the engine's own: nothing may lie around them
// that counts. How often they begin is known where they are built; the rows
// they give, from what comes of them.

// settle counts the rows of the client's own change, or call, as the client was
// told.
func (k *keptPlan) settle(c *perfschema.StatementCounters) {
	for i, n := range k.nodes {
		node := k.plan.Node(uint16(i + 1))
		switch n.(type) {
		case *plan.TriggerExecutor, *plan.ForeignKeyHandler, *plan.Project:
			continue
		case *plan.InsertInto, *plan.Update, *plan.DeleteFrom, *plan.Truncate, *plan.TableCopier:
			node.AddRows(c.RowsAffected)
			node.SetRowsKnown(true)
		case *plan.Call:
			node.AddRows(c.RowsSent)
			node.SetRowsKnown(true)
		}
		break
	}
}

// settlePassed counts the rows of nodes that pass on those they get, each of
// them, unless the statement has failed.
func (k *keptPlan) settlePassed() {
	for i := len(k.nodes) - 1; i >= 0; i-- { // those below a node come after it
		if handler, ok := k.nodes[i].(*plan.ForeignKeyHandler); ok {
			k.passes(uint16(i+1), k.at(handler.OriginalNode))
		}
	}
	for i, n := range k.nodes {
		// It gives the rows that change one of the tables, each row of a table
		// once.
		if join, ok := n.(*plan.UpdateJoin); ok && len(join.UpdateTargets) == 1 {
			k.passes(uint16(i+1), k.changeAbove(uint16(i+1)))
		}
	}
}

// changeAbove is the UPDATE that a node belongs to, 0 for none.
func (k *keptPlan) changeAbove(number uint16) uint16 {
	for number = k.parents[number-1]; number != 0; number = k.parents[number-1] {
		switch k.nodes[number-1].(type) {
		case *plan.Update:
			return number
		case *plan.TriggerExecutor, *plan.ForeignKeyHandler:
		default:
			return 0
		}
	}
	return 0
}

// passes says that a node gave as many rows as another one.
func (k *keptPlan) passes(number, as uint16) {
	if from := k.plan.Node(as); from.RowsKnown() {
		_, rows := from.Counts()
		node := k.plan.Node(number)
		node.AddRows(rows)
		node.SetRowsKnown(true)
	}
}

// changeIn is the node of a statement that changes rows, below what triggers and
// foreign keys put around it; nil for a statement that changes none.
func changeIn(n sql.Node) sql.Node {
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

// changedBy is how many rows a change of a trigger's counts for a row that its
// iterator gives, as the engine counts those of a client's.
func changedBy(ctx *sql.Context, change sql.Node, row sql.Row) uint64 {
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
	same, err := before.Equals(ctx, after, half)
	return err == nil && !same
}
