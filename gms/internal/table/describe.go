package table

import (
	"fmt"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// In SHOW COLUMNS the engine adds to a column's type its collation, unless it
// is the engine's default, and quotes its default value. MySQL does neither.
// So for our tables the statement is given another schema to show.

// Describe gives SHOW COLUMNS of our tables that schema.
func Describe(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return transform.Node(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		show, ok := n.(*plan.ShowColumns)
		if !ok {
			return n, transform.SameTree, nil
		}
		resolved, ok := show.Child.(*plan.ResolvedTable)
		if !ok {
			return n, transform.SameTree, nil
		}
		t, ok := sql.GetUnderlyingTable(resolved.Table).(*Table)
		if !ok {
			return n, transform.SameTree, nil
		}
		shown, err := show.WithTargetSchema(t.shownSchema())
		if err != nil {
			return nil, transform.SameTree, fmt.Errorf("columns of %s: %w", t.Name(), err)
		}
		return shown, transform.NewTree, nil
	})
}

// shownSchema is the table's schema as SHOW COLUMNS is to print it.
func (t *Table) shownSchema() sql.Schema {
	schema := t.schema.Copy()
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
