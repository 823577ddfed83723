package trigger

import (
	"context"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/hash"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
)

// A BEFORE trigger changes columns that generated ones are made of. The engine computes generated columns before
// it runs triggers, so that a stored one, and the index of a virtual one, would keep what they were. They are
// computed anew for each row that a trigger gives.

// Computed computes the generated columns of a change, and has the values of an INSERT be what its columns take.
// The zero value changes nothing.
type Computed struct {
	inserted *takenRows
	updated  []computedColumn
	joined   []columnSpan // of the tables that an UPDATE of a join changes
}

// columnSpan is where the columns of a table stand in the rows of a join.
type columnSpan struct{ from, to int }

// computedColumn is a generated column, by its place in a row of the table, or of the tables of a join, with what
// it is made of.
type computedColumn struct {
	at   int
	made sql.Expression
}

type computedKey struct{}

// WithComputed returns a context for building an UPDATE, in which [ComputedRows] finds its generated columns. Changes
// in programs have contexts of their own.
func WithComputed(ctx *sql.Context, n *plan.Update) *sql.Context {
	return withComputed(ctx, computedByUpdate(n.Child))
}

// WithTaken returns an INSERT of rows as its table takes them, and a context for building it, in which [Fed] and
// [ComputedRows] find what is computed. builder builds what is below the INSERT.
func WithTaken(ctx *sql.Context, n *plan.InsertInto, builder sql.NodeExecBuilder) (*sql.Context, *plan.InsertInto) {
	c := computedByInsert(n, builder)
	if c.inserted != nil && !IsBefore(n.Source) {
		n = n.WithSource(c.inserted)
	}
	return withComputed(ctx, c), n
}

func withComputed(ctx *sql.Context, c Computed) *sql.Context {
	within, _ := ctx.Value(computedKey{}).(Computed)
	if c.isZero() && within.isZero() {
		return ctx
	}
	return ctx.WithContext(context.WithValue(ctx.Context, computedKey{}, c))
}

func (c Computed) isZero() bool {
	return c.inserted == nil && len(c.updated) == 0 && len(c.joined) == 0
}

// IsBefore reports whether the rows of a change come from BEFORE triggers.
func IsBefore(rows sql.Node) bool {
	_, ok := rows.(*plan.TriggerExecutor)
	return ok
}

// computedByInsert returns the rows of an INSERT as they are taken, and the generated columns of the rows that ON
// DUPLICATE KEY UPDATE changes.
func computedByInsert(n *plan.InsertInto, builder sql.NodeExecBuilder) (c Computed) {
	schema := n.Destination.Schema()
	generates := slices.ContainsFunc(schema, isGenerated)
	if generates {
		c.updated = computedSets(n.OnDupExprs, schema)
	}
	if !generates && len(n.Checks()) == 0 && !IsBefore(n.Source) {
		return c
	}
	rows := n.Source
	for IsBefore(rows) {
		rows = rows.(*plan.TriggerExecutor).Left()
	}
	c.inserted = taken(rows, schema, n.Ignore, builder)
	return c
}

// computedByUpdate returns the generated columns of an UPDATE, whose rows may be those of a join.
func computedByUpdate(n sql.Node) (c Computed) {
	before := IsBefore(n)
	var targets map[string]sql.Node
	for {
		switch of := n.(type) {
		case *plan.TriggerExecutor:
			n = of.Left()
		case *plan.UpdateJoin:
			targets = of.UpdateTargets
			n = of.Child
		case *plan.UpdateSource:
			schema := withGenerated(of.Child)
			c.updated = computedSets(of.UpdateExprs, schema)
			if before {
				c.joined = spansOf(targets, schema)
			}
			return c
		default:
			return c
		}
	}
}

