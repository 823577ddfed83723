package collate

import (
	"fmt"
	"strconv"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// keyedText is a text on its way through what knows rows again by what their values print
// as: it prints as its key.
type keyedText struct {
	text any
	key  uint64
}

var _ fmt.Stringer = keyedText{}

// String implements fmt.Stringer.
func (t keyedText) String() string { return strconv.FormatUint(t.key, 10) }

// sides has both sides of a UNION and the like be of texts with the collations by which
// these are compared, which are worked out of both, and of the columns above it.
func (c *collator) sides(u *plan.SetOp, same transform.TreeIdentity) (sql.Node, transform.TreeIdentity, error) {
	by := c.united(u)
	left, right, changed, err := mapSides(u.Left(), u.Right(), ofCollations(by))
	if err != nil {
		return u, same, err
	}
	if differ := differingTexts(left.Schema(), right.Schema()); differ != nil {
		if left, right, _, err = mapSides(left, right, longTexts(differ)); err != nil {
			return u, same, err
		}
		changed = true
	}
	if by == nil && !changed {
		return u, same, nil
	}
	var out sql.Node = u
	if changed {
		if out, err = u.WithChildren(left, right); err != nil {
			return u, same, err
		}
		if out, _, err = findUnitedColumns(out.(*plan.SetOp)); err != nil {
			return u, same, err
		}
		same = transform.NewTree
		c.noteSide(left)
	}
	return c.expressions(out, same, c.settled)
}

// united are the collations by which the texts of both sides are compared; nil where there
// are none.
func (c *collator) united(u *plan.SetOp) []sql.CollationID {
	schema := u.Schema()
	by := make([]sql.CollationID, len(schema))
	found := false
	for i, col := range schema {
		if _, ok := textCollation(col.Type); !ok {
			continue
		}
		left, leftRank := c.columnOf(u.Left(), i)
		right, rightRank := c.columnOf(u.Right(), i)
		if left == sql.Collation_binary || right == sql.Collation_binary {
			continue // of texts and bytes the engine makes texts by bytes
		}
		by[i], _ = sql.ResolveCoercibility(left, leftRank, right, rightRank)
		found = found || by[i] != sql.Collation_Unspecified
	}
	if !found {
		return nil
	}
	return by
}

// noteSide remembers the columns of a projection.
func (c *collator) noteSide(n sql.Node) {
	if p, ok := n.(*plan.Project); ok {
		c.note(p.Projections)
	}
}

// columnOf is the collation of a column of a query, binary that of bytes, and how strongly
// it is asked for: weakly that of a literal, which the schema does not tell.
func (c *collator) columnOf(n sql.Node, i int) (sql.CollationID, byte) {
	for {
		switch t := n.(type) {
		case *plan.SetOp:
			left, leftRank := c.columnOf(t.Left(), i)
			right, rightRank := c.columnOf(t.Right(), i)
			if left == sql.Collation_binary || right == sql.Collation_binary {
				return sql.Collation_binary, 2
			}
			return sql.ResolveCoercibility(left, leftRank, right, rightRank)
		case *plan.Project:
			if i >= len(t.Projections) {
				return sql.Collation_Unspecified, 7
			}
			if isUnited(t.Projections[i]) && isQuery(t.Child) {
				n = t.Child
				continue
			}
			if by, rank, ok := collationOf(c.ctx, t.Projections[i]); ok {
				return by, rank
			}
			return bytesOr(t.Projections[i].Type())
		default:
			if below := node.SameColumns(n); below != nil {
				n = below
				continue
			}
			s := n.Schema()
			if i >= len(s) {
				return sql.Collation_Unspecified, 7
			}
			if by, ok := textCollation(s[i].Type); ok {
				return by, 2
			}
			return bytesOr(s[i].Type)
		}
	}
}

// bytesOr is of a column that is no text: binary if it is bytes.
func bytesOr(t sql.Type) (sql.CollationID, byte) {
	if types.IsBinaryType(t) {
		return sql.Collation_binary, 2
	}
	return sql.Collation_Unspecified, 7
}

// isUnited says of what a projection gives that the engine has put it there, above a side of
// a UNION whose other side has a column of another type.
func isUnited(e sql.Expression) bool {
	for {
		switch t := e.(type) {
		case *expression.Alias:
			e = t.Child
		case *collated:
			e = t.Child
		case *expression.Convert:
			_, ok := t.Child.(*expression.GetField)
			return ok
		default:
			_, ok := e.(*expression.GetField)
			return ok
		}
	}
}

// isQuery says of a node that it gives the columns of a query, and is no table.
func isQuery(n sql.Node) bool {
	switch n.(type) {
	case *plan.Project, *plan.Limit, *plan.Offset, *plan.Sort, *plan.Distinct, *plan.SetOp:
		return true
	}
	return false
}

// keyedSides has a UNION, INTERSECT or EXCEPT tell rows apart by the collations of their
// texts.
func keyedSides(u *plan.SetOp) (sql.Node, transform.TreeIdentity, error) {
	if _, done := u.Left().(*keyedRows); done {
		return u, transform.SameTree, nil
	}
	by := collations(u.Schema())
	if by == nil {
		return u, transform.SameTree, nil
	}
	n, err := u.WithChildren(&keyedRows{plan.UnaryNode{Child: u.Left()}, by}, &keyedRows{plan.UnaryNode{Child: u.Right()}, by})
	if err != nil {
		return u, transform.SameTree, err
	}
	out := n.(*plan.SetOp)
	out.SortFields = append(sql.SortFields(nil), u.SortFields...)
	for i, f := range out.SortFields {
		e, _, err := planwalk.MapExpression(f.Column, unkeyed)
		if err != nil {
			return u, transform.SameTree, err
		}
		out.SortFields[i].Column = e
	}
	return &plainRows{plan.UnaryNode{Child: out}}, transform.NewTree, nil
}

// unkeyed has a column be read out of keyed rows.
func unkeyed(e sql.Expression) (sql.Expression, bool, error) {
	if f, ok := e.(*expression.GetField); ok {
		return &plainField{expression.UnaryExpressionStub{Child: f}}, true, nil
	}
	return e, false, nil
}

// keyedRecursion has a recursive table give no row twice by the collations of its texts.
func keyedRecursion(r *plan.RecursiveCte) (sql.Node, transform.TreeIdentity, error) {
	if _, done := r.Left().(*keyedRows); done {
		return r, transform.SameTree, nil
	}
	by := collations(r.Schema())
	if by == nil {
		return r, transform.SameTree, nil
	}
	right, _, err := planwalk.TransformQueries(r.Right(), func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		if t, ok := n.(*plan.RecursiveTable); ok && t.Id() == r.Working.Id() {
			return &plainRows{plan.UnaryNode{Child: t}}, transform.NewTree, nil
		}
		return n, transform.SameTree, nil
	})
	if err != nil {
		return r, transform.SameTree, err
	}
	out, err := r.WithChildren(&keyedRows{plan.UnaryNode{Child: r.Left()}, by}, &keyedRows{plan.UnaryNode{Child: right}, by})
	if err != nil {
		return r, transform.SameTree, err
	}
	return &plainRows{plan.UnaryNode{Child: out}}, transform.NewTree, nil
}

