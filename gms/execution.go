package gms

import (
	"context"
	"errors"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/dialect/amendment"
	"github.com/perfschema/perfschema/gms/dialect/kind"
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/pipeline"
	"github.com/perfschema/perfschema/gms/internal/planning"
	"github.com/perfschema/perfschema/gms/internal/profile"
	"github.com/perfschema/perfschema/gms/internal/tableuse"
	"github.com/perfschema/perfschema/gms/internal/timelimit"
	"github.com/perfschema/perfschema/gms/internal/wire"
)

// execution is the statement a connection runs, used again for the next one.
type execution struct {
	sets       ranSets
	kills      uint32 // those of the connection when the statement began
	connection *connection
	statement  perfschema.Statement
	goroutine  uint64 // that drives the statement, where there is no Thread to be bound to it
	phase      phase
	ran        bool                          // there was one
	cursor     bool                          // its rows are fetched while it runs, see cursor
	fetched    bool                          // its rows are fetched when it has ended
	status     uint16                        // the flags that go with its rows
	text       string                        // as others may see it
	raw        string                        // as received
	unlogged   string                        // a query that is to be written to the general log once it is parsed
	prepared   *executedText                 // what is executed; nil of other commands
	parameters *mysql.PrepareData            // of what is executed
	executing  *perfschema.PreparedStatement // what is about to begin executes; nil for other commands
	begunWhole bool                          // it began by BeginExecution
	keeps      bool                          // its answer
	recorded   bool                          // it has a Thread, and something of it may be recorded
	quiet      bool                          // it has a Thread, and nothing of it is to be recorded
	query      bool                          // a COM_QUERY, whose kind the parser finds
	known      bool                          // it has been found
	failed     bool                          // it did not parse
	amended    bool                          // its text has been read: what is read now is a definition that it uses
	amendment  amendment.Statement           // of the text that the client has sent
	viewsRead  int                           // definitions of views among them

	ctx      *statementContext
	plan     planBuild
	read     thinRead
	programs programs
	facts    perfschema.StatementCounters
	// slowAfter is the time from which on the statement is a slow one, negative if
	// that is not known.
	slowAfter time.Duration
	returned  resultCounts
	live      liveCounts
	meters    openMeters
	helpers   pipeline.Helpers
	tables    tableuse.Open
	memory    held.Statement
	window    pipeline.Window
	limit     *timelimit.Limit // nil for most

	detail pipeline.Detail
	spool  spool
	labels profile.Labels

	room      planningRoom
	preparing string // the long text of a COM_STMT_PREPARE, until it has taken room
	contest   contest
}

// beginQuery starts a statement whose kind is not known yet. It returns nil if
// nothing is to be recorded.
func (conn *connection) beginQuery(query string) *execution {
	if conn = conn.enter(); conn == nil {
		return nil
	}
	if conn.wire != nil && conn.wire.command == wire.ComFieldList {
		return conn.start(conn.adapter.schema.AbstractPacket(), "Field List", "", "", false)
	}
	text := conn.firstStatement(sql.RemoveSpaceAndDelimiter(query, ';'))
	conn.x.keepUnlogged(text)
	return conn.start(conn.adapter.schema.AbstractQuery(), "", text, conn.shownUnparsed(text), true)
}

// beginPrepare starts the preparation of a text that a client has sent, which may parse or
// not.
func (conn *connection) beginPrepare(text string) *execution {
	if conn = conn.enter(); conn == nil {
		return nil
	}
	x := conn.start(conn.adapter.schema.AbstractPacket(), "Prepare", text, conn.shownUnparsed(text), false)
	x.failed = true // until it is known not to
	if len(text) >= planning.LongText {
		x.preparing = text
	}
	return x
}

// finishPrepare is finish for beginPrepare.
func (x *execution) finishPrepare(err error) {
	if x == nil {
		return
	}
	x.failed = err != nil
	x.connection.prepared.ever = x.connection.prepared.ever || !x.failed
	if x.recorded {
		text := x.connection.shown(x.raw)
		if x.failed {
			text = x.connection.shownFailed(x.raw)
		}
		if text != x.text {
			x.show(text)
		}
		if !isSyntaxError(err) {
			x.statement.ComputePrepareDigest() // as in MySQL of what parses alone
		}
	}
	x.finish(err)
}

// isSyntaxError reports whether a statement failed because it does not parse.
func isSyntaxError(err error) bool {
	var e *mysql.SQLError
	return errors.As(err, &e) && (e.Num == mysql.ERParseError || e.Num == mysql.ERSyntaxError)
}

// beginPrepared starts a prepared statement's preparation or execution.
func (conn *connection) beginPrepared(command, text string) *execution {
	if conn = conn.enter(); conn == nil {
		return nil
	}
	return conn.start(conn.adapter.schema.AbstractPacket(), command, text, conn.shown(text), false)
}

// beginExecute starts the execution of a statement of the client protocol.
func (conn *connection) beginExecute(data *mysql.PrepareData) *execution {
	if conn = conn.enter(); conn == nil {
		return nil
	}
	of, shown := conn.prepared.text(data), data.PrepareStmt
	if !of.plain {
		shown = conn.shown(shown)
	}
	conn.x.executing = conn.prepared.byID[data.StatementID]
	x := conn.start(conn.adapter.schema.AbstractPacket(), "Execute", data.PrepareStmt, shown, false)
	x.executing, x.prepared, x.parameters = nil, of, data
	return x
}

// begin starts a command that is not SQL.
func (conn *connection) begin(command string) *execution {
	if conn = conn.enter(); conn == nil {
		return nil
	}
	return conn.start(conn.adapter.schema.AbstractPacket(), command, "", "", false)
}

