package amendment

import (
	"errors"
	"io"
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// truncateTemporary is a TRUNCATE of a temporary table, which the storage does not do: its rows
// are deleted, and its numbers begin anew. It is nil for other statements.
func (a *Server) truncateTemporary(ctx *sql.Context, s *sqlparser.DDL) sqlparser.Statement {
	if s.Action != sqlparser.TruncateStr {
		return nil
	}
	database, name := databaseOf(ctx, s.Table.DbQualifier), s.Table.Name.String()
	if !definition.IsTemporary(ctx, a.Catalog(), database, name) {
		return nil
	}
	n := &node.Command{Text: "TRUNCATE TABLE", Columns: types.OkResultSchema, Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		t, _, err := a.Catalog().Table(ctx, database, name)
		if err != nil {
			return nil, err //nolint:wrapcheck // the engine's own
		}
		if err := deleteAll(ctx, t); err != nil {
			return nil, err
		}
		return []sql.Row{sql.NewRow(types.NewOkResult(0))}, nil
	}}
	return n.Statement(sqlparser.AuthType_IGNORE)
}

// deleteAll deletes the rows of a table, and begins its numbers anew.
func deleteAll(ctx *sql.Context, t sql.Table) (err error) {
	if truncatable, ok := t.(sql.TruncateableTable); ok {
		_, err := truncatable.Truncate(ctx)
		return err //nolint:wrapcheck // the storage's own
	}
	deletable, ok := t.(sql.DeletableTable)
	if !ok {
		return plan.ErrTruncateNotSupported.New()
	}
	deleter := deletable.Deleter(ctx)
	deleter.StatementBegin(ctx)
	defer func() {
		if err != nil {
			_ = deleter.DiscardChanges(ctx, err) // the first error is the one that counts
		} else {
			err = deleter.StatementComplete(ctx)
		}
		if closed := deleter.Close(ctx); err == nil {
			err = closed
		}
		if err == nil {
			err = beginNumbers(ctx, t)
		}
	}()
	partitions, err := t.Partitions(ctx)
	if err != nil {
		return err //nolint:wrapcheck // the storage's own
	}
	rows := sql.NewTableRowIter(ctx, t, partitions)
	defer rows.Close(ctx) //nolint:errcheck // all have been read, or an error is on its way
	for {
		row, err := rows.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err //nolint:wrapcheck // likewise
		}
		if err := deleter.Delete(ctx, row); err != nil {
			return err //nolint:wrapcheck // likewise
		}
	}
}

// beginNumbers has the next row of a table be numbered 1.
func beginNumbers(ctx *sql.Context, t sql.Table) error {
	counted, ok := t.(sql.AutoIncrementTable)
	if !ok || !slices.ContainsFunc(t.Schema(), func(c *sql.Column) bool { return c.AutoIncrement }) {
		return nil
	}
	setter := counted.AutoIncrementSetter(ctx)
	if err := setter.SetAutoIncrementValue(ctx, 1); err != nil {
		return err //nolint:wrapcheck // likewise
	}
	return setter.Close(ctx) //nolint:wrapcheck // likewise
}