// spansOf returns where the columns of tables stand in the rows of a join.
func spansOf(tables map[string]sql.Node, schema sql.Schema) (spans []columnSpan) {
	for name := range tables {
		of := func(c *sql.Column) bool { return strings.EqualFold(c.Source, name) }
		from := slices.IndexFunc(schema, of)
		if from < 0 {
			continue
		}
		to := from + 1
		for to < len(schema) && of(schema[to]) {
			to++
		}
		spans = append(spans, columnSpan{from, to})
	}
	return spans
}

// withGenerated returns the schema of the rows of an UPDATE, with generated columns known as such. What stands
// around the tables of a join, as a projection does, knows only their names and types.
func withGenerated(rows sql.Node) sql.Schema {
	tables := make(map[string]sql.Schema)
	transform.InspectWithOpaque(rows, func(n sql.Node) bool {
		t, ok := n.(plan.TableIdNode)
		if !ok {
			return true
		}
		tables[strings.ToLower(t.Name())] = t.Schema()
		return false
	})
	schema := slices.Clone(rows.Schema())
	for i, c := range schema {
		of := tables[strings.ToLower(c.Source)]
		if at := placeOf(of, "", c.Name); at >= 0 && isGenerated(of[at]) {
			known := *c
			known.Generated, schema[i] = of[at].Generated, &known
		}
	}
	return schema
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
			out = append(out, computedColumn{at, inRow(builtin.CheckedDefault(set.RightChild), schema, column.Table())})
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
	case n.TriggerEvent == plan.InsertTrigger && c.inserted != nil:
		return takenIter{rows, c.inserted}
	case n.TriggerEvent == plan.UpdateTrigger && len(c.updated)+len(c.joined) > 0:
		return &computedRows{RowIter: rows, columns: c.updated, joined: c.joined, seen: make(map[joinedRow]bool)}
	}
	return rows
}

// Fed returns a trigger of the rows of an INSERT as the table takes them.
func Fed(ctx *sql.Context, n *plan.TriggerExecutor) (*plan.TriggerExecutor, error) {
	c, ok := ctx.Value(computedKey{}).(Computed)
	if !ok || c.inserted == nil || n.TriggerEvent != plan.InsertTrigger {
		return n, nil
	}
	if _, first := n.Left().(*plan.Project); !first {
		return n, nil
	}
	rows, err := c.inserted.WithChildren(n.Left())
	if err != nil {
		return nil, err
	}
	fed, err := n.WithChildren(rows, n.Right())
	if err != nil {
		return nil, err //nolint:wrapcheck // it never is
	}
	return fed.(*plan.TriggerExecutor), nil
}

// computedRows are the rows of a trigger of an UPDATE with the generated columns that belong to them. Each row
// stands twice, as it was and as it becomes.
//
// A row of a table may stand in several rows of a join. Only the first of them keeps its change: the engine would
// give each to the trigger, and write what comes of the last over the first change.
type computedRows struct {
	sql.RowIter
	columns []computedColumn
	joined  []columnSpan
	seen    map[joinedRow]bool
}

// joinedRow is a row of a table of a join, by its values.
type joinedRow struct {
	table int // by its place in joined
	hash  uint64
}

// Next implements sql.RowIter.
func (i *computedRows) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.RowIter.Next(ctx)
	if err != nil {
		return row, err
	}
	row = row.Copy()
	was, made := row[:len(row)/2], row[len(row)/2:]
	again := make([]columnSpan, 0, len(i.joined))
	for table, span := range i.joined {
		h, err := hash.HashOf(ctx, nil, was[span.from:span.to])
		if err != nil {
			return nil, err //nolint:wrapcheck // the engine's own
		}
		if key := (joinedRow{table, h}); !i.seen[key] {
			i.seen[key] = true
			continue
		}
		copy(made[span.from:span.to], was[span.from:span.to])
		again = append(again, span)
	}
	for _, c := range i.columns {
		if slices.ContainsFunc(again, func(s columnSpan) bool { return s.from <= c.at && c.at < s.to }) {
			continue
		}
		if made[c.at], err = c.made.Eval(ctx, made); err != nil {
			return nil, err //nolint:wrapcheck // the expression's own
		}
	}
	return row, nil
}