// ownExecution tells the parts of the connection's execution whose they are.
func (conn *connection) ownExecution() *execution {
	x := &conn.x
	x.connection, x.room.connection, x.spool.connection, x.helpers.Parent = conn, conn, conn, conn.thread
	x.helpers.Key = conn.adapter.instruments.Helper
	x.detail.Own(conn.thread, &x.helpers)
	x.memory.Own(&conn.adapter.memory, conn.thread, conn.client, &x.detail.Kept)
	conn.memory.Own(&conn.adapter.memory, conn.thread, conn.client)
	return x
}

// enter takes the connection for a statement.
func (conn *connection) enter() *connection {
	if conn == nil {
		return nil
	}
	if conn.cursor != nil {
		conn.settleCursor()
	}
	conn.countCursors()
	conn.x.kills, conn.x.unlogged = conn.kills.Load(), ""
	conn.uses.Begin(conn.adapter.readLock.Generation())
	if conn.session != nil && conn.adapter.dialect {
		conn.conditions.Take(conn.session)
		conn.session.ClearWarningCount() // SET and what is prepared have none of those before
	}
	conn.busy.Store(true)
	if conn.command {
		conn.closeCommand()
	}
	if conn.client != nil && len(conn.client.PrepareData) != conn.prepared.known {
		conn.prepared.settle(conn.client)
	}
	return conn
}

// start begins a statement; text is raw as others may see it.
func (conn *connection) start(key perfschema.StatementKey, command, raw, text string, query bool) *execution {
	t, x := conn.thread, &conn.x
	conn.counts.Command(command)
	x.recorded, x.quiet, x.failed, x.prepared, x.parameters = false, false, false, nil, nil
	if t == nil {
		x.guard(text, query)
		return x
	}
	if conn.isQuiet(command, raw) {
		x.beginQuiet(command, text, raw, query)
		return x
	}
	x.recorded = true
	conn.drive()
	if command == "" || command == "Execute" {
		switch {
		case conn.profiling.On:
			conn.profiling.Begin(text)
		case conn.adapter.schema.Consumer(perfschema.ConsumerEventsStatementsCPU):
			conn.profiling.MeasureCPU(t)
		}
	}
	x.status = conn.tellStatus(nil) & toldStatus
	st := x.beginKnown(key, command, text)
	whole := st.Recorded()
	if !whole {
		t.BeginMoment()
		st = t.BeginStatement(key)
		if st.Recorded() {
			st.StartStage(conn.adapter.instruments.Stages.Starting)
		} else {
			t.SetStage(conn.adapter.instruments.Stages.Starting)
		}
	}
	x.raw = raw
	x.statement, x.text, x.query, x.known, x.ran, x.cursor, x.fetched = st, text, query, false, true, false, false
	x.facts, x.slowAfter = perfschema.StatementCounters{}, -1
	x.returned = resultCounts{}
	x.programs = programs{}
	x.live.reset()
	x.phase = phaseStarting
	x.memory.Limit = conn.memory.Room()
	x.memory.Begin()
	if whole {
		return x
	}
	if query || command == "Execute" || command == "Prepare" {
		t.SetPhase(activity.PhaseSetup)
	}
	if command == "" {
		t.SetCommand("Query", text)
	} else {
		t.SetCommand(command, text)
		key, in := conn.adapter.instruments.Execute, conn.adapter.instruments
		if command != "Execute" {
			key = in.Command[command]
		}
		st.Refine(key)
	}
	if text != "" {
		st.SetText(text)
	}
	t.EndMoment()
	return x
}

// context carries the connection to parser, analyzer and iterators.
func (x *execution) newContext(ctx context.Context) context.Context {
	if x.connection.thread == nil {
		return &guardedContext{ctx, x.connection}
	}
	c := &statementContext{Context: perfschema.Context{Context: ctx, Thread: x.connection.thread}, connection: x.connection}
	x.ctx, x.plan.context = c, c
	return c
}

// parsed learns the kind of a query from its syntax tree. text is the part of
// what the client sent that is this statement.
func (x *execution) parsed(stmt ast.Statement, text string) {
	if !x.query || x.known || x.phase != phaseStarting {
		return
	}
	x.known = true
	if text != x.raw {
		x.raw = apart(text, x.raw)
	}
	if shown := x.connection.shown(x.raw); shown != x.text {
		x.show(shown)
	}
	kind := kind.Of(stmt, text)
	x.connection.counts.Statement(kind)
	if x.quiet {
		x.connection.executes(x.statement, stmt, true)
		return
	}
	x.statement.Refine(x.connection.adapter.instruments.SQL[kind])
	x.statement.ComputeDigest()
	x.connection.executes(x.statement, stmt, true)
	x.digested()
	x.memory.CountParsed(stmt, x.statement, x.text)
}

// digested is called when the statement has its digest.
func (x *execution) digested() {
	if x.decideWay(); !x.detail.FewStages { // none that is expected to be long
		x.labels.Begin(x.statement)
	}
}

// unparsed learns that a query did not parse.
func (x *execution) unparsed(err error) {
	if !x.query || x.known || x.phase != phaseStarting {
		return
	}
	if errors.Is(err, ast.ErrEmpty) {
		x.known = true
		x.statement.Refine(x.connection.adapter.instruments.SQL["empty_query"])
		x.connection.counts.Statement("empty_query")
		return
	}
	x.failed = true
	if text := x.connection.shownFailed(x.raw); text != x.text {
		x.show(text)
	}
	x.statement.Refine(x.connection.adapter.instruments.Failed)
}
