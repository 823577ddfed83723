package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"
)

// definitionRunner runs the statements of stored programs with the locks on what they define.
type definitionRunner struct {
	sql.StatementRunner
	lifecycle *lifecycle
}

// QueryWithBindings implements sql.StatementRunner. What the last statement has defined is
// defined by now. One that commits by itself runs again, as a client's does.
func (r definitionRunner) QueryWithBindings(ctx *sql.Context, query string, stmt ast.Statement, bindings map[string]ast.Expr, flags *sql.QueryFlags) (schema sql.Schema, rows sql.RowIter, qFlags *sql.QueryFlags, err error) {
	k := r.lifecycle.readLock
	u := r.lifecycle.usesOf(ctx)
	if u == nil {
		return r.StatementRunner.QueryWithBindings(ctx, query, stmt, bindings, flags)
	}
	if u.Defines() && !u.InProgram() {
		k.LeaveDefinition(u, ctx.Session, true)
	}
	x := runningOf(ctx)
	outer := u.EnterProgram(!u.InProgram() && x != nil && !x.programs.inFunction() && !insideTrigger(ctx))
	defer u.LeaveProgram(outer)
	err = r.lifecycle.defines(ctx, stmt, false)
	for err == nil {
		if !outer {
			u.BeginInProgram(k.Generation())
		}
		if schema, rows, qFlags, err = r.StatementRunner.QueryWithBindings(ctx, query, stmt, bindings, flags); err == nil || !u.Retries() {
			break
		}
		err = nil
		ctx.SetTransaction(nil)
	}
	return schema, rows, qFlags, err
}