// plainField is a column of keyed rows. It has the engine's as a child, which gets its place
// in a row anew when the query turns out to be within another.
type plainField struct{ expression.UnaryExpressionStub }

// Eval implements sql.Expression.
func (f *plainField) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := f.Child.Eval(ctx, row)
	if t, ok := v.(keyedText); ok {
		return t.text, err
	}
	return v, err
}

// Type implements sql.Expression.
func (f *plainField) Type() sql.Type { return f.Child.Type() }

// String implements sql.Expression.
func (f *plainField) String() string { return f.Child.String() }

// CollationCoercibility implements sql.CollationCoercible.
func (f *plainField) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, f.Child)
}

// WithChildren implements sql.Expression.
func (f *plainField) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(f, len(children), 1)
	}
	return &plainField{expression.UnaryExpressionStub{Child: children[0]}}, nil
}

// keyedRows gives the rows of its child with the texts of some columns as [keyedText].
type keyedRows struct {
	plan.UnaryNode
	by []sql.CollationID // of each column; none for one that stays
}

var (
	_ sql.ExecBuilderNode    = (*keyedRows)(nil)
	_ sql.CollationCoercible = (*keyedRows)(nil)
	_ sql.ExecBuilderNode    = (*plainRows)(nil)
	_ node.PassedOver        = (*keyedRows)(nil)
	_ node.PassedOver        = (*plainRows)(nil)
	_ sql.CollationCoercible = (*plainRows)(nil)
)

