package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"
)

// definitionRunner runs the statements of stored programs with the locks on what they define.
type definitionRunner struct {
	sql.StatementRunner
	readLock *readLock
}

// QueryWithBindings implements sql.StatementRunner. What the last statement has defined is
// defined by now. One that commits by itself runs again, as a client's does.
func (r definitionRunner) QueryWithBindings(ctx *sql.Context, query string, stmt ast.Statement, bindings map[string]ast.Expr, flags *sql.QueryFlags) (schema sql.Schema, rows sql.RowIter, qFlags *sql.QueryFlags, err error) {
	k := r.readLock
	u := k.lifecycle.usesOf(ctx)
	if u == nil {
		return r.StatementRunner.QueryWithBindings(ctx, query, stmt, bindings, flags)
	}
	if u.wants != nil && !u.program {
		k.leaveDefinition(u, ctx.Session, true)
	}
	outer, x := u.program, runningOf(ctx)
	u.program = !outer && x != nil && !x.programs.inFunction() && !insideTrigger(ctx)
	defer func() { u.program = outer }()
	u.failed = nil
	err = k.defines(ctx, stmt, false)
	for err == nil {
		if !outer {
			u.starting = k.definitions.generation.Load()
		}
		if schema, rows, qFlags, err = r.StatementRunner.QueryWithBindings(ctx, query, stmt, bindings, flags); err == nil || !u.again {
			break
		}
		u.again, u.failed, err = false, nil, nil
		u.carried, u.transaction = true, nil
		ctx.SetTransaction(nil)
	}
	return schema, rows, qFlags, err
}
