package table

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// In SHOW COLUMNS the engine adds to a column's type its collation, unless it
// is the engine's default, and quotes its default value; SHOW FULL COLUMNS tells of
// that default as each column's collation. MySQL does none of it. So the statement is
// given another schema to show, and its rows what MySQL declares of the columns.

// DescribeRule describes [Describe].
var DescribeRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "show-columns", Changes: rule.Plan, About: rule.Shows,
		Why:      "SHOW COLUMNS of the engine adds collations to types and quotes defaults; MySQL shows the types and defaults as declared.",
		NeededBy: rule.Tool, By: "mysqldump", Golden: "catalog_columns",
		Before: beforeLikes,
	},
	Apply: step.PlanStep{Features: step.Showing, Apply: Describe},
}

// Describe does so for SHOW COLUMNS of our tables and of views, and shows columns and
// indexes of all other tables itself.
func Describe(_ *sql.Context, a *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return transform.Node(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		if show, ok := n.(*plan.ShowIndexes); ok {
			if resolved, ok := show.Child.(*plan.ResolvedTable); ok && !isOurs(resolved) {
				return showStoredIndexes(show, resolved, a.Catalog), transform.NewTree, nil
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
		if resolved, ok := show.Child.(*plan.ResolvedTable); ok || show.Full {
			shown = &ownColumns{plan.UnaryNode{Child: shown}, schema, resolved, show.Full}
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

// ownColumns is SHOW COLUMNS with what MySQL declares of a table's columns.
type ownColumns struct {
	plan.UnaryNode
	schema sql.Schema
	table  *plan.ResolvedTable // nil for a view of a stored query
	full   bool
}

var (
	_ sql.ExecBuilderNode    = (*ownColumns)(nil)
	_ sql.CollationCoercible = (*ownColumns)(nil)
)

// Where a row of SHOW FULL COLUMNS has these.
const (
	typePlace       = 1
	collationPlace  = 2
	keyPlace        = 4
	defaultPlace    = 5
	privilegesPlace = 7
)

// Schema implements sql.Node.
func (n *ownColumns) Schema() sql.Schema { return n.Child.Schema() }

// String implements sql.Node.
func (n *ownColumns) String() string { return n.Child.String() }

// IsReadOnly implements sql.Node.
func (n *ownColumns) IsReadOnly() bool { return n.Child.IsReadOnly() }

// WithChildren implements sql.Node.
func (n *ownColumns) WithChildren(children ...sql.Node) (sql.Node, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(n, len(children), 1)
	}
	return &ownColumns{plan.UnaryNode{Child: children[0]}, n.schema, n.table, n.full}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (n *ownColumns) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, n.Child)
}

// BuildRowIter implements sql.ExecBuilderNode.
func (n *ownColumns) BuildRowIter(ctx *sql.Context, b sql.NodeExecBuilder, r sql.Row) (sql.RowIter, error) {
	child, err := b.Build(ctx, n.Child, r)
	if err != nil {
		return nil, err
	}
	rows, err := sql.RowIterToRows(ctx, child)
	if err != nil {
		return nil, err
	}
	var keys map[string]string
	held := ""
	if n.table != nil {
		if keys, err = columnKeys(ctx, n.table); err != nil {
			return nil, err
		}
		held = heldOnTable(ctx, n.table)
	}
	for i, row := range rows {
		if i < len(n.schema) {
			n.correct(row, n.schema[i], keys, held)
		}
	}
	return sql.RowsToRowIter(rows...), nil
}

// correct changes the row of a column.
func (n *ownColumns) correct(row sql.Row, c *sql.Column, keys map[string]string, held string) {
	without := 0 // SHOW COLUMNS has no collation
	if !n.full {
		without = 1
	}
	var told *ownColumn
	if n.table != nil {
		told = ownColumnOf(n.table.SqlDatabase.Name(), n.table.Name(), c.Name)
		row[keyPlace-without] = keys[strings.ToLower(c.Name)]
	}
	if told != nil && told.kind != "" {
		row[typePlace] = told.kind
	}
	if told != nil && told.value != nil {
		row[defaultPlace-without] = told.value
	}
	if !n.full {
		return
	}
	t, ok := c.Type.(sql.TypeWithCollation)
	switch {
	case told != nil && told.collation != sql.Collation_Unspecified:
		row[collationPlace] = told.collation.Name()
	case ok && !types.IsJSON(c.Type) && t.Collation() != sql.Collation_binary:
		row[collationPlace] = t.Collation().Name()
	default:
		row[collationPlace] = nil
	}
	if n.table != nil {
		row[privilegesPlace] = held
	}
}
