package rewrite

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// A UNION is sorted by its own columns. The engine looks for what ORDER BY names in the first
// SELECT, its tables among it, and then for a column of that name: of two columns with one name
// it sorted by the first, whichever was meant, and by columns that nobody selects it sorted
// too. So where the names do not tell, ORDER BY calls a function that gives a column of the
// row, which is looked for when the columns are known.

// unitedColumnName is the function's, which no statement names by chance.
const unitedColumnName = "column of the union"

// errSetAggregate is ER_AGGREGATE_ORDER_FOR_UNION.
const errSetAggregate = 3028

var unionsByColumnsRule = rule.Of[checkStep]{
	Rule: rule.Rule{
		Name: "unions-by-columns", Changes: rule.Tree, About: rule.Sets,
		Why:      "The engine looks for ORDER BY of a UNION in the first SELECT's tables, and sorts by the first of two columns of one name; MySQL sorts by the UNION's own columns.",
		NeededBy: rule.Data, Golden: "union_order",
	},
	Apply: checkStep{sought: soughtOrder | soughtSet, find: unitedOrderIn},
}

// unitedOrderIn has each sorted UNION be sorted by its columns.
func unitedOrderIn(n sqlparser.SQLNode) error {
	return syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		s, ok := n.(*sqlparser.SetOp)
		if !ok || len(s.OrderBy) == 0 {
			return true, nil
		}
		if err := refuseUnitedOrder(s.OrderBy); err != nil {
			return false, err
		}
		if sortsPlainly(selectedFirst(s), s.OrderBy) {
			return true, nil
		}
		for _, o := range s.OrderBy {
			if !orderedBySubquery(o.Expr) {
				o.Expr = byUnitedColumns(o.Expr)
			}
		}
		return true, nil
	}, n)
}

// refuseUnitedOrder is the error of what no UNION is sorted by.
func refuseUnitedOrder(by sqlparser.OrderBy) error {
	for i, o := range by {
		if orderedBySubquery(o.Expr) {
			continue
		}
		err := syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
			switch n := n.(type) {
			case *sqlparser.ColName:
				if table := n.Qualifier.Name.String(); table != "" {
					return false, planbuilder.ErrQualifiedOrderBy.New(table)
				}
			case *sqlparser.FuncExpr:
				if n.Over == nil && !n.IsAggregate() {
					break
				}
				return false, mysql.NewSQLError(errSetAggregate, sqlerr.StateGeneral,
					"Expression #%d of ORDER BY contains aggregate function and applies to a UNION, EXCEPT or INTERSECT", i+1)
			}
			return true, nil
		}, o.Expr)
		if err != nil {
			return err
		}
	}
	return nil
}

func orderedBySubquery(e sqlparser.Expr) (found bool) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		_, is := n.(*sqlparser.Subquery)
		found = found || is
		return !found, nil
	}, e)
	return found
}

// sortsPlainly says whether all columns that ORDER BY names are the UNION's, and have different
// names.
func sortsPlainly(list sqlparser.SelectExprs, by sqlparser.OrderBy) bool {
	names, distinct := shownNames(list)
	if !distinct || names == nil {
		return false
	}
	plain := true
	for _, o := range by {
		_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
			switch n := n.(type) {
			case *sqlparser.Subquery:
				return false, nil
			case *sqlparser.ColName:
				plain = plain && slices.ContainsFunc(names, n.Name.EqualString)
			}
			return plain, nil
		}, o.Expr)
	}
	return plain
}

// byUnitedColumns names the columns of an expression by the function.
func byUnitedColumns(e sqlparser.Expr) sqlparser.Expr {
	column := func(e sqlparser.Expr) sqlparser.Expr {
		if c, ok := e.(*sqlparser.ColName); ok && !strings.HasPrefix(c.Name.String(), "@") {
			return call(unitedColumnName, sqlparser.NewStrVal([]byte(c.Name.String())))
		}
		return nil
	}
	if v, ok := e.(*sqlparser.SQLVal); ok && v.Type == sqlparser.IntVal {
		return call(unitedColumnName, v)
	}
	if c := column(e); c != nil {
		return c
	}
	replaceExpressions(e, column)
	return e
}

// unitedColumnFunction makes one of the number or name of a column.
var unitedColumnFunction = sql.Function1{Name: unitedColumnName, Fn: func(e sql.Expression) sql.Expression {
	return &unitedColumn{asked: e, typ: types.NewDeferredType(unitedColumnName)}
}}

// unitedColumn is a column of a UNION's rows.
type unitedColumn struct {
	asked sql.Expression // a literal
	back  int            // how far from the row's end it is; 0 until the columns are known
	typ   sql.Type
}

var (
	_ sql.FunctionExpression = (*unitedColumn)(nil)
	_ sql.CollationCoercible = (*unitedColumn)(nil)
)

// Eval implements sql.Expression.
func (c *unitedColumn) Eval(_ *sql.Context, row sql.Row) (any, error) {
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
func (*unitedColumn) FunctionName() string { return unitedColumnName }

// Description implements sql.FunctionExpression.
func (*unitedColumn) Description() string { return "gives a column of a UNION" }

// Resolved implements sql.Expression.
func (*unitedColumn) Resolved() bool { return true }

// String implements sql.Expression.
func (c *unitedColumn) String() string { return unitedColumnName + " " + c.asked.String() }

// Type implements sql.Expression.
func (c *unitedColumn) Type() sql.Type { return c.typ }

// IsNullable implements sql.Expression.
func (*unitedColumn) IsNullable() bool { return true }

// Children implements sql.Expression.
func (*unitedColumn) Children() []sql.Expression { return nil }

// WithChildren implements sql.Expression.
func (c *unitedColumn) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 0 {
		return nil, sql.ErrInvalidChildrenNumber.New(c, len(children), 0)
	}
	return c, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (c *unitedColumn) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	collation, _ := c.typ.CollationCoercibility(ctx)
	return collation, 2
}

// byUnited says of a sort that it is by such columns. The engine's node for the first rows of a
// sort adds to the rows that it sorts.
func byUnited(fields sql.SortFields) bool {
	return slices.ContainsFunc(fields.ToExpressions(), func(e sql.Expression) bool {
		return transform.InspectExpr(e, func(e sql.Expression) bool {
			_, ok := e.(*unitedColumn)
			return ok
		})
	})
}

// of is the column of a UNION that is asked for.
func (c *unitedColumn) of(columns sql.Schema) (*unitedColumn, error) {
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
	return &unitedColumn{c.asked, len(columns) - at, columns[at].Type}, nil
}

// findUnitedColumns finds the columns of a UNION that it is sorted by.
func findUnitedColumns(u *plan.SetOp) (*plan.SetOp, transform.TreeIdentity, error) {
	columns := u.Schema()
	by, same, err := transform.Exprs(u.SortFields.ToExpressions(), func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
		c, ok := e.(*unitedColumn)
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
