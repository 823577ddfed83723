package gms

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/pipeline"
	"github.com/perfschema/perfschema/gms/internal/resultset"
	"github.com/perfschema/perfschema/gms/internal/wire"
)

// spool passes on the results of a statement. Its two functions are made once
// for a connection.
type spool struct {
	connection *connection

	query    mysql.ResultSpoolFn
	prepared func(*sqltypes.Result) error

	countQuery    mysql.ResultSpoolFn
	countPrepared func(*sqltypes.Result) error

	// Of the running statement.
	began  bool // some of a result has been sent
	failed bool // what was to be sent could not be
	closed bool // an OK packet without rows has been
	// moments are the digits behind the seconds of columns, see momentDigits.
	moments []uint8
	callResults
}

// sent is called when a part of a result has been sent, or could not be.
func (s *spool) sent(r *sqltypes.Result, err error) error {
	s.failed = s.failed || err != nil
	s.began = s.began || r != nil && len(r.Fields) > 0
	return err
}

// sentPrepared is sent of a part that was written as rows of a prepared statement's.
func (s *spool) sentPrepared(r *sqltypes.Result, err error) error {
	if told, encoding := resultset.EncodeError(r, err); encoding {
		_ = s.sent(r, nil)
		return told
	}
	return s.sent(r, writeError(err))
}

// tell is called before a result is sent. One without rows is an OK packet.
func (s *spool) tell(r *sqltypes.Result) error {
	if r == nil || len(r.Fields) > 0 || s.connection.wire == nil {
		return nil
	}
	s.closed = true
	more := wire.Amendment{Text: r.Info}
	if x := &s.connection.x; x.window.Prepared && s.connection.session != nil {
		more.Warnings = s.connection.session.WarningCount()
	}
	r.Info = ""
	return s.connection.tellSession(more, false)
}

// count is a callback that counts results before they are sent.
func (x *execution) count(callback mysql.ResultSpoolFn) mysql.ResultSpoolFn {
	s := &x.spool
	if s.countQuery == nil {
		s.countQuery = func(r *sqltypes.Result, more bool) error {
			if r != nil {
				s.describe(r, x.plan.root)
				builtin.RespellValues(r)
				resultset.PadMoments(r, s.moments)
			}
			if (x.plan.passed || x.plan.thin) && r != nil && len(r.Fields) > 0 {
				return x.sendPassed(r, more)
			}
			if !x.recorded {
				x.sendGuarded(r, more)
			} else {
				defer x.beginSend(r, more).End()
			}
			if s.ends(r) {
				return s.sent(r, s.endResults(r))
			}
			if err := s.tell(r); err != nil {
				return s.sent(r, err)
			}
			return s.sent(r, writeError(s.query(r, more)))
		}
	}
	s.query, s.began, s.failed, s.closed, s.callResults = callback, false, false, false, callResults{}
	x.window.Prepared = false
	return s.countQuery
}

// countPrepared is count for a prepared statement.
func (x *execution) countPrepared(callback func(*sqltypes.Result) error) func(*sqltypes.Result) error {
	s := &x.spool
	if s.countPrepared == nil {
		s.countPrepared = func(r *sqltypes.Result) error {
			if r != nil {
				s.describe(r, x.plan.root)
				builtin.RespellPrepared(r)
				if err := resultset.CheckMoments(r, x.cursor); err != nil {
					return err
				}
			}
			if (x.plan.passed || x.plan.thin) && !x.cursor && r != nil && len(r.Fields) > 0 {
				return x.sendPassed(r, false)
			}
			// Of a result of CALL, the packet behind its columns says that another follows, too.
			more := s.open && r != nil && len(r.Fields) > 0
			if !x.recorded {
				x.sendGuarded(r, more)
			} else {
				defer x.beginSend(r, more).End()
			}
			if x.cursor && x.limit != nil {
				defer x.limit.Pause()()
			}
			if s.ends(r) {
				return s.sent(r, s.endResults(r))
			}
			if err := s.tell(r); err != nil {
				return s.sent(r, err)
			}
			return s.sentPrepared(r, s.prepared(r))
		}
	}
	s.prepared, s.began, s.failed, s.closed, s.callResults = callback, false, false, false, callResults{}
	x.window.Prepared = true
	return s.countPrepared
}

