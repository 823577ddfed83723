package operator

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/snowset"
)

// IsQuery reports whether a plan gives rows, and not what became of a change or a
// command.
func IsQuery(n sql.Node) bool {
	switch n.(type) {
	case *plan.SetOp, *plan.SubqueryAlias, *plan.JoinNode:
		return true
	}
	switch Of(n) {
	case snowset.OperatorScan, snowset.OperatorProjection, snowset.OperatorSort, snowset.OperatorFilter,
		snowset.OperatorBuffer, snowset.OperatorFlatten, snowset.OperatorAggregate, snowset.OperatorTableFunction:
		return true
	}
	return false
}

// LeadsToChange reports whether a node lies over one that changes rows.
func LeadsToChange(n sql.Node) bool {
	for {
		switch node := n.(type) {
		case *plan.Project:
			n = node.Child
		case *plan.InsertInto, *plan.Update, *plan.UpdateJoin, *plan.DeleteFrom, *plan.TriggerExecutor, *plan.ForeignKeyHandler, *plan.Block, *plan.Call:
			return true
		default:
			return false
		}
	}
}
