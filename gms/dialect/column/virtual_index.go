package column

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// An ALTER TABLE that writes a table anew gives the storage rows without their VIRTUAL columns, and an index that
// is added to columns which are made of others is built without these: indexes of VIRTUAL columns would have NULL
// for every row. They are built once more from computed rows.

// VirtualIndexes builds the indexes of a table's VIRTUAL columns anew. compute fills these columns in, in a row
// with those that are stored.
type VirtualIndexes func(ctx *sql.Context, db sql.Database, table string, compute func(ctx *sql.Context, row sql.Row) error) error

// rewrites reports whether a part of an ALTER TABLE may write a table or an index anew.
func rewrites(n sql.Node) bool {
	switch n := n.(type) {
	case *plan.AddColumn, *plan.ModifyColumn, *plan.DropColumn, *plan.AlterPK:
		return true
	case *plan.AlterIndex:
		return n.Action == plan.IndexAction_Create
	}
	return false
}

// indexVirtual builds those indexes of the table that has been altered.
func (a *Alteration) indexVirtual(ctx *sql.Context) error {
	if a.indexes == nil || a.catalog == nil || !rewrites(a.Node) {
		return nil
	}
	t := a.found(ctx)
	if t == nil || !t.Schema().HasVirtualColumns() {
		return nil
	}
	columns, err := virtualColumns(ctx, a.catalog, a.database, t)
	if err != nil {
		return err
	}
	return a.indexes(ctx, a.database, t.Name(), func(ctx *sql.Context, row sql.Row) error {
		for _, c := range columns {
			v, err := c.made.Eval(ctx, row)
			if err != nil {
				return err //nolint:wrapcheck // the expression's own
			}
			row[c.at] = v
		}
		return nil
	})
}

// virtualColumn is a VIRTUAL column, by its place in the row.
type virtualColumn struct {
	at   int
	made sql.Expression
}

// virtualColumns returns a table's VIRTUAL columns. One is made of others that stand before it.
func virtualColumns(ctx *sql.Context, catalog *analyzer.Catalog, db sql.Database, t sql.Table) (out []virtualColumn, err error) {
	defer func() { // so the engine's builder tells of an error
		if r := recover(); r != nil {
			told, ok := r.(error)
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("the virtual columns of %s: %w", t.Name(), told)
		}
	}()
	b := planbuilder.New(ctx, catalog, nil)
	b.DisableAuth()
	schema := b.ResolveSchemaDefaults(db.Name(), t.Name(), t.Schema())
	for i, c := range schema {
		if !c.Virtual || c.Generated == nil {
			continue
		}
		made, _, err := transform.Expr(c.Generated, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
			field, ok := e.(*expression.GetField)
			if !ok {
				return e, transform.SameTree, nil
			}
			at := slices.IndexFunc(schema, func(c *sql.Column) bool { return strings.EqualFold(c.Name, field.Name()) })
			if at < 0 {
				return nil, transform.SameTree, sql.ErrColumnNotFound.New(field.Name())
			}
			return field.WithIndex(at), transform.NewTree, nil
		})
		if err != nil {
			return nil, err //nolint:wrapcheck // what is made above
		}
		out = append(out, virtualColumn{i, made})
	}
	return out, nil
}
