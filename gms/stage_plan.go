package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/dialect/program"
	"github.com/perfschema/perfschema/gms/internal/instrument"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// enterPlan is called with the plan that will run, before it is built.
func (x *execution) enterPlan(ctx *sql.Context, root sql.Node) {
	in := x.connection.adapter.instruments
	t, stages := x.connection.thread, &in.Stages
	few := x.detail.FewStages
	if x.advance(phaseInit) {
		// A simple change has passed the analyzer by.
		if x.plan.unplanned = isUnplanned(root); !x.plan.unplanned && !few {
			t.SetStage(stages.Initializing)
		}
	}
	if x.advance(phaseLocking) && !few && !x.plan.unplanned && !x.plan.tableless {
		t.SetStage(stages.SystemLock)
	}
	settings := x.connection.transactionSettings(ctx)
	x.slowAfter = settings.slowAfter
	plain := isPlainQuery(root)
	x.plan.plain = plain
	if plain {
		x.plan.keepsSettings, x.connection.profiling.Calls = true, false
	} else {
		x.enterCommand(ctx, root, settings)
	}
	facts := planFacts{ctx: ctx, counters: &x.facts, selects: true}
	if x.ctx != nil {
		facts.reads = &x.ctx.running
		facts.reads.Tables = facts.reads.One[:0]
	}
	if table := columnsOfPoint(root); table != nil && node.IsUniqueKey(ctx, table) {
		x.plan.only = table
	}
	if x.plan.only == nil && !x.statement.Short() {
		x.connection.profiling.Profiler.Pin()
	}
	facts.read(root, x.plan.only)
	x.detail.Sampled = x.statement.Recorded() && t.Sampled()
	if x.detail.Bare && facts.groups {
		x.detail.Bare = false
		x.statement.KeepDetail()
	}
	x.memory.CountPlan(root, facts.nodes, x.statement, x.text)
	t.BeginMoment()
	x.joinTransaction(ctx, facts.tables > 0)
	x.status = x.connection.tellStatus(&x.facts) & toldStatus
	x.plan.waits = facts.waits
	own := stages.Executing
	if x.plan.control == controlStart {
		own = 0 // until the storage begins: see BeginsTransaction
		if x.connection.keepsTransaction(ctx) {
			own = stages.HandlerCommit
		}
	} else if !plain {
		own = buildStage(root, stages)
	}
	x.plan.stage, x.plan.source = own, own
	if plain || hasRows(root) {
		x.plan.source = sourceStage(root, stages)
	}
	x.advance(phaseBuilding)
	t.SetPhase(activity.PhaseExecution)
	if own != 0 {
		t.SetStage(own)
	}
	t.EndMoment()
}

// isPlainQuery says of a plan's root that it gives rows, and does nothing of what
// enterCommand looks for. It is that of most statements, and one question in the place
// of a dozen.
func isPlainQuery(root sql.Node) bool {
	switch n := root.(type) {
	case *plan.Filter, *plan.IndexedTableAccess, *plan.ResolvedTable, *plan.Sort, *plan.TopN, *plan.GroupBy, *plan.Distinct:
		return true
	case *plan.Project:
		return isPlainQuery(n.Child)
	case *plan.Limit:
		return isPlainQuery(n.Child)
	}
	return false
}

// enterCommand finds out what a statement does but to give rows.
func (x *execution) enterCommand(ctx *sql.Context, root sql.Node, settings *transactionSettings) {
	p := &x.plan
	p.settle(root)
	if p.control == controlStart {
		x.connection.readOnly = p.readOnly || settings.readOnly
	}
	x.connection.profiling.Calls = isCall(root)
	p.preparation, p.dropped = preparationOf(ctx, root), program.DroppedBy(root)
	p.preparation.recordAs(x.connection, x.statement)
}

// enterRun is called when the plan has been built.
func (x *execution) enterRun() {
	if !x.advance(phaseRunning) {
		return
	}
	x.detail.EnterBase()
	switch s := x.plan.source; s {
	case x.plan.stage:
	case x.connection.adapter.instruments.Stages.SendingData:
		// It begins with the first row.
		x.plan.stage = 0
	default:
		x.plan.stage = s
		x.connection.thread.SetStage(s)
	}
}

// buildStage is the stage a statement is in while its plan is built, and, if it
// has no rows, until it ends.
func buildStage(root sql.Node, stages *instrument.Stages) perfschema.StageKey {
	switch root.(type) {
	case *plan.Commit:
		return stages.HandlerCommit
	case *plan.DescribeQuery:
		return stages.Explaining
	case *plan.CreateTable:
		return stages.CreatingTable
	case *plan.Block, *plan.AddColumn, *plan.DropColumn, *plan.RenameColumn, *plan.ModifyColumn, *plan.AlterIndex,
		*plan.AlterPK, *plan.AlterTableCollation, *plan.AlterTableComment, *plan.AlterAutoIncrement,
		*plan.AlterDefaultSet, *plan.AlterDefaultDrop, *plan.CreateForeignKey, *plan.DropForeignKey,
		*plan.CreateCheck, *plan.DropCheck, *plan.DropConstraint, *plan.CreateIndex, *plan.DropIndex:
		return stages.AlteringTable
	}
	return stages.Executing
}

// hasRows says whether a statement works on rows: it sends or changes some.
func hasRows(root sql.Node) bool {
	return changesRows(root) || givesRows(root)
}

// changesRows says of a plan's root whether its rows are those it changes.
func changesRows(root sql.Node) bool {
	switch root.(type) {
	case *plan.InsertInto, *plan.Update, *plan.DeleteFrom, *plan.TriggerExecutor, *plan.ForeignKeyHandler:
		return true
	}
	return false
}

// givesRows says of a root that changes none whether it has rows to send.
func givesRows(root sql.Node) bool {
	columns := root.Schema()
	return len(columns) > 0 && !types.IsOkResultSchema(columns)
}

// sourceStage is the stage a statement is in while its rows flow.
func sourceStage(n sql.Node, stages *instrument.Stages) perfschema.StageKey {
	for {
		switch t := n.(type) {
		case *plan.InsertInto:
			return stages.Update
		case *plan.Update:
			if t.IsJoin {
				return stages.UpdatingMainTable
			}
			return stages.Updating
		case *plan.DeleteFrom:
			if len(t.GetDeleteTargets()) > 1 || isJoin(t.Child) {
				return stages.DeletingFromMainTable
			}
			return stages.Updating
		case *plan.TriggerExecutor:
			n = t.Left()
		case *plan.ForeignKeyHandler:
			n = t.OriginalNode
		case *plan.Project:
			n = t.Child
		default:
			return stages.SendingData
		}
	}
}

func isJoin(n sql.Node) bool {
	for n != nil {
		if _, ok := n.(*plan.JoinNode); ok {
			return true
		}
		children := n.Children()
		if len(children) != 1 {
			return false
		}
		n = children[0]
	}
	return false
}

// isCall says whether a plan is a CALL.
func isCall(n sql.Node) bool {
	_, ok := n.(*plan.Call)
	return ok
}
