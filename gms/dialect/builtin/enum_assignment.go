package builtin

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// enumAssignments wraps the ENUMs and SETs that a node puts into columns and
// variables of other types, or mixes with the values of others.
func enumAssignments(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	switch n := n.(type) {
	case *plan.InsertInto:
		return enumInsert(n)
	case *plan.Into:
		if child, ok := operand.ProjectText(n.Child, func(int) bool { return true }); ok {
			out, err := n.WithChildren(child)
			return out, transform.NewTree, err
		}
	case *plan.SetOp:
		return enumSetOp(n)
	}
	return n, transform.SameTree, nil
}

// enumInsert wraps what an INSERT puts into columns of other types.
func enumInsert(n *plan.InsertInto) (sql.Node, transform.TreeIdentity, error) {
	if n.LiteralValueSource || n.Source == nil || !n.Source.Resolved() {
		return n, transform.SameTree, nil
	}
	schema := n.Destination.Schema()
	columns := n.ColumnNames
	if len(columns) == 0 {
		for _, c := range schema {
			columns = append(columns, c.Name)
		}
	}
	keeps := func(i int, from sql.Type) bool {
		if i >= len(columns) {
			return true
		}
		at := slices.IndexFunc(schema, func(c *sql.Column) bool { return strings.EqualFold(c.Name, columns[i]) })
		return at < 0 || operand.KeepsNumber(schema[at].Type, from)
	}
	if values, ok := n.Source.(*plan.Values); ok {
		changed := false
		tuples := make([][]sql.Expression, len(values.ExpressionTuples))
		for t, tuple := range values.ExpressionTuples {
			tuples[t] = slices.Clone(tuple)
			for i, e := range tuple {
				if collate.IsEnumValued(e) && !keeps(i, e.Type()) {
					tuples[t][i], changed = collate.AsText(e), true
				}
			}
		}
		if !changed {
			return n, transform.SameTree, nil
		}
		with := *values
		with.ExpressionTuples = tuples
		return n.WithSource(&with), transform.NewTree, nil
	}
	from := n.Source.Schema()
	source, ok := operand.ProjectText(n.Source, func(i int) bool { return !keeps(i, from[i].Type) })
	if !ok {
		return n, transform.SameTree, nil
	}
	return n.WithSource(source), transform.NewTree, nil
}

// enumSetOp makes strings of the ENUMs and SETs of a UNION: MySQL's type of
// several of them is a string.
func enumSetOp(n *plan.SetOp) (sql.Node, transform.TreeIdentity, error) {
	if !n.Left().Resolved() || !n.Right().Resolved() {
		return n, transform.SameTree, nil
	}
	every := func(int) bool { return true }
	left, changedLeft := operand.ProjectText(n.Left(), every)
	right, changedRight := operand.ProjectText(n.Right(), every)
	changed := changedLeft || changedRight
	with, err := n.WithChildren(left, right)
	if err != nil {
		return nil, transform.SameTree, err
	}
	out := *with.(*plan.SetOp)
	// The sort fields keep the type that the left side had before it was changed.
	out.SortFields = slices.Clone(out.SortFields)
	for i, f := range out.SortFields {
		if field, ok := f.Column.(*expression.GetField); ok && collate.IsEnum(field.Type()) {
			out.SortFields[i].Column, changed = retyped(field, collate.TextTypeOf(field.Type())), true
		}
	}
	if !changed {
		return n, transform.SameTree, nil
	}
	return &out, transform.NewTree, nil
}

// retyped is the reference to a column that has another type now.
func retyped(f *expression.GetField, typ sql.Type) sql.Expression {
	out := expression.NewGetFieldWithTable(f.Index(), int(f.TableId()), typ, f.Database(), f.Table(), f.Name(), f.IsNullable())
	return out.WithId(f.Id()).(sql.Expression)
}
