package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/rowexec"

	"github.com/perfschema/perfschema/gms/dialect/account"
	"github.com/perfschema/perfschema/gms/dialect/affected"
	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/column"
	"github.com/perfschema/perfschema/gms/dialect/effect"
	"github.com/perfschema/perfschema/gms/dialect/routine"
	"github.com/perfschema/perfschema/gms/dialect/trigger"
	"github.com/perfschema/perfschema/gms/dialect/zone"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// operatorBuilder builds the iterators that have something to count and leaves
// the others to the engine. It stands first in the engine's execution builder,
// before a storage's own builder, if it has one.
//
// A storage's builder may fuse several operators into one iterator, whose rows
// then cannot be told apart. While a statement is recorded it may do so where
// the rows read are known all the same: if the storage counts them, see
// [Storage], or for a count of whole rows, whose result says
// what it read. Otherwise the engine's own operators run, some times slower.
type operatorBuilder struct {
	lifecycle *lifecycle
	next      sql.NodeExecBuilder // the storage's, or nil
	overrides sql.EngineOverrides
	leaf      *rowexec.BaseBuilder // builds nodes without children
	raw       *rowexec.BaseBuilder // the engine's part of the node at hand
}

var _ sql.NodeExecBuilder = (*operatorBuilder)(nil)

// inserting returns an INSERT to build in the place of n, and the context to build it in. The INSERT counts what it
// does for told, which may be nil, converts values to what the columns take before generated columns, CHECKs and
// BEFORE triggers read them, and checks geometries and JSON documents.
func (b *operatorBuilder) inserting(ctx *sql.Context, n *plan.InsertInto, told *affected.Told) (*sql.Context, *plan.InsertInto) {
	n = affected.CountInsert(ctx, n, told)
	engine := b.lifecycle.rights.engine.Load()
	if engine == nil {
		return ctx, n
	}
	if b.lifecycle.dialect {
		ctx, n = trigger.WithTaken(ctx, n, engine.Analyzer.ExecBuilder)
	}
	return ctx, builtin.CheckInserted(n, engine.Analyzer.ExecBuilder)
}

func newOperatorBuilder(l *lifecycle, base *rowexec.BaseBuilder) *operatorBuilder {
	b := &operatorBuilder{lifecycle: l, next: base.PriorityBuilder, overrides: base.EngineOverrides}
	b.leaf = rowexec.NewBuilder(nil, b.overrides)
	b.leaf.Runner = base.Runner
	b.raw = b.engine(rawBuilder{b})
	return b
}

// engine makes a builder of the engine's that asks first.
func (b *operatorBuilder) engine(first sql.NodeExecBuilder) *rowexec.BaseBuilder {
	e := rowexec.NewBuilder(first, b.overrides)
	e.Runner = b.leaf.Runner
	return e
}

// rawBuilder passes over the node at hand and takes the nodes below it.
type rawBuilder struct{ *operatorBuilder }

// Build implements sql.NodeExecBuilder.
func (b rawBuilder) Build(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error) {
	if x := runningOf(ctx); x != nil && x.plan.skip {
		x.plan.skip = false
		return nil, nil
	}
	return b.operatorBuilder.Build(ctx, n, r)
}

// onceBuilder is a rawBuilder for one node, for goroutines that share a
// statement.
type onceBuilder struct {
	*operatorBuilder
	passed bool
}

// Build implements sql.NodeExecBuilder.
func (b *onceBuilder) Build(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error) {
	if !b.passed {
		b.passed = true
		return nil, nil
	}
	return b.operatorBuilder.Build(ctx, n, r)
}

// Build implements sql.NodeExecBuilder. A nil iterator leaves the node to the
// engine.
func (b *operatorBuilder) Build(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error) {
	x := runningOf(ctx)
	if x != nil && x.plan.thin {
		if n == sql.Node(x.plan.only) {
			return b.buildThinTable(ctx, x, n, r)
		}
		return nil, nil // the storage may not read the table in the place of what stands above it
	}
	if !b.lifecycle.dialect {
		return b.buildObserved(ctx, x, n, r)
	}
	if x == nil || !x.recorded && (!x.quiet || x.plan.passed) {
		switch n.(type) {
		case *plan.ResolvedTable, *plan.IndexedTableAccess: // others are never read apart
			if apart := b.lifecycle.readings.Apart(n); apart != nil {
				return b.leaf.Build(ctx, apart, r)
			}
		}
	}
	if x != nil && x.plan.passed {
		return b.storage(ctx, n, r)
	}
	if x != nil && x.connection.track != nil {
		x.connection.track.See(n, x.programs.calls != 0)
	}
	if x != nil && x.programs.triggered {
		if err := triggerEnded(ctx); err != nil {
			return nil, err
		}
	}
	switch {
	case x == nil:
		if iter, err := b.storage(ctx, n, r); iter != nil || err != nil {
			return iter, err
		}
		return b.buildBackground(ctx, n, r)
	case !x.recorded && x.plan.state != buildRunning:
		return b.buildUnrecorded(ctx, x, n, r)
	case x.plan.state == buildNone:
		return b.buildRoot(ctx, x, n, r)
	case x.detail.Kept.Analyzed():
		return b.operate(ctx, x, n, r, true, false)
	case x.programs.triggered || x.programs.awaiting != nil:
		if t := triggerOf(ctx); t != nil {
			return programNodes{planNodes{b, x}}.triggered(ctx, t, n, r)
		}
		x.programs.plan(ctx, n)
	}
	switch {
	case x.plan.state == buildRunning && x.plan.depth > 0:
		x.plan.depth--
		if x.plan.depth == 0 {
			iter, err := b.operate(ctx, x, n, r, true, false)
			return x.mark(iter, err)
		}
		return b.operateTop(ctx, x, n, r, false)
	}
	return b.operate(ctx, x, n, r, false, false)
}

