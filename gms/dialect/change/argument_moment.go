package change

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
)

// ArgumentMoments has the texts that a CALL passes for dates and times read as those of a column.
func ArgumentMoments(call *plan.Call) (sql.Node, error) {
	if call.Procedure == nil {
		return call, nil
	}
	var params []sql.Expression
	for i, p := range call.Procedure.Params {
		if i >= len(call.Params) || p.Direction != plan.ProcedureParamDirection_In || !builtin.TakesMoments(p.Type) {
			continue
		}
		if e := call.Params[i]; e.Resolved() && givesText(e) {
			if params == nil {
				params = slices.Clone(call.Params)
			}
			params[i] = &takenMoment{planwalk.StandIn{Child: e}, p.Type, p.Name}
		}
	}
	if params == nil {
		return call, nil
	}
	return call.WithExpressions(params...)
}

// takenMoment is a text that a parameter of dates or times takes.
type takenMoment struct {
	planwalk.StandIn
	typ  sql.Type
	name string
}

var (
	_ sql.Expression         = (*takenMoment)(nil)
	_ sql.CollationCoercible = (*takenMoment)(nil)
)

// Eval implements sql.Expression.
func (m *takenMoment) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := m.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	if v, err = TakeMoment(ctx, m.typ, v, false, m.name, 1); err != nil {
		return nil, err
	}
	v, _, err = m.typ.Convert(ctx, v)
	return v, err
}

// Type implements sql.Expression.
func (m *takenMoment) Type() sql.Type { return m.typ }

// WithChildren implements sql.Expression.
func (m *takenMoment) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(m, len(children), 1)
	}
	return &takenMoment{planwalk.StandIn{Child: children[0]}, m.typ, m.name}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (*takenMoment) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 5
}
