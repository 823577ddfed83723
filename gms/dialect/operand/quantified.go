package operand

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// comparisons are those that may be made with all or any of the rows of a subquery.
var comparisons = map[string]func(left, right sql.Expression) sql.Expression{
	"=":  func(a, b sql.Expression) sql.Expression { return expression.NewEquals(a, b) },
	"<>": func(a, b sql.Expression) sql.Expression { return expression.NewNot(expression.NewEquals(a, b)) },
	"<":  func(a, b sql.Expression) sql.Expression { return expression.NewLessThan(a, b) },
	"<=": func(a, b sql.Expression) sql.Expression { return expression.NewLessThanOrEqual(a, b) },
	">":  func(a, b sql.Expression) sql.Expression { return expression.NewGreaterThan(a, b) },
	">=": func(a, b sql.Expression) sql.Expression { return expression.NewGreaterThanOrEqual(a, b) },
}

// QuantifiedNames are the functions that stand for them, as [words.Respell] writes them.
var QuantifiedNames = func() map[string]bool {
	names := make(map[string]bool)
	for comparison := range comparisons {
		names[comparison+words.AllSuffix], names[comparison+words.AnySuffix] = true, true
	}
	return names
}()

// quantified compares a value with the rows of a subquery. With all it is false where one
// of them makes the comparison false, with any of them true where one makes it true; else
// it is NULL where one makes it NULL, and else, of no rows too, the other.
type quantified struct {
	name       string
	left, rows sql.Expression
}

var (
	_ sql.FunctionExpression = (*quantified)(nil)
	_ sql.CollationCoercible = (*quantified)(nil)
)

// QuantifiedFunction returns the constructor of the comparison of that name.
func QuantifiedFunction(name string) func(args ...sql.Expression) (sql.Expression, error) {
	return func(args ...sql.Expression) (sql.Expression, error) {
		if len(args) != 2 {
			return nil, mysql.NewSQLError(1582, "42000", "Incorrect parameter count in the call to native function '%s'", name)
		}
		rows, ok := args[1].(*plan.Subquery)
		if !ok || types.NumColumns(args[0].Type()) != 1 || len(rows.Query.Schema()) != 1 {
			return nil, sql.ErrInvalidOperandColumns.New(1, max(types.NumColumns(args[0].Type()), types.NumColumns(args[1].Type())))
		}
		return &quantified{name, args[0], args[1]}, nil
	}
}

// Eval implements sql.Expression.
func (q *quantified) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	rows, ok := q.rows.(*plan.Subquery)
	if !ok {
		return nil, sql.ErrInvalidOperandColumns.New(1, types.NumColumns(q.rows.Type()))
	}
	column := rows.Query.Schema()[0]
	var of sql.Expression = expression.NewGetField(1, column.Type, column.Name, true)
	if made := Projected(rows.Query); len(made) == 1 {
		of = made[0]
	}
	name, all := strings.CutSuffix(q.name, words.AllSuffix)
	name = strings.TrimSuffix(name, words.AnySuffix)
	compare, _, err := transform.Expr(comparisons[name](newCell(0, q.left), newCell(1, of)), comparing{ctx}.comparableOperands)
	if err != nil {
		return nil, err
	}
	compare, _, err = transform.Expr(compare, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) { return EnumOperands(ctx, e) })
	if err != nil {
		return nil, err
	}
	left, err := q.left.Eval(ctx, row)
	if err != nil {
		return nil, err
	}
	values, err := rows.EvalMultiple(ctx, row)
	if err != nil {
		return nil, err
	}
	var unknown bool
	for _, right := range values {
		switch is, err := compare.Eval(ctx, sql.Row{left, right}); {
		case err != nil:
			return nil, err
		case is == nil:
			unknown = true
		case is == !all:
			return is, nil
		}
	}
	if unknown {
		return nil, nil
	}
	return all, nil
}

// FunctionName implements sql.FunctionExpression.
func (q *quantified) FunctionName() string { return q.name }

// Description implements sql.FunctionExpression.
func (*quantified) Description() string { return "of MySQL" }

// Resolved implements sql.Expression.
func (q *quantified) Resolved() bool { return q.left.Resolved() && q.rows.Resolved() }

// String implements sql.Expression.
func (q *quantified) String() string {
	return q.left.String() + " " + strings.ToUpper(q.name) + " " + q.rows.String()
}

// Type implements sql.Expression.
func (*quantified) Type() sql.Type { return types.Boolean }

// IsNullable implements sql.Expression.
func (*quantified) IsNullable() bool { return true }

// Children implements sql.Expression.
func (q *quantified) Children() []sql.Expression { return []sql.Expression{q.left, q.rows} }

// WithChildren implements sql.Expression.
func (q *quantified) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 2 {
		return nil, sql.ErrInvalidChildrenNumber.New(q, len(children), 2)
	}
	return &quantified{q.name, children[0], children[1]}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (*quantified) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 5
}
