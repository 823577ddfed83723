package query

import (
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/step"
)

const (
	// maxExpanded is how much common table expressions may come to, each counted as
	// often as it is selected from, by tables, SELECTs and some expressions of them.
	maxExpanded       = 8192
	expressionsOfOne  = 4
	shortestExpansion = 256 // which no shorter text comes to
)

// expandsTooMuch says whether the common table expressions of a statement select from one
// another so often that a short text makes a huge plan: thirty, each of which joins the
// one before with itself, are 2^30 tables.
func expandsTooMuch(stmt sqlparser.Statement, text string) bool {
	if len(text) < shortestExpansion || step.IndexFold(text, "with") < 0 {
		return false
	}
	e := expansion{named: map[string]int{}}
	e.weigh(stmt)
	return e.expanded > maxExpanded
}

type expansion struct {
	named    map[string]int // what each comes to
	expanded int            // by names
}

// weigh is what a part of a statement comes to, up to a little more than may be.
func (e *expansion) weigh(n sqlparser.SQLNode) (weight int) {
	add := func(n int) { weight = min(weight+n, 2*maxExpanded) }
	visit := func(n sqlparser.SQLNode) (bool, error) {
		switch n := n.(type) {
		case sqlparser.Values: // there may be any number of rows
			return false, nil
		case *sqlparser.CommonTableExpr:
			e.named[strings.ToLower(n.As.String())] = e.weigh(n.AliasedTableExpr.Expr)
			return false, nil
		case *sqlparser.SetOp:
			e.first(n.With)
		case *sqlparser.Insert:
			e.first(n.With)
		case *sqlparser.Update:
			e.first(n.With)
		case *sqlparser.Delete:
			e.first(n.With)
		case *sqlparser.Select:
			add(1 + len(n.SelectExprs)/expressionsOfOne)
		case *sqlparser.AliasedTableExpr:
			add(1)
			if t, ok := n.Expr.(sqlparser.TableName); ok && t.DbQualifier.IsEmpty() {
				more := e.named[strings.ToLower(t.Name.String())]
				e.expanded = min(e.expanded+more, 2*maxExpanded)
				add(more)
			}
		}
		return e.expanded <= maxExpanded, nil
	}
	_ = sqlparser.Walk(visit, n)
	return weight
}

// first weighs expressions that the walk comes to after what selects from them, or not.
func (e *expansion) first(with *sqlparser.With) {
	if with == nil {
		return
	}
	for _, c := range with.Ctes {
		e.named[strings.ToLower(c.As.String())] = e.weigh(c.AliasedTableExpr.Expr)
	}
}
