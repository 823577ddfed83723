package query

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/change"
	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// A UNION is sorted by its own columns. The engine looks for what ORDER BY names in the first
// SELECT, its tables among it, and then for a column of that name: of two columns with one name
// it sorted by the first, whichever was meant, and by columns that nobody selects it sorted
// too. So where the names do not tell, ORDER BY calls a function that gives a column of the
// row, which is looked for when the columns are known.

// errSetAggregate is ER_AGGREGATE_ORDER_FOR_UNION.
const errSetAggregate = 3028

// UnionsByColumnsRule is the rule unions-by-columns.
var UnionsByColumnsRule = rule.Of[step.CheckStep]{
	Rule: rule.Rule{
		Name: "unions-by-columns", Changes: rule.Tree, About: rule.Sets,
		Why:      "The engine looks for ORDER BY of a UNION in the first SELECT's tables, and sorts by the first of two columns of one name; MySQL sorts by the UNION's own columns.",
		NeededBy: rule.Data, Golden: "union_order",
	},
	Apply: step.CheckStep{Sought: step.SoughtOrder | step.SoughtSet, Find: unitedOrderIn},
}

// unitedOrderIn has each sorted UNION be sorted by its columns.
func unitedOrderIn(n sqlparser.SQLNode) error {
	return syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		s, ok := n.(*sqlparser.SetOp)
		if !ok || len(s.OrderBy) == 0 {
			return true, nil
		}
		if err := refuseUnitedOrder(s.OrderBy); err != nil {
			return false, err
		}
		if sortsPlainly(change.SelectedFirst(s), s.OrderBy) {
			return true, nil
		}
		for _, o := range s.OrderBy {
			if !orderedBySubquery(o.Expr) {
				o.Expr = byUnitedColumns(o.Expr)
			}
		}
		return true, nil
	}, n)
}

// refuseUnitedOrder is the error of what no UNION is sorted by.
func refuseUnitedOrder(by sqlparser.OrderBy) error {
	for i, o := range by {
		if orderedBySubquery(o.Expr) {
			continue
		}
		err := syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
			switch n := n.(type) {
			case *sqlparser.ColName:
				if table := n.Qualifier.Name.String(); table != "" {
					return false, planbuilder.ErrQualifiedOrderBy.New(table)
				}
			case *sqlparser.FuncExpr:
				if n.Over == nil && !n.IsAggregate() {
					break
				}
				return false, mysql.NewSQLError(errSetAggregate, sqlerr.StateGeneral,
					"Expression #%d of ORDER BY contains aggregate function and applies to a UNION, EXCEPT or INTERSECT", i+1)
			}
			return true, nil
		}, o.Expr)
		if err != nil {
			return err
		}
	}
	return nil
}

func orderedBySubquery(e sqlparser.Expr) (found bool) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		_, is := n.(*sqlparser.Subquery)
		found = found || is
		return !found, nil
	}, e)
	return found
}

// sortsPlainly says whether all columns that ORDER BY names are the UNION's, and have different
// names.
func sortsPlainly(list sqlparser.SelectExprs, by sqlparser.OrderBy) bool {
	names, distinct := shownNames(list)
	if !distinct || names == nil {
		return false
	}
	plain := true
	for _, o := range by {
		_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
			switch n := n.(type) {
			case *sqlparser.Subquery:
				return false, nil
			case *sqlparser.ColName:
				plain = plain && slices.ContainsFunc(names, n.Name.EqualString)
			}
			return plain, nil
		}, o.Expr)
	}
	return plain
}

// byUnitedColumns names the columns of an expression by the function.
func byUnitedColumns(e sqlparser.Expr) sqlparser.Expr {
	column := func(e sqlparser.Expr) sqlparser.Expr {
		if c, ok := e.(*sqlparser.ColName); ok && !strings.HasPrefix(c.Name.String(), "@") {
			return syntaxtree.Call(collate.UnitedColumnName, sqlparser.NewStrVal([]byte(c.Name.String())))
		}
		return nil
	}
	if v, ok := e.(*sqlparser.SQLVal); ok && v.Type == sqlparser.IntVal {
		return syntaxtree.Call(collate.UnitedColumnName, v)
	}
	if c := column(e); c != nil {
		return c
	}
	syntaxtree.ReplaceExpressions(e, column)
	return e
}

// byUnited says of a sort that it is by such columns. The engine's node for the first rows of a
// sort adds to the rows that it sorts.
func byUnited(fields sql.SortFields) bool {
	return slices.ContainsFunc(fields.ToExpressions(), func(e sql.Expression) bool {
		return transform.InspectExpr(e, func(e sql.Expression) bool {
			_, ok := e.(*collate.UnitedColumn)
			return ok
		})
	})
}
