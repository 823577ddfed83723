package collate

import (
	"reflect"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
)

// The engine's GROUP_CONCAT() leaves out empty texts as it does NULL, and tells texts of
// DISTINCT apart by their bytes.

// Concat is a GROUP_CONCAT() of all texts of a group, and with DISTINCT of the first of those
// that are equal.
type Concat struct {
	*aggregation.GroupConcat
	how       concatHow
	collation sql.CollationID // by which texts are equal, unspecified for bytes
}

var _ sql.Aggregation = (*Concat)(nil)

// concatHow is what a call says beside its arguments.
type concatHow struct {
	separator string
	most      int // bytes of the whole
	distinct  bool
	order     []sql.SortField // without what is sorted by
}

// newConcat makes one of the engine's; false where this has other fields than are known.
func newConcat(ctx *sql.Context, g *aggregation.GroupConcat) (*Concat, bool) {
	how, ok := howToConcat(g)
	if !ok || len(g.OutputExpressions()) != 1 {
		return nil, false
	}
	c := &Concat{GroupConcat: g, how: how}
	if by, _, ok := collationOf(ctx, g.OutputExpressions()[0]); ok && !goesByBytes(by) {
		c.collation = by
	}
	return c, true
}

// howToConcat reads the fields of the engine's that it keeps to itself.
func howToConcat(g *aggregation.GroupConcat) (how concatHow, ok bool) {
	v := reflect.ValueOf(g).Elem()
	separator, most, distinct, order := v.FieldByName("separator"), v.FieldByName("maxLen"), v.FieldByName("distinct"), v.FieldByName("sf")
	if separator.Kind() != reflect.String || most.Kind() != reflect.Int || distinct.Kind() != reflect.String || order.Type() != reflect.TypeFor[sql.SortFields]() {
		return how, false
	}
	how = concatHow{separator: separator.String(), most: int(most.Int()), distinct: distinct.String() != ""}
	for i := range order.Len() {
		f := order.Index(i)
		how.order = append(how.order, sql.SortField{
			Order:        sql.SortOrder(f.FieldByName("Order").Uint()),
			NullOrdering: sql.NullOrdering(f.FieldByName("NullOrdering").Uint()),
		})
	}
	return how, true
}

// NewBuffer implements sql.Aggregation.
func (c *Concat) NewBuffer() (sql.AggregationBuffer, error) {
	b := &concatBuffer{of: c, text: c.OutputExpressions()[0]}
	for i, e := range c.Children()[:len(c.how.order)] {
		f := c.how.order[i]
		f.Column = e
		b.order = append(b.order, f)
	}
	if c.how.distinct {
		b.seen = make(map[any]struct{})
	}
	return b, nil
}

// WithChildren implements sql.Expression.
func (c *Concat) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	g, ok := planwalk.WithChildren(c.GroupConcat, children...).(*aggregation.GroupConcat)
	if !ok {
		return nil, sql.ErrInvalidChildrenNumber.New(c, len(children), len(c.GroupConcat.Children()))
	}
	return &Concat{g, c.how, c.collation}, nil
}

// WithId implements sql.IdExpression.
func (c *Concat) WithId(id sql.ColumnId) sql.IdExpression {
	return &Concat{c.GroupConcat.WithId(id).(*aggregation.GroupConcat), c.how, c.collation}
}

// WithWindow implements sql.WindowAdaptableExpression.
func (c *Concat) WithWindow(w *sql.WindowDefinition) sql.WindowAdaptableExpression {
	return &Concat{c.GroupConcat.WithWindow(w).(*aggregation.GroupConcat), c.how, c.collation}
}

// concatBuffer has the texts of one group.
type concatBuffer struct {
	of    *Concat
	text  sql.Expression
	order []sql.SortField
	seen  map[any]struct{}
	parts []concatPart
	bytes bool
}

// concatPart is a text, and the row that it is sorted by.
type concatPart struct {
	row  sql.Row
	text string
}

// Update implements sql.AggregationBuffer.
func (b *concatBuffer) Update(ctx *sql.Context, row sql.Row) error {
	v, err := b.text.Eval(ctx, row)
	if err != nil || v == nil {
		return err
	}
	var text string
	if typ := b.text.Type(); types.IsBlobType(typ) && !types.IsText(typ) {
		if v, _, err = types.Blob.Convert(ctx, v); err != nil {
			return err
		}
		raw, _, err := sql.Unwrap[[]byte](ctx, v)
		if err != nil {
			return err
		}
		text, b.bytes = string(raw), true
	} else if text, _, err = types.ConvertToCollatedString(ctx, v, typ); err != nil {
		return err
	}
	if b.seen != nil {
		var key any = text
		if b.of.collation != sql.Collation_Unspecified {
			key = keyOf(text, b.of.collation)
		}
		if _, ok := b.seen[key]; ok {
			return nil
		}
		b.seen[key] = struct{}{}
	}
	part := concatPart{text: text}
	if len(b.order) > 0 {
		// What is sorted by counts on the text behind the columns.
		part.row = append(row[:len(row):len(row)], text)
	}
	b.parts = append(b.parts, part)
	return nil
}

// Eval implements sql.AggregationBuffer.
func (b *concatBuffer) Eval(ctx *sql.Context) (any, error) {
	if len(b.parts) == 0 {
		return nil, nil
	}
	if len(b.order) > 0 {
		sorter := expression.Sorter{SortFields: b.order, Ctx: ctx}
		sort.SliceStable(b.parts, func(i, j int) bool {
			return sorter.LastError == nil && sorter.IsLesserRow(b.parts[i].row, b.parts[j].row)
		})
		if sorter.LastError != nil {
			return nil, sorter.LastError
		}
	}
	var out strings.Builder
	for i, p := range b.parts {
		if i > 0 {
			out.WriteString(b.of.how.separator)
		}
		out.WriteString(p.text)
		if out.Len() >= b.of.how.most {
			break
		}
	}
	text := out.String()
	if end := b.of.how.most; len(text) > end {
		for !b.bytes && end > 0 && !utf8.RuneStart(text[end]) {
			end--
		}
		text = text[:end]
	}
	return text, nil
}

// Dispose implements sql.Disposable.
func (*concatBuffer) Dispose() {}

// WholeConcats has each GROUP_CONCAT() of a grouping be one.
func WholeConcats(ctx *sql.Context, g *plan.GroupBy) (sql.Node, transform.TreeIdentity, error) {
	var deps []sql.Expression
	for i, e := range g.SelectDeps {
		engines, ok := e.(*aggregation.GroupConcat)
		if !ok {
			continue
		}
		c, ok := newConcat(ctx, engines)
		if !ok {
			continue
		}
		if deps == nil {
			deps = append(deps, g.SelectDeps...)
		}
		deps[i] = c
	}
	if deps == nil {
		return g, transform.SameTree, nil
	}
	out := *g
	out.SelectDeps = deps
	return &out, transform.NewTree, nil
}
