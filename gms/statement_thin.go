package gms

import (
	"errors"
	"io"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/transaction"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/pipeline"
	"github.com/perfschema/perfschema/gms/internal/status"
)

// A recorded statement takes one of two ways. The full one tells all that there is: its stages,
// its plan with what each operator does, what it holds. The thin one records what is exact: its
// beginning and end, digest, error, rows, transaction, and the row operations and locks of its
// table. decideWay chooses once, when the statement has its digest; everything else asks
// pipeline.Detail and planBuild.thin.
//
// The statement is full if its session profiles it, if a stage is enabled, if its digest is
// expected to take a tick of the profiler, and otherwise once in so many executions
// ([perfschema.Statement.KeepsDetail]). One that turns out long raises what is expected of its
// digest at once, and gets its plan at its end, without counts of operators.
//
// A prepared statement begins in one step (beginKnown), and a thin one ends in one
// ([perfschema.Statement.EndThin]), whatever it does.
//
// Most statements of many servers are short and give columns of the one row of a key. If such a
// one is thin, nothing is wrapped but its table, too, and finishThin does what finish does.

// decideWay chooses the way of a statement that has its digest.
func (x *execution) decideWay() {
	if x.begunWhole {
		x.detail.Bare, x.detail.FewStages = !x.keeps, !x.keeps
		return
	}
	x.detail.Decide(x.statement, x.connection.profiling.On)
}

// beginKnown begins the statement in one if it executes a prepared one whose digest is known, and
// nothing looks at its stages; else it does nothing.
func (x *execution) beginKnown(key perfschema.StatementKey, command, text string) (st perfschema.Statement) {
	x.begunWhole = false
	if x.executing == nil || text == "" {
		return st
	}
	in := x.connection.adapter.instruments
	st, x.keeps = x.connection.thread.BeginExecution(perfschema.Execution{
		Packet: key, Kind: in.Execute, Stage: in.Stages.Starting, Command: command, Text: text, Prepared: x.executing,
	})
	x.begunWhole = st.Recorded()
	return st
}

// thinTable reads the one row of a key.
type thinTable struct {
	node.Pass
	execution *execution // nil once the row has been asked for
}

// thinRead is what a thin statement has asked of its table.
type thinRead struct {
	lookup       perfschema.TableLookup
	begun, ended bool
	missed       bool // the key has no row
	rows         uint8
}

// begin is called before the row is looked for, on the goroutine that reads it: the one which has
// built the plan, unless the engine was told that there may be more rows.
func (t *thinTable) begin() *thinRead {
	x := t.execution
	t.execution = nil
	x.connection.drive()
	x.read.begun = true
	x.read.lookup.Start()
	return &x.read
}

// answer is called with the answer to the first question. As in MySQL, to find that a key has no
// row is a fetch.
func (r *thinRead) answer(err error) {
	if err == nil {
		r.rows = 1
	} else if r.missed = errors.Is(err, io.EOF); !r.missed {
		return
	}
	r.lookup.Stop()
}

// Next implements sql.RowIter.
func (t *thinTable) Next(ctx *sql.Context) (sql.Row, error) {
	if t.execution == nil {
		return t.Iter.Next(ctx)
	}
	r := t.begin()
	row, err := t.Iter.Next(ctx)
	r.answer(err)
	return row, err
}

// NextValueRow implements sql.ValueRowIter.
func (t *thinTable) NextValueRow(ctx *sql.Context) (sql.ValueRow, error) {
	if t.execution == nil {
		return t.Iter.(sql.ValueRowIter).NextValueRow(ctx)
	}
	r := t.begin()
	row, err := t.Iter.(sql.ValueRowIter).NextValueRow(ctx)
	r.answer(err)
	return row, err
}

