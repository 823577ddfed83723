package group

import (
	"errors"
	"io"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// rollupInput gives each row of its child once for every level, with the level behind it.
type rollupInput struct {
	plan.UnaryNode
	count int
}

var (
	_ sql.ExecBuilderNode    = (*rollupInput)(nil)
	_ sql.CollationCoercible = (*rollupInput)(nil)
)

// Schema implements sql.Node. The level is no column of it: [rollupLevel] finds it as the
// last value of the row.
func (n *rollupInput) Schema() sql.Schema { return n.Child.Schema() }

func (n *rollupInput) String() string { return PrintTree("Levels", n.Child.String()) }

// DebugString implements sql.DebugStringer.
func (n *rollupInput) DebugString() string { return PrintTree("Levels", sql.DebugString(n.Child)) }

// PrintTree is how a node with one child below it is shown.
func PrintTree(name, child string) string {
	p := sql.NewTreePrinter()
	_ = p.WriteNode("%s", name)
	_ = p.WriteChildren(child)
	return p.String()
}

// IsReadOnly implements sql.Node.
func (n *rollupInput) IsReadOnly() bool { return n.Child.IsReadOnly() }

// WithChildren implements sql.Node.
func (n *rollupInput) WithChildren(children ...sql.Node) (sql.Node, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(n, len(children), 1)
	}
	return &rollupInput{plan.UnaryNode{Child: children[0]}, n.count}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (n *rollupInput) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, n.Child)
}

// BuildRowIter implements sql.ExecBuilderNode.
func (n *rollupInput) BuildRowIter(ctx *sql.Context, b sql.NodeExecBuilder, r sql.Row) (sql.RowIter, error) {
	child, err := b.Build(ctx, n.Child, r)
	if err != nil {
		return nil, err
	}
	return &rollupRows{child: child, count: n.count, level: -1}, nil
}

type rollupRows struct {
	child sql.RowIter
	row   sql.Row
	count int
	level int // of the next row; below 0 where that is another of the child's
}

// Next implements sql.RowIter.
func (i *rollupRows) Next(ctx *sql.Context) (sql.Row, error) {
	if i.level < 0 {
		row, err := i.child.Next(ctx)
		if err != nil {
			return nil, err
		}
		i.row, i.level = row, i.count
	}
	row := make(sql.Row, len(i.row)+1)
	copy(row, i.row)
	row[len(i.row)] = int64(i.level)
	i.level--
	return row, nil
}

// Close implements sql.RowIter.
func (i *rollupRows) Close(ctx *sql.Context) error { return i.child.Close(ctx) }

// rollupGroups gives the groups of a grouping of all levels, and the one of all rows where
// there are none.
type rollupGroups struct{ plan.UnaryNode }

var (
	_ sql.ExecBuilderNode    = (*rollupGroups)(nil)
	_ sql.CollationCoercible = (*rollupGroups)(nil)
)

// Schema implements sql.Node.
func (n *rollupGroups) Schema() sql.Schema { return n.Child.Schema() }

func (n *rollupGroups) String() string { return PrintTree("Rollup", n.Child.String()) }

// DebugString implements sql.DebugStringer.
func (n *rollupGroups) DebugString() string {
	return PrintTree("Rollup", sql.DebugString(n.Child))
}

// IsReadOnly implements sql.Node.
func (n *rollupGroups) IsReadOnly() bool { return n.Child.IsReadOnly() }

// WithChildren implements sql.Node.
func (n *rollupGroups) WithChildren(children ...sql.Node) (sql.Node, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(n, len(children), 1)
	}
	return &rollupGroups{plan.UnaryNode{Child: children[0]}}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (n *rollupGroups) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, n.Child)
}

// BuildRowIter implements sql.ExecBuilderNode.
func (n *rollupGroups) BuildRowIter(ctx *sql.Context, b sql.NodeExecBuilder, r sql.Row) (sql.RowIter, error) {
	child, err := b.Build(ctx, n.Child, r)
	if err != nil {
		return nil, err
	}
	return &groupsOrTotal{child: child, node: n.Child, builder: b, outer: r}, nil
}

type groupsOrTotal struct {
	child   sql.RowIter
	node    sql.Node
	builder sql.NodeExecBuilder
	outer   sql.Row
	begun   bool
}

// Next implements sql.RowIter.
func (i *groupsOrTotal) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.child.Next(ctx)
	if i.begun || !errors.Is(err, io.EOF) {
		i.begun = true
		return row, err
	}
	i.begun = true
	g, ok := i.node.(*plan.GroupBy)
	if !ok {
		return nil, io.EOF
	}
	empty := plan.NewGroupBy(g.SelectDeps, nil, plan.NewEmptyTableWithSchema(g.Child.Schema()))
	total, err := i.builder.Build(ctx, empty, i.outer)
	if err != nil {
		return nil, err
	}
	row, err = total.Next(ctx)
	if errors.Is(err, io.EOF) { // none of them is an aggregate of rows
		row, err = make(sql.Row, len(g.SelectDeps)), nil
	}
	return row, errors.Join(err, total.Close(ctx))
}

// Close implements sql.RowIter.
func (i *groupsOrTotal) Close(ctx *sql.Context) error { return i.child.Close(ctx) }
