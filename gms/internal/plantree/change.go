package plantree

import (
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
)

// The iterators of changes are the engine's own: nothing may lie around them
// that counts. How often they begin is known where they are built; the rows
// they give, from what comes of them.

// Settle counts the rows of the client's own change, or call, as the client was
// told.
func (k *Tree) Settle(c *perfschema.StatementCounters) {
	for i, n := range k.nodes {
		node := k.Plan.Node(uint16(i + 1))
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

// SettlePassed counts the rows of nodes that pass on those they get, each of
// them, unless the statement has failed.
func (k *Tree) SettlePassed() {
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
func (k *Tree) changeAbove(number uint16) uint16 {
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
func (k *Tree) passes(number, as uint16) {
	if from := k.Plan.Node(as); from.RowsKnown() {
		_, rows := from.Counts()
		node := k.Plan.Node(number)
		node.AddRows(rows)
		node.SetRowsKnown(true)
	}
}
