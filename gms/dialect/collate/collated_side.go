package collate

import (
	"reflect"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
)

// sideRule makes another expression of that of a column; false where it is to stay.
type sideRule func(column int, e sql.Expression) (sql.Expression, bool)

// ofCollations gives texts exactly these collations: both sides of a UNION are to have the
// same types.
func ofCollations(by []sql.CollationID) sideRule {
	return func(column int, e sql.Expression) (sql.Expression, bool) {
		if column >= len(by) || by[column] == sql.Collation_Unspecified {
			return e, false
		}
		return ofCollation(e, by[column])
	}
}

// differingTexts are the columns of texts or bytes that do not have the same type on both
// sides of a UNION, which the engine refuses: it has made them alike, but below them some
// have become of other types since, by collations that no rule makes one of. Nil of none.
func differingTexts(left, right sql.Schema) map[int]bool {
	var out map[int]bool
	for i := range min(len(left), len(right)) {
		if types.IsText(left[i].Type) && types.IsText(right[i].Type) && !reflect.DeepEqual(left[i].Type, right[i].Type) {
			if out == nil {
				out = make(map[int]bool)
			}
			out[i] = true
		}
	}
	return out
}

// longTexts gives columns the type that the engine makes of two others.
func longTexts(columns map[int]bool) sideRule {
	return func(column int, e sql.Expression) (sql.Expression, bool) {
		switch {
		case !columns[column] || reflect.DeepEqual(e.Type(), types.LongText):
			return e, false
		case types.IsTextOnly(e.Type()):
			return typedAs(e, types.LongText), true
		}
		if a, ok := e.(*expression.Alias); ok {
			return planwalk.WithChildren(a, expression.NewConvert(a.Child, expression.ConvertToChar)), true
		}
		return expression.NewConvert(e, expression.ConvertToChar), true
	}
}

// mapSides has a rule change the columns of both sides of a UNION.
func mapSides(left, right sql.Node, rule sideRule) (l, r sql.Node, changed bool, err error) {
	l, leftSame, err := mapSide(left, rule)
	if err != nil {
		return left, right, false, err
	}
	r, rightSame, err := mapSide(right, rule)
	if err != nil {
		return left, right, false, err
	}
	return l, r, !bool(leftSame) || !bool(rightSame), nil
}

// mapSide does so with one side. Only projections can be changed.
func mapSide(n sql.Node, rule sideRule) (sql.Node, transform.TreeIdentity, error) {
	switch t := n.(type) {
	case *plan.Limit, *plan.Offset, *plan.Sort, *plan.Distinct:
		child, same, err := mapSide(n.Children()[0], rule)
		return planwalk.Replaced(n, child, same, err)
	case *plan.SetOp:
		left, right, changed, err := mapSides(t.Left(), t.Right(), rule)
		if err != nil || !changed {
			return n, transform.SameTree, err
		}
		out, err := t.WithChildren(left, right)
		return out, transform.NewTree, err
	case *plan.Project:
		var list []sql.Expression
		for i, e := range t.Projections {
			with, changed := rule(i, e)
			if !changed {
				continue
			}
			if f, ok := e.(*expression.GetField); ok {
				with = expression.NewAlias(f.Name(), with).WithId(f.Id()) // known above by it
			}
			if list == nil {
				list = append(list, t.Projections...)
			}
			list[i] = with
		}
		if list == nil {
			return n, transform.SameTree, nil
		}
		out, err := t.WithExpressions(list...)
		return out, transform.NewTree, err
	}
	return n, transform.SameTree, nil
}
