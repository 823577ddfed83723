package group

import (
	"strconv"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// GroupedAggregate is what a query of a statement groups its rows by though it is of groups:
// an aggregate, or the position of a column that has one. It is empty if there is none. A
// name may be that of a table's column. found is what [step.Seek] has found of the text.
func GroupedAggregate(stmt sqlparser.Statement, found step.Sought) (name string) {
	if stmt == nil || found&(step.SoughtGroup|step.SoughtSelect) != step.SoughtGroup|step.SoughtSelect {
		return ""
	}
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if s, ok := n.(*sqlparser.Select); ok && name == "" {
			for _, by := range s.GroupBy {
				if name = groupedBy(s.SelectExprs, by); name != "" {
					break
				}
			}
		}
		return name == "", nil
	}, stmt)
	return name
}

// groupedBy is the name of what a GROUP BY is of, if it has an aggregate.
func groupedBy(list sqlparser.SelectExprs, by sqlparser.Expr) string {
	if e, ok := by.(*sqlparser.SQLVal); ok {
		n, err := strconv.Atoi(string(e.Val))
		if e.Type != sqlparser.IntVal || err != nil || n < 1 || n > len(list) {
			return ""
		}
		for _, before := range list[:n] {
			if _, star := before.(*sqlparser.StarExpr); star {
				return "" // which column that is the text does not say
			}
		}
		return aggregateColumn(list[n-1])
	}
	if !hasAggregate(by) {
		return ""
	}
	text := sqlparser.String(by)
	for _, column := range list {
		if a, ok := column.(*sqlparser.AliasedExpr); ok && sqlparser.String(a.Expr) == text && a.As.IsEmpty() && a.InputExpression != "" {
			return a.InputExpression
		}
	}
	return text
}

// aggregateColumn is the name of a column that has an aggregate, else empty.
func aggregateColumn(column sqlparser.SelectExpr) string {
	a, ok := column.(*sqlparser.AliasedExpr)
	switch {
	case !ok, !hasAggregate(a.Expr):
		return ""
	case !a.As.IsEmpty():
		return a.As.String()
	case a.InputExpression != "":
		return a.InputExpression
	}
	return sqlparser.String(a.Expr)
}
