package gms

import (
	"context"
	"errors"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// finish ends the statement with the error the client gets.
func (x *execution) finish(err error) {
	if x == nil {
		return
	}
	conn := x.connection
	t, in := conn.thread, conn.adapter.instruments
	if err == nil && (x.plan.passed && x.finishPassed() || x.plan.thin && x.finishThin()) {
		return
	}
	if x.contest.runs > 0 || x.contest.lost {
		x.contest.yield()
		x.contest = contest{}
	}
	x.labels.End()
	x.room.give()
	x.preparing = ""
	if x.limit != nil {
		x.limit.Stop()
		x.limit = nil
	}
	x.leave()
	if x.unlogged != "" && err == nil { // nobody has parsed it
		x.logQuery(context.Background(), nil)
	}
	x.unlogged = ""
	if err != nil && x.plan.commitsItself && x.plan.state != buildNone {
		conn.undo("a failed definition")
	}
	if err != nil && x.plan.state == buildNone {
		conn.adapter.readLock.BackOut(conn.uses)
	}
	conn.leaveTables(err != nil)
	if !x.recorded {
		if x.quiet {
			x.endQuiet()
		}
		x.finishGuarded(err)
		return
	}
	conn.drive()
	if x.plan.only == nil {
		conn.profiling.Profiler.Settle()
	}
	x.giveBack()
	x.plan.bound = nil
	if x.plan.altersIndexes {
		conn.adapter.indexes.ForgetAll()
	}
	if x.advance(phaseCleaning) && !x.detail.FewStages {
		t.SetStage(in.Stages.CleaningUp)
	}
	x.phase = phaseIdle
	t.BeginMoment() // the statement, its transaction and its command end together
	short := err == nil && x.detail.FewStages && conn.session != nil && x.statement.LeavesStages()
	conn.settleTransaction(err, short)

	c := x.counters()
	if conn.adapter.schema.Consumer(perfschema.ConsumerEventsStatementsCPU) {
		c.CPUTime = conn.profiling.CPUTime()
	}
	conn.countWarnings(conn.session)
	switch {
	case err != nil:
		conn.fail(x.statement, err)
	case conn.session != nil:
		x.window.Correct(conn.session)
		if do := &x.plan.preparation; do.prepares || do.closes {
			conn.prepare(x.statement, *do, perfschema.PreparedOptions{})
		}
		if !x.plan.keepsSettings {
			conn.memory.CountVariables(conn.session)
		}
		conn.memory.CountState(conn.session, x.plan.keepsSettings)
		conn.memory.LimitSession(&conn.x.memory)
		forgetPrograms(conn.adapter.schema, &x.plan.dropped)
		c.Warnings = uint64(conn.session.WarningCount())
	}
	if !short {
		x.statement.SetCounters(c)
	}
	if x.plan.only == nil { // by one key nothing is scanned nor sorted
		conn.counts.Work(&c, false)
	}
	conn.countSlow(x, &c)
	x.detail.Settle(x.statement, x.ctx.plan(), &c, err)
	if short {
		x.statement.EndThin(c, "Sleep")
	} else {
		x.statement.End()
		t.EndStage()
		t.SetCommand("Sleep", "")
	}
	conn.profiling.End()
	if conn.session != nil {
		t.SetDatabase(conn.session.GetCurrentDatabase())
	}
	t.EndMoment()
	x.settleStatus(err)
	if len(x.sets) > 0 {
		x.sets.settle(conn, err != nil)
	}
	x.statement, x.text, x.raw, x.ctx = perfschema.Statement{}, "", "", nil
	conn.keepError(err, &x.plan)
	conn.forgetFailure()
	x.window.Reset()
	x.plan = planBuild{}
	x.detail.Reset()
	conn.busy.Store(false)
}

// leave says that a statement that may have changed something does so no more.
func (x *execution) leave() {
	conn := x.connection
	if c := &conn.changing; c.Pending() {
		conn.adapter.readLock.Leave(c, conn.session)
	}
}

// giveBack gives back what a statement has of the connection's, and ends what it has
// measured and held.
func (x *execution) giveBack() {
	conn := x.connection
	if conn.lent.Session != nil {
		conn.lent.TakeBack()
	}
	x.amended, x.viewsRead = false, 0
	conn.running.Store(nil)
	if x.plan.thin {
		x.endThinTable()
	}
	x.meters.end()
	if len(x.helpers.Threads) > 0 {
		x.helpers.Release()
	}
	x.memory.Release()
	conn.buffer.Take()
	x.tables.Close(conn.thread)
}

// clientError is the number, SQLSTATE and message a client sees.
func clientError(err error) (number int, state, message string) {
	var e *mysql.SQLError
	if !errors.As(err, &e) {
		e = sql.CastSQLError(err)
	}
	if e == nil {
		return mysql.ERUnknownError, mysql.SSUnknownSQLState, words.HideLogins(err.Error())
	}
	if e.Num == mysql.ERUnknownError {
		return e.Num, e.State, words.HideLogins(e.Message)
	}
	return e.Num, e.State, e.Message
}
