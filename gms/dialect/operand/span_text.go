package operand

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
)

// spanHours is a TIME where the number that its text begins with is wanted.
type spanHours struct{ planwalk.StandIn }

var (
	_ sql.Expression         = (*spanHours)(nil)
	_ sql.CollationCoercible = (*spanHours)(nil)
)

// Eval implements sql.Expression.
func (s *spanHours) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := s.Child.Eval(ctx, row)
	if span, ok := v.(types.Timespan); ok && err == nil {
		return int64(span) / 3_600_000_000, nil
	}
	return nil, err
}

// Type implements sql.Expression.
func (*spanHours) Type() sql.Type { return types.Int64 }

// WithChildren implements sql.Expression.
func (s *spanHours) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(s, len(children), 1)
	}
	return &spanHours{planwalk.StandIn{Child: children[0]}}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (*spanHours) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 5
}

// spansCounted is COUNT(DISTINCT) of texts in the place of times, which the engine cannot
// tell apart.
func spansCounted(c *aggregation.CountDistinct) (sql.Expression, transform.TreeIdentity, error) {
	if !slices.ContainsFunc(c.Children(), IsSpanValued) {
		return c, transform.SameTree, nil
	}
	out, err := c.WithChildren(SpansAsTexts(c.Children())...)
	return out, transform.NewTree, err
}

// SpanText is the text of a TIME.
type SpanText struct{ planwalk.StandIn }

var (
	_ sql.Expression         = (*SpanText)(nil)
	_ sql.CollationCoercible = (*SpanText)(nil)
	// spanTextType is of what -838:59:59.000000 has room in.
	spanTextType = types.MustCreateStringWithDefaults(sqltypes.VarChar, 17)
)

// Eval implements sql.Expression.
func (t *SpanText) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := t.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	v, _, err = t.Child.Type().Convert(ctx, v)
	if span, ok := v.(types.Timespan); ok && err == nil {
		return span.String(), nil
	}
	return nil, err
}

// Type implements sql.Expression.
func (*SpanText) Type() sql.Type { return spanTextType }

// WithChildren implements sql.Expression.
func (t *SpanText) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(t, len(children), 1)
	}
	return &SpanText{planwalk.StandIn{Child: children[0]}}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (*SpanText) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return ctx.GetCollation(), 4
}
