package operand

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/collate"
)

// assignsNumber says whether an ENUM or a SET is assigned as its number: to a
// number, and to a column of its own type.
func assignsNumber(to, from sql.Expression) bool {
	if !collate.IsEnumValued(from) || !to.Resolved() {
		return true
	}
	switch to.(type) {
	case *expression.UserVar:
		return false
	case *expression.SystemVar: // whose own type makes of it what it needs
		return true
	}
	return KeepsNumber(to.Type(), from.Type())
}

// KeepsNumber reports whether a column of type to takes the number of an ENUM or a SET of type from.
func KeepsNumber(to, from sql.Type) bool {
	return types.IsNumber(to) || types.IsBit(to) || types.IsYear(to) || types.TypesEqual(to, from)
}

// ProjectText makes strings of those columns of a query's result that are ENUMs
// or SETs and are asked for. It says whether there are any that it reaches.
func ProjectText(n sql.Node, text func(column int) bool) (sql.Node, bool) {
	schema := n.Schema()
	found := false
	for i, c := range schema {
		found = found || collate.IsEnum(c.Type) && text(i)
	}
	if !found {
		return n, false
	}
	if p, ok := n.(*plan.Project); ok {
		with := *p
		with.Projections = slices.Clone(p.Projections)
		for i, e := range with.Projections {
			if text(i) {
				with.Projections[i] = projectedText(e)
			}
		}
		return &with, true
	}
	made := Projected(n)
	if len(made) != len(schema) {
		return n, false
	}
	out := make([]sql.Expression, len(made))
	for i, e := range made {
		id, ok := e.(sql.IdExpression)
		if !ok || id.Id() == 0 {
			return n, false
		}
		c := schema[i]
		out[i] = expression.NewGetFieldWithTable(int(id.Id()), 0, c.Type, c.DatabaseSource, c.Source, c.Name, c.Nullable).
			WithId(id.Id()).(sql.Expression)
		if text(i) {
			out[i] = projectedText(out[i])
		}
	}
	return plan.NewProject(out, n), true
}

// Projected is the expressions that make the columns of a query's result.
func Projected(n sql.Node) []sql.Expression {
	for {
		switch of := n.(type) {
		case *plan.Project:
			return of.Projections
		case *plan.GroupBy:
			return of.SelectDeps
		case *plan.Limit, *plan.Offset, *plan.Distinct, *plan.Sort, *plan.Having, *plan.Filter, *plan.TopN:
			n = n.Children()[0]
		default:
			return nil
		}
	}
}

// projectedText wraps a column of a projection. It keeps its name and its
// identity.
func projectedText(e sql.Expression) sql.Expression {
	if !collate.IsEnumValued(e) {
		return e
	}
	switch e := e.(type) {
	case *expression.Alias:
		out := *e
		out.Child = collate.AsText(e.Child)
		return &out
	case *expression.GetField:
		return expression.NewAlias(e.Name(), collate.AsText(e)).WithId(e.Id()).(sql.Expression)
	}
	return collate.AsText(e)
}
