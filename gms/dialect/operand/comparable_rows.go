package operand

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// IN looks for a value among the rows of a subquery as one of their type: 1.5 is among 2, and
// what is none of the type is taken for missing even where a row is NULL. So both become of
// the type that they are compared by.

// comparableRows does so where the subquery's column can be given another type. Elsewhere texts are
// compared with a date or a time one after the other.
func (c comparing) comparableRows(in *plan.InSubquery) (sql.Expression, transform.TreeIdentity, error) {
	subquery, ok := in.RightChild.(*plan.Subquery)
	if !ok || !in.LeftChild.Resolved() || !subquery.Resolved() {
		return in, transform.SameTree, nil
	}
	columns := subquery.Query.Schema()
	if len(columns) != 1 {
		return in, transform.SameTree, nil
	}
	to := common(in.LeftChild, columns[0].Type)
	if to == unconverted {
		return in, transform.SameTree, nil
	}
	query, ok, err := withColumn(subquery.Query, func(e sql.Expression) sql.Expression { return converted(e, to) })
	if k := kindOf(in.LeftChild); err == nil && !ok && (k.isDated() || k == timeKind) {
		return &quantified{"=" + words.AnySuffix, in.LeftChild, subquery}, transform.NewTree, nil
	}
	if err != nil || !ok {
		return in, transform.SameTree, err
	}
	left := in.LeftChild
	if to != toClock {
		left = converted(left, to)
	}
	return plan.NewInSubquery(left, subquery.WithQuery(query)), transform.NewTree, nil
}

// common is what a value and those of a type are compared as, unconverted if that is as they are.
func common(e sql.Expression, t sql.Type) conversion {
	l, r := kindOf(e), kindOfValues(t)
	switch {
	case l == timeKind && r == textKind:
		return toClock
	case l == otherKind || r == otherKind || l == timeKind || r == timeKind || l == enumKind || r == enumKind:
		return unconverted
	case l == decimalKind && r == decimalKind:
		if e.Type().Equals(t) {
			return unconverted
		}
		return toExact
	case l == integerKind && r == integerKind && wraps(e.Type(), t):
		return toExact
	case l == r:
		return unconverted
	case l.isNumber() && r.isNumber():
		if max(l, r) >= floatKind {
			return toFloating
		}
		return toExact
	case l.isNumber() || r.isNumber():
		return toFloating
	case l == yearKind || r == yearKind:
		return unconverted
	}
	return toMoment
}

// wraps reports whether the engine takes a negative integer of one type for a large one of the other.
func wraps(t, other sql.Type) bool {
	return t.Type() == sqltypes.Uint64 && !types.IsUnsigned(other) || other.Type() == sqltypes.Uint64 && !types.IsUnsigned(t)
}

// withColumn is a query whose only column is another; false where that is not to be had.
func withColumn(n sql.Node, change func(sql.Expression) sql.Expression) (sql.Node, bool, error) {
	switch t := n.(type) {
	case *plan.Project:
		if len(t.Projections) != 1 {
			return n, false, nil
		}
		var column sql.Expression
		switch e := t.Projections[0].(type) {
		case *expression.Alias:
			alias := *e
			alias.Child = change(e.Child)
			column = &alias
		case *expression.GetField:
			column = expression.NewAlias(e.Name(), change(e)).WithId(e.Id()).(sql.Expression)
		default:
			column = change(e)
		}
		return plan.NewProject([]sql.Expression{column}, t.Child), true, nil
	case *plan.Limit, *plan.Offset, *plan.Distinct, *plan.Sort, *plan.Having, *plan.Filter, *plan.TopN:
		child, ok, err := withColumn(n.Children()[0], change)
		if err != nil || !ok {
			return n, false, err
		}
		n, err = n.WithChildren(child)
		return n, true, err
	}
	return n, false, nil
}
