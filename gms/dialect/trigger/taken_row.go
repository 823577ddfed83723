package trigger

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
)

// A column of integers takes 2 for '1.6'. The engine converts the rows of an INSERT last: generated columns, CHECKs and BEFORE triggers would have '1.6', and the index of a VIRTUAL column would
// not have the row where it is looked for. So the values become what the columns take first.

// takenRows stands in the place of what computes the rows of an INSERT, and gives the rows as the table takes
// them.
type takenRows struct {
	sql.Node               // what stands in this place
	written  *plan.Project // the same, without generated columns
	schema   sql.Schema
	columns  []computedColumn // the generated ones
	ignore   bool
	builder  sql.NodeExecBuilder
}

var _ sql.ExecSourceRel = (*takenRows)(nil)

// taken returns such rows, nil if rows are not computed column by column.
func taken(rows sql.Node, schema sql.Schema, ignore bool, builder sql.NodeExecBuilder) *takenRows {
	project, ok := rows.(*plan.Project)
	if !ok || builder == nil || len(project.Projections) != len(schema) {
		return nil
	}
	t := &takenRows{Node: rows, written: project, schema: schema, ignore: ignore, builder: builder}
	for i, c := range schema {
		if !isGenerated(c) {
			continue
		}
		if len(t.columns) == 0 {
			without := *project
			without.Projections = append([]sql.Expression(nil), project.Projections...)
			t.written = &without
		}
		made := project.Projections[i]
		if _, ok := made.(*sql.ColumnDefaultValue); !ok { // it is written as DEFAULT, of a row that is not yet whole
			made = c.Generated
		}
		t.written.Projections[i] = expression.NewLiteral(nil, types.Null)
		t.columns = append(t.columns, computedColumn{i, inRow(builtin.CheckedDefault(made), schema, "")})
	}
	return t
}

// Wrapped implements plantree.Wrapper.
func (t *takenRows) Wrapped() sql.Node { return t.Node }

// Children implements sql.Node.
func (t *takenRows) Children() []sql.Node { return []sql.Node{t.Node} }

// WithChildren implements sql.Node.
func (t *takenRows) WithChildren(children ...sql.Node) (sql.Node, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(t, len(children), 1)
	}
	if out := taken(children[0], t.schema, t.ignore, t.builder); out != nil {
		return out, nil
	}
	return children[0], nil
}

// RowIter implements sql.ExecSourceRel.
func (t *takenRows) RowIter(ctx *sql.Context, row sql.Row) (sql.RowIter, error) {
	rows, err := t.builder.Build(ctx, t.written, row)
	if err != nil {
		return nil, err //nolint:wrapcheck // the engine's own
	}
	return takenIter{rows, t}, nil
}

// takenIter are rows as the table takes them.
type takenIter struct {
	sql.RowIter
	by *takenRows
}

// Next implements sql.RowIter.
func (i takenIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.RowIter.Next(ctx)
	if err != nil || len(row) < len(i.by.schema) {
		return row, err
	}
	row = row.Copy()
	return row, i.by.take(ctx, row[len(row)-len(i.by.schema):])
}

// take converts the values of a row to what the columns take, and computes the generated columns from these. A
// value that a column does not take stays as it is: the engine refuses it, or converts it for IGNORE.
func (t *takenRows) take(ctx *sql.Context, row sql.Row) error {
	of, whole := row, true
	for i, c := range t.schema {
		if isGenerated(c) {
			continue
		}
		v, ok := takenValue(ctx, c, row[i], t.isDefault(i))
		if ok {
			row[i] = v
			continue
		}
		if whole {
			of, whole = row.Copy(), false
		}
		if t.ignore {
			of[i] = ignoredValue(ctx, c, row[i])
		}
	}
	for _, c := range t.columns {
		v, err := c.made.Eval(ctx, of)
		switch {
		case err == nil:
		case whole || t.ignore:
			return err //nolint:wrapcheck // the expression's own
		default: // the engine refuses the row for a value
			v = t.schema[c.at].Type.Zero()
		}
		row[c.at] = v
		if !whole {
			of[c.at] = v
		}
	}
	return nil
}

// isDefault reports whether a column's value is its default.
func (t *takenRows) isDefault(at int) bool {
	_, ok := t.written.Projections[at].(*sql.ColumnDefaultValue)
	return ok
}

// takenValue returns what a column takes for a value, as the engine has it; ok is false where the column does not
// take it.
func takenValue(ctx *sql.Context, c *sql.Column, v any, isDefault bool) (_ any, ok bool) {
	if v == nil {
		if !c.Nullable && isDefault && types.IsEnum(c.Type) {
			return uint16(1), true
		}
		return nil, c.Nullable
	}
	if builtin.CheckValue(ctx, c.Type, v) != nil {
		return v, false
	}
	taken, in, err := convert(ctx, c.Type, v)
	return taken, err == nil && in == sql.InRange
}

// ignoredValue returns what INSERT IGNORE makes of a value that a column does not take.
func ignoredValue(ctx *sql.Context, c *sql.Column, v any) any {
	if v == nil || builtin.CheckValue(ctx, c.Type, v) != nil {
		return c.Type.Zero()
	}
	taken, _, err := convert(ctx, c.Type, v)
	text, isText := v.(string)
	to, ofText := c.Type.(sql.StringType)
	switch {
	case sql.IsNumberType(c.Type) && taken != nil:
		return taken
	case types.ErrLengthBeyondLimit.Is(err) && isText && ofText && to.MaxCharacterLength() <= int64(len(text)):
		return text[:to.MaxCharacterLength()]
	}
	return c.Type.Zero()
}

// convert converts a value as the engine's INSERT does.
func convert(ctx *sql.Context, to sql.Type, v any) (any, sql.ConvertInRange, error) {
	if number, ok := to.(sql.RoundingNumberType); ok {
		return number.ConvertRound(ctx, v) //nolint:wrapcheck // the engine's own
	}
	return to.Convert(ctx, v) //nolint:wrapcheck // likewise
}
