package program

import (
	"errors"
	"io"

	"github.com/dolthub/go-mysql-server/sql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"
)

// definition takes back what a definition has done that ends in an error, as of the tables of a DROP
// TABLE those before the one that cannot be dropped. The engine leaves it in the transaction, which a
// later statement commits, where a handler of the program has the error. The zero definition is no
// definition, and takes nothing back.
type definition struct {
	session sql.TransactionSession
	open    sql.Transaction // as it was before; nil if none was open
}

// definitionSavepoint is a name that no client can give.
const definitionSavepoint = "\x00definition"

// beginDefinition returns what takes back a statement that is about to run, or what an EXECUTE runs.
func beginDefinition(ctx *sql.Context, host Host, stmt ast.Statement) (d definition, err error) {
	if execute, ok := stmt.(*ast.Execute); ok {
		stmt = host.Prepared(ctx, execute.Name)
	}
	switch stmt := stmt.(type) {
	case *ast.DDL:
		if stmt.Temporary {
			return d, nil
		}
	case *ast.AlterTable:
	default:
		return d, nil
	}
	session, ok := ctx.Session.(sql.TransactionSession)
	if !ok {
		return d, nil
	}
	d = definition{session, ctx.GetTransaction()}
	if d.open != nil {
		err = session.CreateSavepoint(ctx, d.open, definitionSavepoint)
	}
	return d, err
}

// undo takes the statement back that has ended in err, and returns err, with the error of taking it
// back if that fails.
func (d definition) undo(ctx *sql.Context, err error) error {
	now := ctx.GetTransaction()
	var failed error
	switch {
	case d.session == nil || now == nil:
	case d.open == nil:
		failed = d.session.Rollback(ctx, now)
		ctx.SetTransaction(nil)
	case now == d.open:
		failed = d.session.RollbackToSavepoint(ctx, now, definitionSavepoint)
	}
	if failed != nil {
		return errors.Join(err, failed)
	}
	return err
}

// rows wraps the rows of the statement: an error while they are read takes the statement back. The
// engine commits when the rows are closed.
func (d definition) rows(iter sql.RowIter) sql.RowIter {
	if d.session == nil {
		return iter
	}
	return &definitionRows{iter, d}
}

type definitionRows struct {
	sql.RowIter
	definition definition
}

// Next implements sql.RowIter.
func (r *definitionRows) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := r.RowIter.Next(ctx)
	if err != nil && !errors.Is(err, io.EOF) {
		err = r.definition.undo(ctx, err)
	}
	return row, err
}
