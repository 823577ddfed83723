package collate

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// Columns that a UNION has of an integer and a DOUBLE the engine makes texts of, which were
// compared and told apart as these; of a DECIMAL and a DOUBLE it makes a DECIMAL. Of the
// DECIMAL of an IF() or a CASE it took the type for another one than of others: error 1105.
// And it sorts by the types that its first query has.

// UnitedTypesRule is the rule types-of-unions.
var UnitedTypesRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "types-of-unions", Changes: rule.Plan, About: rule.Sets,
		Why:      "The engine makes texts of a UNION of an integer and a DOUBLE, a DECIMAL of one of a DECIMAL and a DOUBLE, and sorts by the types of the first query.",
		NeededBy: rule.Data, Golden: "united_types",
	},
	Apply: step.PlanStep{Features: step.Queries, Apply: UniteTypes},
}

// UniteTypes has such columns be doubles, or of one DECIMAL, and a UNION sorted by what it gives. It is for a
// plan as it was bound.
func UniteTypes(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	doubled := false // what stands above is bound to the types that were
	return planwalk.TransformQueries(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		u, ok := n.(*plan.SetOp)
		if !ok {
			return n, transform.SameTree, nil
		}
		if doubled {
			out, did, err := alikeSides(u)
			if err != nil {
				return n, transform.SameTree, err
			}
			if did {
				sorted, _, err := sortUnited(out)
				return sorted, transform.NewTree, err
			}
		}
		left, ok := u.Left().(*plan.Project)
		if !ok {
			return sortUnited(u)
		}
		right, ok := u.Right().(*plan.Project)
		if !ok || len(left.Projections) != len(right.Projections) {
			return sortUnited(u)
		}
		var lefts, rights []sql.Expression
		for i := range left.Projections {
			l, lOf, lOK := convertedColumn(left, i)
			r, rOf, rOK := convertedColumn(right, i)
			if !lOK || !rOK {
				continue
			}
			lType, rType := lOf.Type(), rOf.Type()
			if !isNumberOrNull(lType) || !isNumberOrNull(rType) {
				continue
			}
			to, digits := expression.ConvertToDouble, exactDigits{}
			if !types.IsFloat(lType) && !types.IsFloat(rType) {
				if !types.IsDecimal(lType) && !types.IsDecimal(rType) {
					continue
				}
				var known bool
				if digits, known = digitsOfAll([]sql.Expression{lOf, rOf}); !known || digits.length() < digits.whole+digits.scale {
					digits = exactDigits{}
				}
				to = expression.ConvertToDecimal
			}
			if lefts == nil {
				lefts, rights = append(lefts, left.Projections...), append(rights, right.Projections...)
			}
			lefts[i], rights[i] = l(to, digits), r(to, digits)
		}
		if lefts == nil {
			return sortUnited(u)
		}
		doubled = true
		out, err := u.WithChildren(plan.NewProject(lefts, left.Child), plan.NewProject(rights, right.Child))
		if err != nil {
			return n, transform.SameTree, err
		}
		sorted, _, err := sortUnited(out.(*plan.SetOp))
		return sorted, transform.NewTree, err
	})
}

// alikeSides gives both sides of a UNION the same types, doubles for numbers and else texts,
// where a side has others than it was bound with.
func alikeSides(u *plan.SetOp) (*plan.SetOp, bool, error) {
	left, right := u.Left().Schema(), u.Right().Schema()
	if len(left) != len(right) {
		return u, false, nil // the engine says so
	}
	same := true
	for i := range left {
		same = same && left[i].Type.Equals(right[i].Type)
	}
	if same {
		return u, false, nil
	}
	side := func(n sql.Node, schema sql.Schema) sql.Node {
		ids := columnIDs(n, len(schema))
		out := make([]sql.Expression, len(schema))
		for i, c := range schema {
			out[i] = expression.NewGetFieldWithTable(ids[i], 0, c.Type, c.DatabaseSource, c.Source, c.Name, c.Nullable)
			if left[i].Type.Equals(right[i].Type) {
				continue
			}
			to := expression.ConvertToChar
			if types.IsNumber(left[i].Type) && types.IsNumber(right[i].Type) {
				to = expression.ConvertToDouble
			}
			out[i] = expression.NewAlias(c.Name, expression.NewConvert(out[i], to))
		}
		return plan.NewProject(out, n)
	}
	out, err := u.WithChildren(side(u.Left(), left), side(u.Right(), right))
	if err != nil {
		return u, false, err
	}
	return out.(*plan.SetOp), true, nil
}

