package gms

import (
	"errors"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/change"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/table"
)

// rowFailure is why a statement could not write a row. The engine's message lacks
// the key, the column and the number of the row, which are known only while the
// statement takes back what it has done: told is made then.
type rowFailure struct {
	message string // the engine's
	told    *mysql.SQLError
}

// refusal is a row that a table did not take, and its error.
type refusal struct {
	row sql.Row
	err error
}

// tellFailure keeps what the client is to be told of an error of the running
// statement. A nil told is nothing better than the engine has.
func (conn *connection) tellFailure(err error, told *mysql.SQLError) {
	if told != nil {
		conn.failure.Store(&rowFailure{err.Error(), told})
	}
}

// Told is what was kept of the running statement's error with that message;
// nil if nothing was.
func (conn *connection) toldFailure(message string) *mysql.SQLError {
	if conn == nil {
		return nil
	}
	if f := conn.failure.Load(); f != nil && f.message == message {
		return f.told
	}
	return nil
}

// forgetFailure is called when a statement has ended.
func (conn *connection) forgetFailure() {
	if conn.failure.Load() != nil {
		conn.failure.Store(nil)
	}
}

// DiscardChanges implements sql.EditOpenerCloser.
func (e *rowEditor) DiscardChanges(ctx *sql.Context, err error) error {
	e.target.refuse(ctx, err, e.row+1, e.refused)
	return e.EditOpenerCloser.DiscardChanges(ctx, err)
}

// refuse is told that a row was not written: which is the number of a row that the
// table was not asked about, refused the last that it did not take.
func (t *rowTarget) refuse(ctx *sql.Context, err error, which int64, refused refusal) {
	if !t.x.connection.adapter.dialect {
		return
	}
	if ignored(err) {
		t.warn(ctx, refused)
		return
	}
	t.x.plan.begun = true // the warnings that there are are its own
	t.x.connection.tellFailure(err, t.told(ctx, err, which, refused))
}

// ignored says whether a statement goes on after the error, with a warning.
func ignored(err error) bool {
	_, ok := err.(sql.IgnorableError) //nolint:errorlint // as the engine asks
	return ok
}

// warn gives the warning about a row that was left out MySQL's message.
func (t *rowTarget) warn(ctx *sql.Context, refused refusal) {
	warnings := ctx.Session.Warnings()
	if len(warnings) == 0 {
		return
	}
	existing, primary, ok := sqlerr.DuplicateOf(refused.err)
	w := warnings[0]
	if check, violated := strings.CutPrefix(w.Message, `Check constraint "`); violated && w.Code == mysql.ERUnknownError {
		told := sqlerr.CheckViolated(strings.TrimSuffix(check, `" violated`))
		w.Level, w.Code, w.Message = "Warning", told.Num, told.Message
	}
	if ok && strings.HasPrefix(refused.err.Error(), w.Message) {
		if told := sqlerr.DuplicateEntry(ctx, t.Table, refused.row, existing, primary); told != nil {
			w.Level, w.Message = "Warning", told.Message
		}
	}
}

// told is MySQL's error of a row that a table did not take, or which was not made;
// nil if it cannot be told.
func (t *rowTarget) told(ctx *sql.Context, err error, which int64, refused refusal) *mysql.SQLError {
	var conversion sql.WrappedTypeConversionError
	var insert sql.WrappedInsertError
	switch {
	case errors.As(err, &conversion):
		if illegalEnum(conversion.Err) && t.checksEnums(ctx) && conversion.OffendingIdx < len(t.schema) {
			if t.schema[conversion.OffendingIdx].Name == "OBJECT_TYPE" {
				e, _ := sqlerr.InvalidUsage().(*mysql.SQLError) //nolint:errorlint // as it is made
				return e
			}
			sqlerr.WarnTruncated(ctx, t.schema[conversion.OffendingIdx].Name, max(1, which))
			return illegalSetup()
		}
		if row := t.assignedRow(conversion.OffendingIdx, which-1); row > 0 && conversion.OffendingIdx < len(t.schema) {
			return t.valueError(conversion.Err, t.schema[conversion.OffendingIdx], conversion.OffendingVal, row)
		}
		return nil
	case errors.As(err, &insert):
		err = insert.Cause
	}
	if illegalEnum(err) && t.checksEnums(ctx) {
		for i, c := range t.schema {
			if i < len(insert.OffendingRow) && insert.OffendingRow[i] != nil && !sqlerr.Converts(ctx, c.Type, insert.OffendingRow[i]) {
				sqlerr.WarnTruncated(ctx, c.Name, which)
			}
		}
		return illegalSetup()
	}
	if existing, primary, ok := sqlerr.DuplicateOf(err); ok {
		return sqlerr.DuplicateEntry(ctx, t.Table, refused.row, existing, primary)
	}
	for i, c := range t.schema {
		if i < len(insert.OffendingRow) && insert.OffendingRow[i] != nil && !sqlerr.Converts(ctx, c.Type, insert.OffendingRow[i]) {
			return t.valueError(err, c, insert.OffendingRow[i], which)
		}
	}
	return nil
}

// illegalEnum says whether an error is of a value that an enum does not have.
func illegalEnum(err error) bool {
	return types.ErrConvertingToEnum.Is(err) || types.ErrDataTruncatedForColumnAtRow.Is(err)
}

// checksEnums says whether the table itself refuses values that its enums do not
// have, as setup_objects and setup_actors do where the SQL mode lets them through.
func (t *rowTarget) checksEnums(ctx *sql.Context) bool {
	setup := table.Of(sql.GetUnderlyingTable(t.Table))
	return setup != nil && setup.DatabaseName() == DatabaseName && (setup.Name() == "setup_objects" || setup.Name() == "setup_actors") && !sql.LoadSqlMode(ctx).Strict()
}

// illegalSetup is MySQL's error then; it names no foreign key, for there is none.
func illegalSetup() *mysql.SQLError {
	return mysql.NewSQLError(mysql.ErNoReferencedRow2, sqlerr.StateDuplicate, "Cannot add or update a child row: a foreign key constraint fails ()")
}

// assignedRow is the number of the row to which a value could not be assigned; 0 if
// it is not known. inserted is that of the row that ON DUPLICATE KEY UPDATE is about.
// An UPDATE of one table does not say which row it is at, but a value that is the
// same for all rows fails with the first.
func (t *rowTarget) assignedRow(column int, inserted int64) int64 {
	row := inserted
	transform.Inspect(t.Node, func(n sql.Node) bool {
		source, ok := n.(*plan.UpdateSource)
		if !ok {
			return true
		}
		row = 0
		for _, e := range source.UpdateExprs {
			set, ok := e.(*expression.SetField)
			if !ok {
				continue
			}
			if to, ok := set.LeftChild.(*expression.GetField); ok && to.Index() == column {
				if _, constant := change.Assigned(set).(*expression.Literal); constant {
					row = 1
				}
			}
		}
		return false
	})
	return row
}

// valueError is MySQL's error of a value that a column does not take, which names the
// table if the column has documents; nil if it cannot be told.
func (t *rowTarget) valueError(err error, c *sql.Column, v any, row int64) *mysql.SQLError {
	if types.IsJSON(c.Type) {
		return sqlerr.JSONColumn(t.Table.Name(), c.Name, v)
	}
	return sqlerr.Value(err, c, v, row)
}
