package table

import (
	"fmt"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// In SHOW COLUMNS the engine adds to a column's type its collation, unless it
// is the engine's default, and quotes its default value; SHOW FULL COLUMNS tells of
// that default as each column's collation. MySQL does none of it. So the statement is
// given another schema to show, and its rows the columns' collations.

// Describe does so for SHOW COLUMNS of our tables and of views, and shows columns and
// indexes of all other tables itself.
func Describe(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return transform.Node(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		if show, ok := n.(*plan.ShowIndexes); ok {
			if resolved, ok := show.Child.(*plan.ResolvedTable); ok && !isOurs(resolved) {
				return showStoredIndexes(show, resolved), transform.NewTree, nil
			}
		}
		show, ok := n.(*plan.ShowColumns)
		if !ok {
			return n, transform.SameTree, nil
		}
		if resolved, ok := show.Child.(*plan.ResolvedTable); ok && !isOurs(resolved) {
			return showStored(show, resolved), transform.NewTree, nil
		}
		schema := show.TargetSchema()
		if resolved, ok := show.Child.(*plan.ResolvedTable); ok {
			if t, ok := sql.GetUnderlyingTable(resolved.Table).(*Table); ok {
				schema = t.schema
			}
		}
		if len(schema) == 0 {
			schema = show.Child.Schema()
		}
		shown, err := show.WithTargetSchema(shownSchema(schema))
		if err != nil {
			return nil, transform.SameTree, fmt.Errorf("columns of a table: %w", err)
		}
		if show.Full {
			shown = &fullColumns{plan.UnaryNode{Child: shown}, schema}
		}
		return shown, transform.NewTree, nil
	})
}

// isOurs says of a table that it is one of this package's.
func isOurs(t *plan.ResolvedTable) bool {
	_, ours := sql.GetUnderlyingTable(t.Table).(*Table)
	return ours
}

// shownSchema is a table's schema as SHOW COLUMNS is to print it.
func shownSchema(schema sql.Schema) sql.Schema {
	schema = schema.Copy()
	for _, c := range schema {
		c.Type = shownType{c.Type}
		if c.Default == nil {
			continue
		}
		if literal, ok := c.Default.Expr.(*expression.Literal); ok {
			shown := *c.Default
			shown.Expr = shownDefault{literal}
			c.Default = &shown
		}
	}
	return schema
}

// shownType prints as a type of the table's default collation.
type shownType struct{ engineType }

// engineType has a name of its own, since sql.Type has a method Type.
type engineType = sql.Type

// String implements fmt.Stringer.
func (s shownType) String() string {
	if t, ok := s.engineType.(sql.TypeWithCollation); ok {
		return t.StringWithTableCollation(t.Collation())
	}
	return s.engineType.String()
}

// shownDefault prints as the bare value.
type shownDefault struct{ *expression.Literal }

// String implements fmt.Stringer.
func (s shownDefault) String() string { return fmt.Sprint(s.Value()) }

// fullColumns is SHOW FULL COLUMNS with the collations of a table's columns.
type fullColumns struct {
	plan.UnaryNode
	schema sql.Schema
}

var (
	_ sql.ExecBuilderNode    = (*fullColumns)(nil)
	_ sql.CollationCoercible = (*fullColumns)(nil)
)

// collationPlace is where a row of SHOW FULL COLUMNS has it.
const collationPlace = 2

// Schema implements sql.Node.
func (n *fullColumns) Schema() sql.Schema { return n.Child.Schema() }

// String implements sql.Node.
func (n *fullColumns) String() string { return n.Child.String() }

// IsReadOnly implements sql.Node.
func (n *fullColumns) IsReadOnly() bool { return n.Child.IsReadOnly() }

// WithChildren implements sql.Node.
func (n *fullColumns) WithChildren(children ...sql.Node) (sql.Node, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(n, len(children), 1)
	}
	return &fullColumns{plan.UnaryNode{Child: children[0]}, n.schema}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (n *fullColumns) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, n.Child)
}

// BuildRowIter implements sql.ExecBuilderNode.
func (n *fullColumns) BuildRowIter(ctx *sql.Context, b sql.NodeExecBuilder, r sql.Row) (sql.RowIter, error) {
	child, err := b.Build(ctx, n.Child, r)
	if err != nil {
		return nil, err
	}
	rows, err := sql.RowIterToRows(ctx, child)
	if err != nil {
		return nil, err
	}
	for i, row := range rows {
		if i >= len(n.schema) || len(row) <= collationPlace {
			continue
		}
		t, ok := n.schema[i].Type.(sql.TypeWithCollation)
		if row[collationPlace] = nil; ok && !types.IsJSON(n.schema[i].Type) && t.Collation() != sql.Collation_binary {
			row[collationPlace] = t.Collation().Name()
		}
	}
	return sql.RowsToRowIter(rows...), nil
}
