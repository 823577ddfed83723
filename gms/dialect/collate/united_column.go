package collate

import (
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// UnitedColumnName is the function's, which no statement names by chance.
const UnitedColumnName = "column of the union"

// UnitedColumnFunction makes one of the number or name of a column.
var UnitedColumnFunction = sql.Function1{Name: UnitedColumnName, Fn: func(e sql.Expression) sql.Expression {
	return &UnitedColumn{asked: e, typ: types.NewDeferredType(UnitedColumnName)}
}}

// UnitedColumn is a column of a UNION's rows.
type UnitedColumn struct {
	asked sql.Expression // a literal
	back  int            // how far from the row's end it is; 0 until the columns are known
	typ   sql.Type
}

var (
	_ sql.FunctionExpression = (*UnitedColumn)(nil)
	_ sql.CollationCoercible = (*UnitedColumn)(nil)
)

// Eval implements sql.Expression.
func (c *UnitedColumn) Eval(_ *sql.Context, row sql.Row) (any, error) {
	if c.back == 0 || c.back > len(row) {
		return nil, sql.ErrColumnNotFound.New(c.asked.String())
	}
	v := row[len(row)-c.back] // before the row are those of queries around it
	if t, ok := v.(keyedText); ok {
		return t.text, nil
	}
	return v, nil
}

// FunctionName implements sql.FunctionExpression.
func (*UnitedColumn) FunctionName() string { return UnitedColumnName }

// Description implements sql.FunctionExpression.
func (*UnitedColumn) Description() string { return "gives a column of a UNION" }

// Resolved implements sql.Expression.
func (*UnitedColumn) Resolved() bool { return true }

// String implements sql.Expression.
func (c *UnitedColumn) String() string { return UnitedColumnName + " " + c.asked.String() }

// Type implements sql.Expression.
func (c *UnitedColumn) Type() sql.Type { return c.typ }

// IsNullable implements sql.Expression.
func (*UnitedColumn) IsNullable() bool { return true }

// Children implements sql.Expression.
func (*UnitedColumn) Children() []sql.Expression { return nil }

// WithChildren implements sql.Expression.
func (c *UnitedColumn) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 0 {
		return nil, sql.ErrInvalidChildrenNumber.New(c, len(children), 0)
	}
	return c, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (c *UnitedColumn) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	collation, _ := c.typ.CollationCoercibility(ctx)
	return collation, 2
}

// of is the column of a UNION that is asked for.
func (c *UnitedColumn) of(columns sql.Schema) (*UnitedColumn, error) {
	literal, ok := c.asked.(*expression.Literal)
	if !ok {
		return nil, sql.ErrColumnNotFound.New(c.asked.String())
	}
	name, ok := literal.Value().(string)
	at := -1
	if !ok {
		written := literal.String()
		n, err := strconv.Atoi(written)
		if err != nil || n < 1 || n > len(columns) {
			return nil, sqlerr.UnknownColumn(written, "order clause")
		}
		at = n - 1
	} else {
		for i, column := range columns {
			switch {
			case !strings.EqualFold(column.Name, name):
			case at >= 0:
				return nil, sql.ErrAmbiguousColumnInOrderBy.New(name)
			default:
				at = i
			}
		}
		if at < 0 {
			return nil, sqlerr.UnknownColumn(name, "order clause")
		}
	}
	return &UnitedColumn{c.asked, len(columns) - at, columns[at].Type}, nil
}

// findUnitedColumns finds the columns of a UNION that it is sorted by.
func findUnitedColumns(u *plan.SetOp) (*plan.SetOp, transform.TreeIdentity, error) {
	columns := u.Schema()
	by, same, err := transform.Exprs(u.SortFields.ToExpressions(), func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
		c, ok := e.(*UnitedColumn)
		if !ok {
			return e, transform.SameTree, nil
		}
		found, err := c.of(columns)
		if err != nil {
			return nil, transform.SameTree, err
		}
		return found, transform.NewTree, nil
	})
	if err != nil || bool(same) {
		return u, transform.SameTree, err
	}
	out := *u
	out.SortFields = u.SortFields.FromExpressions(by...)
	return &out, transform.NewTree, nil
}