// columnIDs are what a plan, as it was bound, knows the columns of a query by: 0 for those
// that nothing is known by.
func columnIDs(n sql.Node, columns int) []int {
	ids := make([]int, 0, columns)
	switch n := n.(type) {
	case *plan.Project:
		for _, e := range n.Projections {
			id := 0
			if e, ok := e.(sql.IdExpression); ok {
				id = int(e.Id())
			}
			ids = append(ids, id)
		}
	case *plan.SetOp:
		return columnIDs(n.Left(), columns)
	case plan.TableIdNode:
		n.Columns().ForEach(func(id sql.ColumnId) { ids = append(ids, int(id)) })
	default:
		if below := n.Children(); len(below) > 0 {
			return columnIDs(below[0], columns)
		}
	}
	for len(ids) < columns {
		ids = append(ids, 0)
	}
	return ids
}

// convertedColumn is a column of a side that the engine has given another type, as it would be
// as another number, and what it is below.
func convertedColumn(p *plan.Project, i int) (to func(number string, digits exactDigits) sql.Expression, of sql.Expression, ok bool) {
	alias, ok := p.Projections[i].(*expression.Alias)
	if !ok {
		return nil, nil, false
	}
	e := alias.Child
	if c, converted := e.(*expression.Convert); converted {
		e = c.Child
	}
	f, ok := e.(*expression.GetField)
	below := p.Child.Schema()
	if !ok || i >= len(below) || len(below) != len(p.Projections) {
		return nil, nil, false
	}
	typ := below[i].Type
	of = expression.NewGetFieldWithTable(int(f.Id()), int(f.TableId()), typ, f.Database(), f.Table(), f.Name(), f.IsNullable())
	if q, ok := p.Child.(*plan.Project); ok {
		of = q.Projections[i]
	}
	return func(number string, digits exactDigits) sql.Expression {
		field := expression.NewGetFieldWithTable(int(f.Id()), int(f.TableId()), typ, f.Database(), f.Table(), f.Name(), f.IsNullable())
		out, _ := alias.WithChildren(expression.NewConvertWithLengthAndScale(field, number, digits.length(), digits.scale))
		return out
	}, of, true
}

func isNumberOrNull(t sql.Type) bool { return t == types.Null || types.IsNumber(t) }

// sortUnited has a UNION sorted by its columns as they are where one of the types is a
// number's: the engine sorts by the types of its first query.
func sortUnited(u *plan.SetOp) (sql.Node, transform.TreeIdentity, error) {
	if len(u.SortFields) == 0 {
		return u, transform.SameTree, nil
	}
	united := make(map[string]sql.Type)
	for _, c := range u.Schema() {
		if name := strings.ToLower(c.Name); united[name] == nil {
			united[name] = c.Type
		}
	}
	u, found, err := findUnitedColumns(u)
	if err != nil {
		return u, transform.SameTree, err
	}
	by, same, err := transform.Exprs(u.SortFields.ToExpressions(), func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
		f, ok := e.(*expression.GetField)
		if !ok {
			return e, transform.SameTree, nil
		}
		typ := united[strings.ToLower(f.Name())]
		if typ == nil || typ.Equals(f.Type()) || !types.IsNumber(typ) && !types.IsNumber(f.Type()) {
			return e, transform.SameTree, nil
		}
		return expression.NewGetFieldWithTable(int(f.Id()), int(f.TableId()), typ, f.Database(), f.Table(), f.Name(), f.IsNullable()), transform.NewTree, nil
	})
	if err != nil || bool(same) {
		return u, found, err
	}
	out := *u
	out.SortFields = u.SortFields.FromExpressions(by...)
	return &out, transform.NewTree, nil
}