// buildThin builds the plan of a thin statement that gives columns of the one row of a key. It
// is false for another statement. A nil iterator leaves the root to the engine.
func (b *operatorBuilder) buildThin(ctx *sql.Context, x *execution, n sql.Node, r sql.Row) (iter sql.RowIter, thin bool, err error) {
	table := columnsOfPoint(n)
	conn, t := x.connection, x.connection.thread
	if table == nil || x.ctx == nil || x.cursor || x.fetched || x.plan.functions || conn.profiling.Profiler != nil || !node.IsUniqueKey(ctx, table) {
		return nil, false, nil
	}
	use := conn.memorizedUse(ctx, table)
	x.read = thinRead{}
	if use.instance != nil {
		lookup, ok := use.found.Lookup()
		if !ok {
			return nil, false, nil
		}
		x.read.lookup = lookup
	}
	settings := conn.transactionSettings(ctx)
	if !settings.autoCommit {
		return nil, false, nil
	}
	if x.room.share.Held() {
		x.room.settle(n, &x.memory)
	}
	p := &x.plan
	p.thin, p.state, p.root, p.only = true, buildDone, n, table
	p.plain, p.keepsSettings, p.bound = true, true, nil
	conn.profiling.Calls = false
	x.slowAfter, x.detail.Sampled = settings.slowAfter, true
	x.memory.CountBriefPlan(n, nodesOfPoint(n), x.statement, x.text)
	t.BeginMoment()
	db := table.Database()
	x.joinTransaction(ctx, db != nil && !computed.IsVirtual(db.Name()))
	x.phase = phaseRunning
	t.ShowPhase(activity.PhaseExecution, conn.adapter.instruments.Stages.Executing)
	t.EndMoment()
	x.ctx.publish(n, nil)
	if sql.Node(table) == n {
		iter, err = b.buildThinTable(ctx, x, table, r)
	}
	return iter, true, err
}

// buildThinTable builds the table of such a statement.
func (b *operatorBuilder) buildThinTable(ctx *sql.Context, x *execution, n sql.Node, r sql.Row) (iter sql.RowIter, err error) {
	if iter, err = b.buildLeaf(ctx, n, r); err != nil {
		return nil, err
	}
	t := &x.ctx.thin
	t.Iter, t.execution = iter, x
	return t, nil
}

// endThinTable counts what a thin statement has asked of its table. The goroutine that drives the
// statement calls it, when it has ended.
func (x *execution) endThinTable() {
	t := &x.read
	if t.ended {
		return
	}
	t.ended = true
	conn := x.connection
	x.facts.RowsExamined += uint64(t.rows)
	if t.begun {
		conn.counts.Add(status.ReadKey, 1)
	}
	if t.missed && t.lookup.Enabled() {
		conn.counts.Add(status.Missed, 1)
	}
	t.lookup.Record(conn.thread)
}

// finishThin is finish of such a statement that has not failed. It does nothing and returns false
// where there is more to be looked after.
func (x *execution) finishThin() bool {
	conn := x.connection
	if x.limit != nil || len(x.sets) != 0 || conn.changing.Pending() || x.unlogged != "" || x.contest.runs > 0 || x.contest.lost || conn.session == nil {
		return false
	}
	t := conn.thread
	conn.leaveTables(false)
	conn.drive()
	if conn.lent.Session != nil {
		conn.lent.TakeBack()
	}
	x.amended, x.viewsRead, x.preparing = false, 0, ""
	conn.running.Store(nil)
	x.endThinTable()
	if x.memory.Used() {
		x.memory.Release()
	}
	conn.buffer.Take()
	x.phase = phaseIdle
	t.BeginMoment()
	if e := t.CurrentTransaction(); x.plan.commits && conn.next == (transaction.Next{}) && (!e.Recorded() || e.AutoCommit()) {
		conn.countTransaction(nil)
		conn.transaction = nil
	} else {
		conn.settleTransaction(nil, true)
	}
	c := x.facts
	c.RowsSent = x.returned.rows
	if n := conn.session.WarningCount(); n != 0 {
		conn.countWarnings(conn.session)
		c.Warnings = uint64(n)
	}
	if conn.memory.CountStatement() {
		conn.memory.CountState(conn.session, true)
		conn.memory.LimitSession(&x.memory)
	}
	if elapsed := x.statement.Elapsed(); elapsed > x.slowAfter || elapsed >= pipeline.LongAfter {
		conn.countSlow(x, &c)
		x.outlineThin(&c)
	}
	if x.statement.Recorded() {
		x.statement.EndThin(c, "Sleep")
	}
	t.EndMoment()
	conn.tellStatus(&x.facts)
	x.statement, x.text, x.raw, x.ctx = perfschema.Statement{}, "", "", nil
	if x.plan.Sets {
		conn.forgetError()
	}
	conn.forgetFailure()
	x.plan = planBuild{}
	x.detail.Reset()
	conn.busy.Store(false)
	return true
}

// outlineThin gives a thin statement that has turned out long its plan, with the rows of its table.
func (x *execution) outlineThin(c *perfschema.StatementCounters) {
	r, t := &x.ctx.running, &x.read
	r.Tables = r.One[:1]
	r.One[0].Node = x.plan.only
	r.One[0].Count.Begin()
	r.One[0].Count.AddRows(uint64(t.rows))
	x.detail.Settle(x.statement, r, c, nil)
}
