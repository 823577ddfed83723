package trigger

import (
	"context"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
)

// A BEFORE trigger changes columns that generated ones are made of. The engine computes generated columns before
// it runs triggers, so that a stored one, and the index of a virtual one, would keep what they were. They are
// computed anew for each row that a trigger gives.

// Computed computes the generated columns of a change. The zero value computes none.
type Computed struct{ inserted, updated []computedColumn }

// computedColumn is a generated column, by its place in a row of the table, or of the tables of a join, with what
// it is made of.
type computedColumn struct {
	at   int
	made sql.Expression
}

type computedKey struct{}

// WithComputed returns a context for building a change of rows, in which [ComputedRows] finds its generated
// columns. Changes in programs have contexts of their own.
func WithComputed(ctx *sql.Context, change sql.Node) *sql.Context {
	var c Computed
	switch n := change.(type) {
	case *plan.InsertInto:
		c = computedByInsert(n)
	case *plan.Update:
		c = computedByUpdate(n.Child)
	}
	if within, _ := ctx.Value(computedKey{}).(Computed); len(c.inserted)+len(c.updated)+len(within.inserted)+len(within.updated) == 0 {
		return ctx
	}
	return ctx.WithContext(context.WithValue(ctx.Context, computedKey{}, c))
}

// IsBefore reports whether the rows of a change come from BEFORE triggers.
func IsBefore(rows sql.Node) bool {
	_, ok := rows.(*plan.TriggerExecutor)
	return ok
}

// computedByInsert returns the generated columns of an INSERT, and of the rows that ON DUPLICATE KEY UPDATE
// changes.
func computedByInsert(n *plan.InsertInto) (c Computed) {
	schema := n.Destination.Schema()
	if !slices.ContainsFunc(schema, isGenerated) {
		return c
	}
	c.updated = computedSets(n.OnDupExprs, schema)
	rows := n.Source
	for IsBefore(rows) {
		rows = rows.(*plan.TriggerExecutor).Left()
	}
	project, ok := rows.(*plan.Project)
	if !ok || len(project.Projections) != len(schema) {
		return c
	}
	for i, column := range schema {
		if isGenerated(column) {
			c.inserted = append(c.inserted, computedColumn{i, inRow(project.Projections[i], schema, "")})
		}
	}
	return c
}

// computedByUpdate returns the generated columns of an UPDATE, whose rows may be those of a join.
func computedByUpdate(n sql.Node) (c Computed) {
	for {
		switch of := n.(type) {
		case *plan.TriggerExecutor:
			n = of.Left()
		case *plan.UpdateJoin:
			n = of.Child
		case *plan.UpdateSource:
			c.updated = computedSets(of.UpdateExprs, of.Child.Schema())
			return c
		default:
			return c
		}
	}
}

// computedSets returns those of what an UPDATE sets that are generated columns.
func computedSets(sets []sql.Expression, schema sql.Schema) (out []computedColumn) {
	for _, e := range sets {
		set, ok := e.(*expression.SetField)
		if !ok {
			continue
		}
		column, ok := set.LeftChild.(*expression.GetField)
		if !ok {
			continue
		}
		if at := placeOf(schema, column.Table(), column.Name()); at >= 0 && isGenerated(schema[at]) {
			out = append(out, computedColumn{at, inRow(set.RightChild, schema, column.Table())})
		}
	}
	return out
}

// inRow returns an expression on columns of a table as one on the rows of a change: where the change is a
// program's, the engine has what is around it stand before them.
func inRow(e sql.Expression, schema sql.Schema, table string) sql.Expression {
	out, _, err := transform.Expr(e, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
		column, ok := e.(*expression.GetField)
		if !ok {
			return e, transform.SameTree, nil
		}
		at := placeOf(schema, table, column.Name())
		if at < 0 || at == column.Index() {
			return e, transform.SameTree, nil
		}
		return column.WithIndex(at), transform.NewTree, nil
	})
	if err != nil {
		return e
	}
	return out
}

// placeOf returns the place of a column in a row, -1 for none. An empty table is the only one.
func placeOf(schema sql.Schema, table, name string) int {
	return slices.IndexFunc(schema, func(c *sql.Column) bool {
		return strings.EqualFold(c.Name, name) && (table == "" || strings.EqualFold(c.Source, table))
	})
}

func isGenerated(c *sql.Column) bool { return c.Generated != nil }

// ComputedRows returns the rows of a trigger with their generated columns computed anew.
func ComputedRows(ctx *sql.Context, n *plan.TriggerExecutor, rows sql.RowIter) sql.RowIter {
	c, ok := ctx.Value(computedKey{}).(Computed)
	if !ok || string(n.TriggerTime) != "before" {
		return rows
	}
	switch {
	case n.TriggerEvent == plan.InsertTrigger && len(c.inserted) > 0:
		return computedRows{rows, c.inserted, false}
	case n.TriggerEvent == plan.UpdateTrigger && len(c.updated) > 0:
		return computedRows{rows, c.updated, true}
	}
	return rows
}

// computedRows are the rows of a trigger with the generated columns that belong to them.
type computedRows struct {
	sql.RowIter
	columns []computedColumn
	updates bool // each row stands twice, as it was and as it becomes
}

// Next implements sql.RowIter.
func (i computedRows) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.RowIter.Next(ctx)
	if err != nil {
		return row, err
	}
	row = row.Copy()
	made := row
	if i.updates {
		made = row[len(row)/2:]
	}
	for _, c := range i.columns {
		if made[c.at], err = c.made.Eval(ctx, made); err != nil {
			return nil, err //nolint:wrapcheck // the expression's own
		}
	}
	return row, nil
}
