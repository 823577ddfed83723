package builtin

import (
	"fmt"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// findInSet is FIND_IN_SET of a constant in a column that is a SET. MySQL looks for
// its bit: the answer is the member's place in the SET, not that in the string.
type findInSet struct {
	expression.BinaryExpressionStub
}

var (
	_ sql.Expression         = (*findInSet)(nil)
	_ sql.CollationCoercible = (*findInSet)(nil)
)

// isConstant says whether an expression is made of literals alone.
func isConstant(e sql.Expression) bool {
	switch e := e.(type) {
	case *expression.Literal:
		return true
	case sql.NonDeterministicExpression:
		return false
	case sql.FunctionExpression:
		for _, c := range e.Children() {
			if !isConstant(c) {
				return false
			}
		}
		return len(e.Children()) > 0
	}
	return false
}

func isSetColumn(e sql.Expression) bool {
	field, ok := e.(*expression.GetField)
	return ok && types.IsSet(field.Type())
}

// Eval implements sql.Expression.
func (f *findInSet) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	needle, err := f.LeftChild.Eval(ctx, row)
	if err != nil || needle == nil {
		return nil, err
	}
	value, err := f.RightChild.Eval(ctx, row)
	if err != nil || value == nil {
		return nil, err
	}
	set, ok := f.RightChild.Type().(sql.SetType)
	if !ok {
		return nil, fmt.Errorf("FIND_IN_SET wants a SET, not %s", f.RightChild.Type())
	}
	if value, _, err = set.Convert(ctx, value); err != nil {
		return nil, err
	}
	bits, _ := value.(uint64)
	text := types.CreateLongText(set.Collation())
	for i, member := range set.Values() {
		cmp, err := text.Compare(ctx, needle, member)
		if err != nil {
			return nil, err
		}
		if cmp == 0 {
			if bits&(1<<i) == 0 {
				return int64(0), nil
			}
			return int64(i) + 1, nil
		}
	}
	return int64(0), nil
}

// Type implements sql.Expression.
func (*findInSet) Type() sql.Type { return types.Int64 }

// String implements sql.Expression.
func (f *findInSet) String() string {
	return fmt.Sprintf("find_in_set(%s,%s)", f.LeftChild, f.RightChild)
}

// WithChildren implements sql.Expression.
func (f *findInSet) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 2 {
		return nil, sql.ErrInvalidChildrenNumber.New(f, len(children), 2)
	}
	return &findInSet{expression.BinaryExpressionStub{LeftChild: children[0], RightChild: children[1]}}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (*findInSet) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 5
}
