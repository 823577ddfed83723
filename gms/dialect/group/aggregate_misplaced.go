package group

import (
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// MisplacedAggregate says whether a statement has an aggregate where there are no rows
// yet that it could be of, MySQL's error 1111: in a condition on rows, a new value, or
// another aggregate. The engine answers with what happens to be there. What is in a
// subquery is left alone: it may be of the rows of the query around it.
func MisplacedAggregate(stmt sqlparser.Statement) bool {
	switch s := stmt.(type) {
	case sqlparser.SelectStatement:
		return misplacedInQuery(s)
	case *sqlparser.Insert:
		if hasAggregate(sqlparser.AssignmentExprs(s.OnDup)) {
			return true
		}
		if q, ok := s.Rows.(sqlparser.SelectStatement); ok {
			return misplacedInQuery(q)
		}
		return hasAggregate(s.Rows)
	case *sqlparser.Update:
		return misplacedInTables(s.TableExprs) || hasAggregate(s.Exprs) || inCondition(s.Where)
	case *sqlparser.Delete:
		return misplacedInTables(s.TableExprs) || inCondition(s.Where)
	case *sqlparser.Set:
		return hasAggregate(s.Exprs)
	}
	return false
}

func misplacedInQuery(stmt sqlparser.SelectStatement) bool {
	switch s := stmt.(type) {
	case *sqlparser.ParenSelect:
		return misplacedInQuery(s.Select)
	case *sqlparser.SetOp:
		return misplacedInQuery(s.Left) || misplacedInQuery(s.Right)
	case *sqlparser.Select:
		return misplacedInTables(s.From) || inCondition(s.Where) || nested(s)
	}
	return false
}

// misplacedInTables looks at the conditions of joins and at derived tables.
func misplacedInTables(from sqlparser.TableExprs) bool {
	found := false
	for _, t := range from {
		_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
			switch n := n.(type) {
			case *sqlparser.JoinTableExpr:
				found = found || n.Condition.On != nil && hasAggregate(n.Condition.On)
			case *sqlparser.Subquery:
				found = found || misplacedInQuery(n.Select)
				return false, nil
			}
			return !found, nil
		}, t)
	}
	return found
}

func inCondition(w *sqlparser.Where) bool { return w != nil && hasAggregate(w.Expr) }

// nested says whether an aggregate of a query is of another one.
func nested(s *sqlparser.Select) bool {
	found := false
	eachAggregate(s, func(_ string, operands sqlparser.SelectExprs) { found = found || hasAggregate(operands) })
	return found
}

// hasAggregate says whether an expression has an aggregate that is no window function.
func hasAggregate(n sqlparser.SQLNode) (found bool) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *sqlparser.Subquery:
			return false, nil
		case *sqlparser.GroupConcatExpr:
			found = true
		case *sqlparser.FuncExpr:
			found = found || n.Over == nil && n.IsAggregate()
		}
		return !found, nil
	}, n)
	return found
}
