package change

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
)

// ON DUPLICATE KEY UPDATE of the engine does not look whether a column takes NULL: one that does
// not got any bytes, or ended in a panic.

// requiredValue is what a column that is NOT NULL is set to.
type requiredValue struct {
	planwalk.StandIn
	column *expression.GetField
	ignore bool // NULL is its type's zero, with a warning
}

var (
	_ sql.Expression         = (*requiredValue)(nil)
	_ sql.CollationCoercible = (*requiredValue)(nil)
)

// requireValues looks at the values of columns that are NOT NULL.
func requireValues(sets []sql.Expression, ignore bool) (changed bool) {
	for i, e := range sets {
		set, ok := e.(*expression.SetField)
		if !ok {
			continue
		}
		column, ok := set.LeftChild.(*expression.GetField)
		if !ok || column.IsNullable() || neverNull(set.RightChild) {
			continue
		}
		sets[i], changed = expression.NewSetField(column, &requiredValue{planwalk.StandIn{Child: set.RightChild}, column, ignore}), true
	}
	return changed
}

// neverNull says that an expression gives no NULL, as far as that is plain.
func neverNull(e sql.Expression) bool {
	switch e := e.(type) {
	case *expression.Literal:
		return e.Value() != nil
	case *expression.DefaultColumn, *sql.ColumnDefaultValue, *requiredValue:
		return true
	}
	return false
}

// Eval implements sql.Expression.
func (r *requiredValue) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := r.Child.Eval(ctx, row)
	if err != nil || v != nil {
		return v, err
	}
	failed := mysql.NewSQLError(mysql.ERBadNullError, "23000", "Column '%s' cannot be null", r.column.Name())
	if !r.ignore {
		return nil, failed
	}
	ctx.Warn(failed.Num, "%s", failed.Message)
	return r.column.Type().Zero(), nil
}

// Type implements sql.Expression.
func (r *requiredValue) Type() sql.Type { return r.Child.Type() }

// WithChildren implements sql.Expression.
func (r *requiredValue) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(r, len(children), 1)
	}
	out := *r
	out.StandIn = planwalk.StandIn{Child: children[0]}
	return &out, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (r *requiredValue) CollationCoercibility(ctx *sql.Context) (collation sql.CollationID, coercibility byte) {
	return sql.GetCoercibility(ctx, r.Child)
}
