package query

import (
	"errors"
	"io"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/group"
)

// Materialized is a derived table of which all rows are read before the first is given.
type Materialized struct{ plan.UnaryNode }

var (
	_ sql.ExecBuilderNode    = (*Materialized)(nil)
	_ sql.CollationCoercible = (*Materialized)(nil)
)

// Schema implements sql.Node.
func (n *Materialized) Schema() sql.Schema { return n.Child.Schema() }

// String implements sql.Node.
func (n *Materialized) String() string { return group.PrintTree("Materialize", n.Child.String()) }

// DebugString implements sql.DebugStringer.
func (n *Materialized) DebugString() string {
	return group.PrintTree("Materialize", sql.DebugString(n.Child))
}

// IsReadOnly implements sql.Node.
func (n *Materialized) IsReadOnly() bool { return n.Child.IsReadOnly() }

// WithChildren implements sql.Node.
func (n *Materialized) WithChildren(children ...sql.Node) (sql.Node, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(n, len(children), 1)
	}
	return &Materialized{plan.UnaryNode{Child: children[0]}}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (n *Materialized) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, n.Child)
}

// BuildRowIter implements sql.ExecBuilderNode.
func (n *Materialized) BuildRowIter(ctx *sql.Context, b sql.NodeExecBuilder, r sql.Row) (sql.RowIter, error) {
	child, err := b.Build(ctx, n.Child, r)
	if err != nil {
		return nil, err
	}
	return &materializedRows{child: child}, nil
}

type materializedRows struct {
	child sql.RowIter
	rows  []sql.Row
	read  bool
}

// Next implements sql.RowIter.
func (i *materializedRows) Next(ctx *sql.Context) (sql.Row, error) {
	for !i.read {
		row, err := i.child.Next(ctx)
		if errors.Is(err, io.EOF) {
			i.read = true
			break
		}
		if err != nil {
			return nil, err
		}
		i.rows = append(i.rows, row)
	}
	if len(i.rows) == 0 {
		return nil, io.EOF
	}
	row := i.rows[0]
	i.rows = i.rows[1:]
	return row, nil
}

// Close implements sql.RowIter.
func (i *materializedRows) Close(ctx *sql.Context) error {
	i.rows = nil
	return i.child.Close(ctx)
}