// buildRoot builds a statement's whole plan.
func (b *operatorBuilder) buildRoot(ctx *sql.Context, x *execution, n sql.Node, r sql.Row) (sql.RowIter, error) {
	if err := x.connection.uses.Refusal(); err != nil { // of a trigger's table, where the engine passes over it
		return nil, err
	}
	x.connection.session = ctx.Session
	if x.detail.FewStages {
		if iter, thin, err := b.buildThin(ctx, x, n, r); thin {
			return iter, err
		}
	}
	p := &x.plan
	p.state, p.root = buildRunning, n
	if p.functions {
		routine.NoteUses(n, nil)
	}
	x.room.settle(n, &x.memory)
	x.enterPlan(ctx, n)
	if p.waits && b.lifecycle.dialect {
		n = node.Undeferred(n)
	}
	if compute := p.only == nil && b.lifecycle.dialect && x.window.Plan(ctx, n); compute { // one row has no window
		n = node.Undeferred(n)
	} else if p.projects = node.Projects(n); p.projects {
		p.depth = node.MarkDepth(n)
	}
	x.detail.Keep(n, x.statement)
	x.ctx.publish(n, x.detail.Kept)
	var iter sql.RowIter
	var err error
	if p.depth > 0 {
		iter, err = b.operateTop(ctx, x, n, r, true)
	} else {
		iter, err = b.operate(ctx, x, n, r, true, false)
		iter, err = x.mark(iter, err)
	}
	if err == nil {
		iter, err = b.watchResult(ctx, x, n, r, iter)
	}
	p.state, p.depth = buildDone, 0
	b.lifecycle.openNamed(ctx, x, n)
	x.enterRun()
	if x.plan.only == nil { // who reads the rows may be another goroutine
		x.connection.profiling.Profiler.Settle()
	}
	iter, err = x.ahead(ctx, n, iter, err)
	return x.connection.profiling.Watch(iter, err)
}

// build builds one node. With force it never leaves the node to the engine.
func (b *operatorBuilder) build(ctx *sql.Context, x *execution, n sql.Node, r sql.Row, force bool) (sql.RowIter, error) {
	if !b.lifecycle.dialect {
		return b.buildSeen(ctx, x, n, r, force)
	}
	one := x.plan.only != nil // and columns of it: no node holds or changes anything
	if !one && effect.ChangesData(n) {
		if x.connection.zone == zone.Set {
			x.connection.zone.Warn(ctx, n)
		}
		if x.plan.since.IsZero() {
			x.plan.since = ctx.QueryTime()
		}
		if err := x.refuseReadOnly(ctx, n); err != nil {
			return nil, err
		}
		if err := b.lifecycle.readLock.Enter(ctx, &x.connection.changing, n); err != nil {
			if effect.EndsTransaction(ctx, n) {
				err = b.lifecycle.notCommitted(ctx, err)
			}
			return nil, err
		}
		if c, ok := account.RowChangeOf(n); ok {
			return b.changeOfAccounts(ctx, x, c, r)
		}
		switch n := n.(type) {
		case *plan.Call:
			return b.lifecycle.readLock.InProcedure(ctx, n, func() (sql.RowIter, error) { return b.buildEntered(ctx, x, n, r, force) })
		case *plan.Commit, *plan.StartTransaction:
			iter, err := b.buildEntered(ctx, x, n, r, force)
			if err != nil {
				err = b.lifecycle.notCommitted(ctx, err)
			}
			return iter, err
		case *plan.LockTables:
			x.connection.changing.Tables = true
			others, err := b.lifecycle.readLock.LockTables(ctx, x.connection.uses, n)
			if err != nil {
				return nil, err
			}
			return b.engineNode(ctx, x, b.lifecycle.readLock.WatchTables(others), r)
		case *plan.UnlockTables:
			b.lifecycle.readLock.UnlockAll(ctx.Session.ID())
		case *plan.CreateEvent, *plan.AlterEvent, *plan.DropEvent, *plan.DropDB:
			x.connection.changing.Events = true
		case *plan.CreateTable, *plan.RenameTable, *plan.CreateCheck, *plan.AlterIndex, *plan.AlterPK,
			*plan.AddColumn, *plan.ModifyColumn, *plan.DropColumn, *plan.CreateTrigger:
			alteration, err := column.Alter(ctx, n, b.lifecycle.rights.catalog(), b.lifecycle.storage.IndexVirtual)
			if err != nil {
				return nil, err
			}
			iter, err := b.buildEntered(ctx, x, alteration.Node, r, true)
			return alteration.Settle(ctx, iter, err)
		}
	}
	return b.buildEntered(ctx, x, n, r, force)
}

// buildEntered is build of a node that may run.
func (b *operatorBuilder) buildEntered(ctx *sql.Context, x *execution, n sql.Node, r sql.Row, force bool) (sql.RowIter, error) {
	switch n := n.(type) {
	case *plan.GroupBy:
		force = force || len(n.GroupByExprs) > 0
	case *plan.JoinNode, *plan.SubqueryAlias, *plan.ValueDerivedTable, *plan.CachedResults, *plan.RecursiveCte:
		return node.Ending(b.buildKind(ctx, x, n, r, true))
	case *plan.HashLookup:
		return node.EndingLookup(b.buildKind(ctx, x, n, r, true))
	}
	return b.buildKind(ctx, x, n, r, force)
}
