package rewrite

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
)

// CollatedConcat is a GROUP_CONCAT(DISTINCT) that gives of equal texts the first.
type CollatedConcat struct {
	*aggregation.GroupConcat
	collation sql.CollationID
}

var _ sql.Aggregation = (*CollatedConcat)(nil)

// newCollatedConcat makes one of a GROUP_CONCAT(); false where bytes will do.
func newCollatedConcat(ctx *sql.Context, g *aggregation.GroupConcat) (*CollatedConcat, bool) {
	list := g.OutputExpressions()
	if len(list) != 1 || !strings.HasPrefix(g.String(), "group_concat(distinct") {
		return nil, false
	}
	by, _, ok := collationOf(ctx, list[0])
	if !ok || goesByBytes(by) {
		return nil, false
	}
	return &CollatedConcat{g, by}, true
}

// NewBuffer implements sql.Aggregation: each group has a set of its own.
func (c *CollatedConcat) NewBuffer() (sql.AggregationBuffer, error) {
	children := append([]sql.Expression(nil), c.GroupConcat.Children()...)
	last := len(children) - 1
	children[last] = &firstText{expression.UnaryExpressionStub{Child: children[last]}, c.collation, make(map[uint64]struct{})}
	g, err := c.GroupConcat.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	return g.(*aggregation.GroupConcat).NewBuffer()
}

// WithChildren implements sql.Expression.
func (c *CollatedConcat) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	g, ok := withChildren(c.GroupConcat, children...).(*aggregation.GroupConcat)
	if !ok {
		return nil, sql.ErrInvalidChildrenNumber.New(c, len(children), len(c.GroupConcat.Children()))
	}
	return &CollatedConcat{g, c.collation}, nil
}

// WithId implements sql.IdExpression.
func (c *CollatedConcat) WithId(id sql.ColumnId) sql.IdExpression {
	return &CollatedConcat{c.GroupConcat.WithId(id).(*aggregation.GroupConcat), c.collation}
}

// WithWindow implements sql.WindowAdaptableExpression.
func (c *CollatedConcat) WithWindow(w *sql.WindowDefinition) sql.WindowAdaptableExpression {
	return &CollatedConcat{c.GroupConcat.WithWindow(w).(*aggregation.GroupConcat), c.collation}
}

// firstText is a text, NULL where it or one equal to it has been there.
type firstText struct {
	expression.UnaryExpressionStub
	collation sql.CollationID
	seen      map[uint64]struct{}
}

// Eval implements sql.Expression.
func (f *firstText) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := f.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	text, err := plainText(ctx, v)
	if err != nil {
		return nil, err
	}
	key := keyOf(text, f.collation)
	if _, ok := f.seen[key]; ok {
		return nil, nil
	}
	f.seen[key] = struct{}{}
	return v, nil
}

// Type implements sql.Expression.
func (f *firstText) Type() sql.Type { return f.Child.Type() }

// String implements sql.Expression.
func (f *firstText) String() string { return f.Child.String() }

// WithChildren implements sql.Expression.
func (f *firstText) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(f, len(children), 1)
	}
	return &firstText{expression.UnaryExpressionStub{Child: children[0]}, f.collation, f.seen}, nil
}
