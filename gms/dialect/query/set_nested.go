package query

import (
	"strconv"
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/change"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/dialect/window"
)

// Of (A UNION B ORDER BY 1 LIMIT 1) UNION C the engine moves ORDER BY and LIMIT to the outer
// UNION. So such a UNION becomes a derived table, which keeps both to itself.

// nestedName names the derived table. No statement has a table of that name by chance.
const nestedName = "nested set"

// LimitsOfNestedUnionsRule is the rule limits-of-nested-unions.
var LimitsOfNestedUnionsRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "limits-of-nested-unions", Changes: rule.Tree, About: rule.Sets,
		Why:      "The engine moves ORDER BY and LIMIT of a UNION in parentheses to the UNION around it; in MySQL both stay with the inner one.",
		NeededBy: rule.Data, Golden: "found_rows",
	},
	Apply: step.TreeStep{Sought: step.SoughtSet, Apply: nestedSetsIn, Programs: true},
}

// nestedSetsIn keeps ORDER BY and LIMIT of the UNIONs that others begin with where they are.
func nestedSetsIn(n sqlparser.SQLNode) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if s, ok := n.(*sqlparser.SetOp); ok {
			if inner, ok := s.Left.(*sqlparser.ParenSelect); ok && isBoundSet(inner) {
				s.Left = selectedFrom(inner.Select)
			}
		}
		return true, nil
	}, n)
}

// isBoundSet says whether a query in parentheses is a UNION, INTERSECT or EXCEPT with an order
// or a limit.
func isBoundSet(s sqlparser.SelectStatement) bool {
	switch s := s.(type) {
	case *sqlparser.ParenSelect:
		return isBoundSet(s.Select)
	case *sqlparser.SetOp:
		return len(s.OrderBy) > 0 || s.Limit != nil
	}
	return false
}

// selectedFrom selects all columns of a query. A derived table has each name once: where two
// are the same, the columns get names of their own, and are selected by their names.
func selectedFrom(query sqlparser.SelectStatement) sqlparser.SelectStatement {
	table := &sqlparser.Subquery{Select: query}
	out := &sqlparser.Select{
		SelectExprs: sqlparser.SelectExprs{&sqlparser.StarExpr{}},
		From: sqlparser.TableExprs{&sqlparser.AliasedTableExpr{
			Auth: sqlparser.AuthInformation{AuthType: sqlparser.AuthType_IGNORE}, Expr: table, As: sqlparser.NewTableIdent(nestedName),
		}},
	}
	names, distinct := shownNames(change.SelectedFirst(query))
	if distinct {
		return out
	}
	out.SelectExprs = make(sqlparser.SelectExprs, len(names))
	for i, name := range names {
		column := sqlparser.NewColIdent("column " + strconv.Itoa(i))
		table.Columns = append(table.Columns, column)
		out.SelectExprs[i] = &sqlparser.AliasedExpr{Expr: &sqlparser.ColName{Name: column}, As: sqlparser.NewColIdent(name)}
	}
	return out
}

// shownNames are the names of what is selected, and whether they differ. Of * they are not
// known, and are taken to differ.
func shownNames(list sqlparser.SelectExprs) (names []string, distinct bool) {
	seen := make(map[string]bool)
	distinct = true
	for _, e := range list {
		aliased, ok := e.(*sqlparser.AliasedExpr)
		if !ok {
			return nil, true
		}
		name := window.ShownName(aliased)
		names = append(names, name)
		distinct = distinct && !seen[strings.ToLower(name)]
		seen[strings.ToLower(name)] = true
	}
	return names, distinct
}