// sendPassed sends the row of a statement of which nothing is to be looked after.
func (x *execution) sendPassed(r *sqltypes.Result, more bool) (err error) {
	s, c := &x.spool, x.connection.client
	x.returned.rows += uint64(len(r.Rows))
	c.StatusFlags = c.StatusFlags&^toldStatus | x.status
	if more {
		c.StatusFlags |= mysql.ServerMoreResultsExists
	}
	if x.window.Prepared {
		return s.sentPrepared(r, s.prepared(r))
	}
	return s.sent(r, writeError(s.query(r, more)))
}

func rowsOf(r *sqltypes.Result) int {
	if r == nil {
		return 0
	}
	return len(r.Rows)
}

// beginSend is called when a part of a result is about to be sent, on the goroutine that
// sends it.
func (x *execution) beginSend(r *sqltypes.Result, more bool) pipeline.SendMark {
	m := x.detail.BeginSend(rowsOf(r))
	if p := x.connection.profiling.Profiler; p.Enter() {
		m.Profiler = p
	}
	if x.window.Receive(r) {
		x.memory.Result.Swap(x.window.Others())
	}
	x.sent(r, more)
	return m
}

// sent counts a result, after which more come, and has its flags told.
func (x *execution) sent(r *sqltypes.Result, more bool) {
	if r == nil {
		return
	}
	if !x.connection.adapter.dialect {
		x.observeSent(r)
		return
	}
	if len(r.Fields) == 0 {
		x.contest.yield() // the client may take its time
		x.answer(r)
		x.returned.affected += r.RowsAffected
		if !x.plan.keepsSettings {
			x.connection.tellEscapes()
		}
		x.connection.tellStatus(&x.facts)
		return
	}
	if !x.cursor {
		// The engine has told of its own transaction. The session is another
		// goroutine's as long as there are rows to come.
		c := x.connection.client
		c.StatusFlags = c.StatusFlags&^toldStatus | x.status
		if more {
			c.StatusFlags |= mysql.ServerMoreResultsExists
		}
	}
	if !x.fetched {
		x.returned.rows += uint64(len(r.Rows))
	}
	if x.recorded || x.memory.Limited() {
		x.memory.Result.Count(&x.memory, r)
	}
}

// describe describes the columns of a result with its first part.
func (s *spool) describe(r *sqltypes.Result, root sql.Node) {
	if len(r.Fields) > 0 && !s.began {
		resultset.Describe(r.Fields, root, nil)
		resultset.DescribeNullness(r.Fields, root)
		s.moments = resultset.MomentDigits(s.moments, r.Fields, root)
	}
}

// describePrepared is describeNullness for a statement that has been prepared. The engine
// keeps no plan of it: if a column is flagged NOT NULL, the statement is bound once more.
func (x *execution) describePrepared(ctx context.Context, fields []*querypb.Field, text string) {
	if resultset.AnyNotNull(fields) {
		resultset.DescribeNullness(fields, x.connection.boundPrepared(ctx, text))
	}
}

// boundPrepared is the plan of a prepared text; nil if it cannot be bound.
func (conn *connection) boundPrepared(ctx context.Context, text string) sql.Node {
	engine, session := conn.adapter.statements.engine, conn.session
	if session == nil {
		session = client.Of(conn.client.Conn).Session()
	}
	if session == nil || engine == nil {
		return nil
	}
	text = sql.RemoveSpaceAndDelimiter(text, ';')
	parsed, ok := engine.PreparedDataCache.GetCachedStmt(session.ID(), text)
	if !ok {
		return nil
	}
	sqlCtx := sql.NewContext(ctx, sql.WithSession(session))
	root, _, err := planbuilder.New(sqlCtx, engine.Analyzer.Catalog, engine.EventScheduler).BindOnly(parsed, text, nil)
	if err != nil {
		return nil
	}
	return root
}
