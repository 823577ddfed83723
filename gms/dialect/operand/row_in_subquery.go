package operand

import (
	"fmt"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/collate"
)

// rowIn is whether a row of several columns is among those of a subquery. The engine
// makes a join of it in a WHERE clause of a SELECT; elsewhere it looks for the hash of
// the row, which fails for strings. It compares ENUMs by their numbers, and takes NULL
// for equal to NULL. The engine's expression is kept, for the rules that plan the subquery.
type rowIn struct {
	in    *plan.InSubquery
	enums bool // whether an ENUM or a SET is compared as a string
}

var (
	_ sql.Expression         = (*rowIn)(nil)
	_ sql.CollationCoercible = (*rowIn)(nil)
)

// rowInSubquery wraps IN of a row that has strings, ENUMs, SETs or what may be NULL.
func rowInSubquery(in *plan.InSubquery, tuple expression.Tuple, rights sql.Schema) (sql.Expression, transform.TreeIdentity, error) {
	var wrap, enums bool
	for i, right := range rights {
		left := tuple[i].Type()
		enum := collate.IsEnum(left) || collate.IsEnum(right.Type)
		wrap = wrap || enum || types.IsText(left) || types.IsText(right.Type) || tuple[i].IsNullable() || right.Nullable
		enums = enums || enum && !types.TypesEqual(left, right.Type) &&
			isTextOperand(tuple[i]) && (collate.IsEnum(right.Type) || types.IsText(right.Type))
	}
	if !wrap {
		return in, transform.SameTree, nil
	}
	return &rowIn{in, enums}, transform.NewTree, nil
}

// JoinedRows is a condition with those of its parts left to the engine that it makes
// joins of.
func JoinedRows(condition sql.Expression) sql.Expression {
	parts := expression.SplitConjunction(condition)
	for i, e := range parts {
		not, isNot := e.(*expression.Not)
		if isNot {
			e = not.Child
		}
		row, ok := e.(*rowIn)
		if !ok || row.enums {
			continue
		}
		if !row.joins(isNot) {
			continue
		}
		if parts[i] = row.in; isNot {
			parts[i] = expression.NewNot(row.in)
		}
	}
	return expression.JoinAnd(parts...)
}

// joins says whether the engine makes a join of the expression, or of its negation,
// that has the same answer: of columns only, and none that are NULL on both sides, for
// it takes such for equal. Of the negation no column may be.
func (r *rowIn) joins(not bool) bool {
	subquery, ok := r.in.RightChild.(*plan.Subquery)
	if !ok || !subquery.CanCacheResults() {
		return false
	}
	tuple, _ := r.in.LeftChild.(expression.Tuple)
	made := Projected(subquery.Query)
	if len(made) != len(tuple) {
		return false
	}
	for i, e := range made {
		_, isColumn := e.(*expression.GetField)
		left, right := tuple[i].IsNullable(), e.IsNullable()
		if k := kindOf(tuple[i]); (k.isDated() || k == timeKind) && kindOf(e) == textKind {
			return false
		}
		if !isColumn || left && right || not && (left || right) {
			return false
		}
	}
	return true
}

// cell is a column of a pair of values, compared as the expression it stands for.
type cell struct {
	*expression.GetField
	of sql.Expression
}

func newCell(index int, of sql.Expression) sql.Expression {
	return &cell{expression.NewGetField(index, of.Type(), of.String(), true), of}
}

// WithChildren implements sql.Expression.
func (c *cell) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 0 {
		return nil, sql.ErrInvalidChildrenNumber.New(c, len(children), 0)
	}
	return c, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (c *cell) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, c.of)
}

// Eval implements sql.Expression.
func (r *rowIn) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	tuple, isTuple := r.in.LeftChild.(expression.Tuple)
	subquery, isSubquery := r.in.RightChild.(*plan.Subquery)
	if !isTuple || !isSubquery {
		return nil, fmt.Errorf("IN wants a row and a subquery, not %s and %s", r.in.LeftChild, r.in.RightChild)
	}
	made := Projected(subquery.Query)
	rights := subquery.Query.Schema()
	equal := make([]sql.Expression, len(tuple))
	left := make(sql.Row, len(tuple))
	for i, e := range tuple {
		var of sql.Expression = expression.NewGetField(i, rights[i].Type, rights[i].Name, true)
		if len(made) == len(rights) {
			of = made[i]
		}
		compare, _, err := transform.Expr(expression.NewEquals(newCell(0, e), newCell(1, of)), comparing{ctx}.comparableOperands)
		if err != nil {
			return nil, err
		}
		if equal[i], _, err = transform.Expr(compare, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) { return EnumOperands(ctx, e) }); err != nil {
			return nil, err
		}
		if left[i], err = e.Eval(ctx, row); err != nil {
			return nil, err
		}
	}
	values, err := subquery.EvalMultiple(ctx, row)
	if err != nil {
		return nil, err
	}
	var unknown bool
	for _, value := range values {
		right, ok := value.([]any)
		if !ok || len(right) != len(left) {
			return nil, sql.ErrInvalidOperandColumns.New(len(left), len(right))
		}
		switch found, err := rowEquals(ctx, equal, left, right); {
		case err != nil:
			return nil, err
		case found == true:
			return true, nil
		case found == nil:
			unknown = true
		}
	}
	if unknown {
		return nil, nil
	}
	return false, nil
}

// rowEquals says whether two rows are equal, or gives nil where that isn't known.
func rowEquals(ctx *sql.Context, equal []sql.Expression, left, right []any) (any, error) {
	var out any = true
	for i, e := range equal {
		switch same, err := e.Eval(ctx, sql.Row{left[i], right[i]}); {
		case err != nil:
			return nil, err
		case same == false:
			return false, nil
		case same == nil:
			out = nil
		}
	}
	return out, nil
}

// Resolved implements sql.Expression.
func (r *rowIn) Resolved() bool { return r.in.Resolved() }

// String implements sql.Expression.
func (r *rowIn) String() string { return r.in.String() }

// DebugString implements sql.DebugStringer.
func (r *rowIn) DebugString() string { return r.in.DebugString() }

// Type implements sql.Expression.
func (*rowIn) Type() sql.Type { return types.Boolean }

// IsNullable implements sql.Expression.
func (*rowIn) IsNullable() bool { return true }

// Children implements sql.Expression.
func (r *rowIn) Children() []sql.Expression { return []sql.Expression{r.in} }

// WithChildren implements sql.Expression.
func (r *rowIn) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(r, len(children), 1)
	}
	switch in := children[0].(type) {
	case *plan.InSubquery:
		return &rowIn{in, r.enums}, nil
	case *rowIn: // by a rule that saw it before
		return in, nil
	}
	return children[0], nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (*rowIn) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 5
}