// PassedOver implements node.PassedOver.
func (n *keyedRows) PassedOver() sql.Node { return n.Child }

// Schema implements sql.Node.
func (n *keyedRows) Schema() sql.Schema { return n.Child.Schema() }

// String implements sql.Node.
func (n *keyedRows) String() string { return n.Child.String() }

// DebugString implements sql.DebugStringer.
func (n *keyedRows) DebugString() string { return sql.DebugString(n.Child) }

// IsReadOnly implements sql.Node.
func (n *keyedRows) IsReadOnly() bool { return n.Child.IsReadOnly() }

// WithChildren implements sql.Node.
func (n *keyedRows) WithChildren(children ...sql.Node) (sql.Node, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(n, len(children), 1)
	}
	return &keyedRows{plan.UnaryNode{Child: children[0]}, n.by}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (n *keyedRows) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, n.Child)
}

// BuildRowIter implements sql.ExecBuilderNode.
func (n *keyedRows) BuildRowIter(ctx *sql.Context, b sql.NodeExecBuilder, r sql.Row) (sql.RowIter, error) {
	child, err := b.Build(ctx, n.Child, r)
	if err != nil {
		return nil, err
	}
	return &keyedIter{child, n.by}, nil
}

type keyedIter struct {
	child sql.RowIter
	by    []sql.CollationID
}

// Next implements sql.RowIter.
func (i *keyedIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.child.Next(ctx)
	if err != nil {
		return nil, err
	}
	out := append(make(sql.Row, 0, len(row)), row...)
	before := len(out) - len(i.by) // columns of a query around it
	for c, by := range i.by {
		if by == sql.Collation_Unspecified || before < 0 || out[before+c] == nil {
			continue
		}
		text, err := PlainText(ctx, out[before+c])
		if err != nil {
			return nil, err
		}
		out[before+c] = keyedText{text, keyOf(text, by)}
	}
	return out, nil
}

// Close implements sql.RowIter.
func (i *keyedIter) Close(ctx *sql.Context) error { return i.child.Close(ctx) }

// plainRows gives the rows of its child with the texts as they were.
type plainRows struct{ plan.UnaryNode }

// PassedOver implements node.PassedOver.
func (n *plainRows) PassedOver() sql.Node { return n.Child }

// Schema implements sql.Node.
func (n *plainRows) Schema() sql.Schema { return n.Child.Schema() }

// String implements sql.Node.
func (n *plainRows) String() string { return n.Child.String() }

// DebugString implements sql.DebugStringer.
func (n *plainRows) DebugString() string { return sql.DebugString(n.Child) }

// IsReadOnly implements sql.Node.
func (n *plainRows) IsReadOnly() bool { return n.Child.IsReadOnly() }

// WithChildren implements sql.Node.
func (n *plainRows) WithChildren(children ...sql.Node) (sql.Node, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(n, len(children), 1)
	}
	return &plainRows{plan.UnaryNode{Child: children[0]}}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (n *plainRows) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, n.Child)
}

// BuildRowIter implements sql.ExecBuilderNode.
func (n *plainRows) BuildRowIter(ctx *sql.Context, b sql.NodeExecBuilder, r sql.Row) (sql.RowIter, error) {
	child, err := b.Build(ctx, n.Child, r)
	if err != nil {
		return nil, err
	}
	return &plainIter{child}, nil
}

type plainIter struct{ child sql.RowIter }

// Next implements sql.RowIter.
func (i *plainIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.child.Next(ctx)
	if err != nil {
		return nil, err
	}
	var out sql.Row // the child may keep its row
	for c, v := range row {
		t, ok := v.(keyedText)
		if !ok {
			continue
		}
		if out == nil {
			out = append(make(sql.Row, 0, len(row)), row...)
		}
		out[c] = t.text
	}
	if out == nil {
		return row, nil
	}
	return out, nil
}

// Close implements sql.RowIter.
func (i *plainIter) Close(ctx *sql.Context) error { return i.child.Close(ctx) }
