package group

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// rollupLevel is the level of a row of [rollupInput].
type rollupLevel struct{}

var _ sql.NonDeterministicExpression = rollupLevel{}

// Eval implements sql.Expression.
func (rollupLevel) Eval(_ *sql.Context, row sql.Row) (any, error) {
	if len(row) == 0 {
		return nil, nil
	}
	return row[len(row)-1], nil
}

func (rollupLevel) String() string { return levelName + "()" }

// Resolved implements sql.Expression.
func (rollupLevel) Resolved() bool { return true }

// Type implements sql.Expression.
func (rollupLevel) Type() sql.Type { return types.Int64 }

// IsNullable implements sql.Expression.
func (rollupLevel) IsNullable() bool { return false }

// IsNonDeterministic implements sql.NonDeterministicExpression: it is another of each row.
func (rollupLevel) IsNonDeterministic() bool { return true }

// Children implements sql.Expression.
func (rollupLevel) Children() []sql.Expression { return nil }

// WithChildren implements sql.Expression.
func (l rollupLevel) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 0 {
		return nil, sql.ErrInvalidChildrenNumber.New(l, len(children), 0)
	}
	return l, nil
}

// rollupKey is what rows are grouped by, NULL where their level leaves it out.
type rollupKey struct {
	expression.UnaryExpressionStub
	position int
}

// Eval implements sql.Expression.
func (k *rollupKey) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	if len(row) > 0 {
		if level, ok := row[len(row)-1].(int64); ok && level <= int64(k.position) {
			return nil, nil
		}
	}
	return k.Child.Eval(ctx, row)
}

func (k *rollupKey) String() string { return k.Child.String() }

// Type implements sql.Expression.
func (k *rollupKey) Type() sql.Type { return k.Child.Type() }

// IsNullable implements sql.Expression.
func (*rollupKey) IsNullable() bool { return true }

// WithChildren implements sql.Expression.
func (k *rollupKey) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(k, len(children), 1)
	}
	return &rollupKey{expression.UnaryExpressionStub{Child: children[0]}, k.position}, nil
}

// The functions that a statement asks by. A level that no rule has seen to is an error, so
// that no groups are told for others.
var levelFunction = &operand.ScalarFunction{Name: levelName, Most: -1, Typ: types.Int64, Lazy: func(*sql.Context, sql.Row, []sql.Expression) (any, error) {
	return nil, sqlerr.NotSupportedYet("WITH ROLLUP in this statement")
}}

// RollupFunctions are the functions of WITH ROLLUP.
var RollupFunctions = []*operand.ScalarFunction{
	levelFunction,
	{Name: step.RolledName, Least: 3, Most: 3, Lazy: rolledUp},
	{Name: groupingName, Least: 1, Most: -1, Typ: types.Int64, Lazy: groupingOf},
	{Name: "grouping", Most: -1, Typ: types.Int64, Lazy: func(*sql.Context, sql.Row, []sql.Expression) (any, error) {
		return nil, sqlerr.GroupFunction()
	}},
}

// leavesOut says whether a level leaves out what is grouped by at a position. Of no rows
// the level is NULL, and leaves out everything.
func leavesOut(level any, ctx *sql.Context, position sql.Expression) (bool, error) {
	n, ok := level.(int64)
	if !ok {
		return true, nil
	}
	v, err := position.Eval(ctx, nil)
	if err != nil {
		return false, err
	}
	at, err := operand.AsInteger(ctx, v)
	return n <= at, err
}

// rolledUp is what is grouped by, as a row tells of it.
func rolledUp(ctx *sql.Context, row sql.Row, args []sql.Expression) (any, error) {
	level, err := args[1].Eval(ctx, row)
	if err != nil {
		return nil, err
	}
	if out, err := leavesOut(level, ctx, args[0]); err != nil || out {
		return nil, err
	}
	return args[2].Eval(ctx, row)
}

// groupingOf has a bit for each of its positions, the last of them the lowest.
func groupingOf(ctx *sql.Context, row sql.Row, args []sql.Expression) (any, error) {
	level, err := args[0].Eval(ctx, row)
	if err != nil {
		return nil, err
	}
	bits := int64(0)
	for _, position := range args[1:] {
		out, err := leavesOut(level, ctx, position)
		if err != nil {
			return nil, err
		}
		bits <<= 1
		if out {
			bits |= 1
		}
	}
	return bits, nil
}
