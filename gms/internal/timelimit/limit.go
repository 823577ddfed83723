// Package timelimit ends SELECTs whose time is over, as @@max_execution_time and the hint
// MAX_EXECUTION_TIME have it.
package timelimit

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

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// Variable is the system variable, in milliseconds; 0 is no limit.
const Variable = "max_execution_time"

// errOver is ER_QUERY_TIMEOUT.
const errOver = 3024

// Counts are where the statements of a session are counted that had a limit of time, and
// those that reached it.
type Counts struct{ Set, Exceeded *atomic.Uint64 }

// Limit ends a SELECT whose time is over, as KILL QUERY does but with an error of its
// own. Most statements have none, which is a nil Limit. But for its end, it is its
// statement's goroutine's.
type Limit struct {
	counts Counts
	over   atomic.Bool
	told   bool // the client has been, and the status variable
	timer  *time.Timer
	cancel context.CancelCauseFunc
	until  time.Time
}

// Declaration declares the variable. set is told what a session sets it to.
func Declaration(set func(*sql.Context, sql.SystemVariableScope, uint64)) sql.SystemVariable {
	return &sql.MysqlSystemVariable{
		Name: Variable, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Both), Dynamic: true, SetVarHintApplies: true,
		Type: types.NewSystemUintType(Variable, 0, math.MaxUint32), Default: uint64(0),
		NotifyChanged: func(ctx *sql.Context, scope sql.SystemVariableScope, v sql.SystemVarValue) error {
			n, _ := v.Val.(uint64)
			set(ctx, scope, n)
			return nil
		},
	}
}

// OfSession reads the limit that a session begins with, in milliseconds.
func OfSession(s sql.Session) (milliseconds uint64) {
	v, err := s.GetSessionVariable(sql.NewContext(context.Background(), sql.WithSession(s)), Variable)
	if n, ok := v.(uint64); err == nil && ok {
		return n
	}
	return 0
}

// MayHint says of a statement whether its text, or that of one which it executes, may
// have a hint that limits its time.
func MayHint(text string) bool { return mayExecute(text) || strings.Contains(text, "/*+") }

func mayExecute(text string) bool { return len(text) > 0 && text[0]|0x20 == 'e' }

// Of is the limit of a statement whose text begins with it, in milliseconds: that of the
// session, unless a hint has another, and 0 of what is no SELECT. prepared gives the
// statement of a name, for EXECUTE.
func Of(text string, session uint64, prepared func(name string) (ast.Statement, bool)) (milliseconds uint64) {
	reads, hinted := words.TimeLimit(text)
	if !reads && mayExecute(text) {
		reads, hinted = executed(text, prepared)
	}
	switch {
	case !reads:
		return 0
	case hinted != 0:
		return hinted
	}
	return session
}

// executed is what [words.TimeLimit] says of the statement that an EXECUTE executes.
func executed(text string, prepared func(name string) (ast.Statement, bool)) (reads bool, limit uint64) {
	name, ok := words.Executed(text)
	if !ok {
		return false, 0
	}
	stmt, ok := prepared(name)
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

// Begin begins to measure the time of a statement. The context that it gives ends with
// the time.
func Begin(ctx *sql.Context, milliseconds uint64, counts Counts) (*sql.Context, *Limit) {
	inner, cancel := context.WithCancelCause(ctx.Context)
	d := time.Duration(min(milliseconds, math.MaxUint32)) * time.Millisecond
	l := &Limit{counts: counts, cancel: cancel, until: time.Now().Add(d)}
	l.timer = time.AfterFunc(d, func() {
		l.over.Store(true)
		cancel(overError())
	})
	counts.Set.Add(1)
	return ctx.WithContext(inner), l
}

func overError() error {
	return mysql.NewSQLError(errOver, sqlerr.StateGeneral, "Query execution was interrupted, maximum statement execution time exceeded")
}

// Error gives the error of a statement that was interrupted since its time was over, and
// any other as it is.
func (l *Limit) Error(err error) error {
	if err == nil || l == nil || !l.over.Load() {
		return err
	}
	var sent *mysql.SQLError
	if !errors.As(err, &sent) || sent.Num != mysql.ERQueryInterrupted && sent.Num != errOver {
		return err
	}
	if !l.told { // a statement may end just when its time does
		l.told = true
		l.counts.Exceeded.Add(1)
	}
	return overError()
}

// Stop ends the measurement.
func (l *Limit) Stop() {
	if l != nil {
		l.timer.Stop()
		l.cancel(nil)
	}
}

// Pause stops the clock while the client of a cursor thinks, and gives what starts it
// again. MySQL has all of a cursor's rows before it gives the first.
func (l *Limit) Pause() (resume func()) {
	if l == nil || !l.timer.Stop() {
		return func() {}
	}
	left := time.Until(l.until)
	return func() {
		l.until = time.Now().Add(left)
		l.timer.Reset(left)
	}
}
