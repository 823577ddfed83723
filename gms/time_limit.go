package gms

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync/atomic"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/words"
)

const (
	maxExecutionTime = "max_execution_time"
	// errTimeOver is ER_QUERY_TIMEOUT.
	errTimeOver = 3024
)

// timeLimits counts the statements that had a limit of time, and those that
// reached it.
type timeLimits struct{ set, exceeded atomic.Uint64 }

// timeLimit ends a SELECT whose time is over, as KILL QUERY does but with an error
// of its own. Most statements have none.
type timeLimit struct {
	over   atomic.Bool
	told   bool // the client has been, and the status variable
	timer  *time.Timer
	cancel context.CancelCauseFunc
	until  time.Time
}

// timeLimitVariable is @@max_execution_time, in milliseconds; 0 is no limit. A
// session that sets it tells its connection.
func timeLimitVariable() sql.SystemVariable {
	return &sql.MysqlSystemVariable{
		Name: maxExecutionTime, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Both), Dynamic: true, SetVarHintApplies: true,
		Type: types.NewSystemUintType(maxExecutionTime, 0, math.MaxUint32), Default: uint64(0),
		NotifyChanged: func(ctx *sql.Context, scope sql.SystemVariableScope, v sql.SystemVarValue) error {
			if conn := sessionConnection(ctx, scope); conn != nil {
				n, _ := v.Val.(uint64)
				conn.timeLimit.Store(n)
			}
			return nil
		},
	}
}

// readTimeLimit reads the limit that a session begins with.
func (conn *connection) readTimeLimit(s sql.Session) {
	v, err := s.GetSessionVariable(sql.NewContext(context.Background(), sql.WithSession(s)), maxExecutionTime)
	if n, ok := v.(uint64); err == nil && ok {
		conn.timeLimit.Store(n)
	}
}

// mayBeTimed says of a statement whether its text, or that of one which it executes, may
// have a hint that limits its time.
func mayBeTimed(text string) bool { return mayExecute(text) || strings.Contains(text, "/*+") }

func mayExecute(text string) bool { return len(text) > 0 && text[0]|0x20 == 'e' }

// limitTime begins to measure the time of a statement that may not take for ever: a
// SELECT, while the session has a limit or it has a hint. text begins with it.
func (x *execution) limitTime(ctx *sql.Context, text string) *sql.Context {
	limit := x.connection.timeLimit.Load()
	if limit == 0 && !mayBeTimed(text) || x.limit != nil || x.phase != phaseStarting || ctx.IsInterpreted() {
		return ctx
	}
	reads, hinted := words.TimeLimit(text)
	if !reads && mayExecute(text) {
		reads, hinted = x.executed(ctx, text)
	}
	if hinted != 0 {
		limit = hinted
	}
	if !reads || limit == 0 {
		return ctx
	}
	inner, cancel := context.WithCancelCause(ctx.Context)
	l := &timeLimit{cancel: cancel}
	d := time.Duration(min(limit, math.MaxUint32)) * time.Millisecond
	l.until = time.Now().Add(d)
	l.timer = time.AfterFunc(d, func() {
		l.over.Store(true)
		cancel(timeOver())
	})
	x.connection.adapter.times.set.Add(1)
	x.limit = l
	return ctx.WithContext(inner)
}

// executed is what words.TimeLimit says of the statement that an EXECUTE executes.
func (x *execution) executed(ctx *sql.Context, text string) (reads bool, limit uint64) {
	cache := x.connection.adapter.statements.cache
	name, ok := words.Executed(text)
	if !ok || cache == nil {
		return false, 0
	}
	stmt, ok := cache.GetCachedStmt(ctx.Session.ID(), name)
	for ok {
		switch s := stmt.(type) {
		case *ast.Select:
			for _, c := range s.Comments {
				if n := words.HintedTime(string(c)); n != 0 {
					limit = n
				}
			}
			return true, limit
		case *ast.SetOp:
			stmt = s.Left
		case *ast.ParenSelect:
			stmt = s.Select
		default:
			return false, 0
		}
	}
	return false, 0
}

// timeOver is the error of a statement whose time is over.
func timeOver() error {
	return mysql.NewSQLError(errTimeOver, sqlerr.StateGeneral, "Query execution was interrupted, maximum statement execution time exceeded")
}

// timeError gives the error of a statement that was interrupted since its time was
// over, and any other as it is.
func (x *execution) timeError(err error) error {
	if err == nil || x.limit == nil || !x.limit.over.Load() {
		return err
	}
	var sent *mysql.SQLError
	if !errors.As(err, &sent) || sent.Num != mysql.ERQueryInterrupted && sent.Num != errTimeOver {
		return err
	}
	if !x.limit.told { // a statement may end just when its time does
		x.limit.told = true
		x.connection.adapter.times.exceeded.Add(1)
	}
	return timeOver()
}

// stop ends the measurement. Nil has none.
func (l *timeLimit) stop() {
	if l != nil {
		l.timer.Stop()
		l.cancel(nil)
	}
}

// pause stops the clock while the client of a cursor thinks, and gives what starts
// it again. MySQL has all of a cursor's rows before it gives the first.
func (l *timeLimit) pause() (resume func()) {
	if !l.timer.Stop() {
		return func() {}
	}
	left := time.Until(l.until)
	return func() {
		l.until = time.Now().Add(left)
		l.timer.Reset(left)
	}
}
