package group

import (
	"maps"
	"strings"

	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// The engine knows the aggregates of a query by their text, and takes one of a
// subquery for that of the query around it where the two read alike: in SELECT
// SUM(d) / (SELECT SUM(d) FROM t) FROM t GROUP BY a, both would be the sum of the
// group. So the operands of such an aggregate of a subquery are wrapped in a function
// that gives them as they are and prints with a blank behind for each level of
// nesting. All others are left alone: their plans may depend on what they are of.

// SubqueryAggregatesRule is the rule aggregates-of-subqueries.
var SubqueryAggregatesRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "aggregates-of-subqueries", Changes: rule.Tree, About: rule.Grouping,
		Why:      "The engine knows an aggregate by its text and takes that of a subquery for the same aggregate of the query around it; in MySQL each query has its own.",
		NeededBy: rule.Data, Golden: "grouped_queries",
	},
	Apply: step.TreeStep{Sought: step.SoughtQueries, Apply: separateOperandsIn},
}

// separateOperandsIn has the aggregates of a statement's subqueries be their own, those
// of a view's query as well, each time that is read. What is kept of a view is the text
// as it was written.
func separateOperandsIn(stmt sqlparser.SQLNode) {
	switch s := stmt.(type) {
	case sqlparser.SelectStatement:
		separateIn(s, 0, nil)
	case *sqlparser.Insert, *sqlparser.Update, *sqlparser.Delete:
		separateAggregates(stmt, 0, nil)
	case *sqlparser.DDL:
		if s.ViewSpec != nil && s.ViewSpec.ViewExpr != nil {
			separateIn(s.ViewSpec.ViewExpr, 0, nil)
		}
		if s.OptSelect != nil && s.OptSelect.Select != nil {
			separateIn(s.OptSelect.Select, 0, nil)
		}
	}
}

// separateAggregates wraps operands in the subqueries of a query or a change.
// around are the aggregates of the queries it is in, and its own.
func separateAggregates(n sqlparser.SQLNode, level int, around map[string]bool) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *sqlparser.AliasedTableExpr: // of the first query, no aggregate is known yet
			if s, ok := n.Expr.(*sqlparser.Subquery); ok && level == 0 {
				separateIn(s.Select, level, nil)
				return false, nil
			}
		case *sqlparser.Subquery:
			separateIn(n.Select, level+1, around)
			return false, nil
		}
		return true, nil
	}, n)
}

func separateIn(stmt sqlparser.SelectStatement, level int, around map[string]bool) {
	switch s := stmt.(type) {
	case *sqlparser.ParenSelect:
		separateIn(s.Select, level, around)
	case *sqlparser.SetOp:
		separateIn(s.Left, level, around)
		separateIn(s.Right, level, around)
	case *sqlparser.Select:
		within := maps.Clone(around)
		eachAggregate(s, func(text string, _ sqlparser.SelectExprs) {
			if within == nil {
				within = make(map[string]bool)
			}
			within[text] = true
		})
		separateAggregates(s, level, within)
		if len(around) > 0 {
			wrapOperands(s, level, around)
		}
	}
}

// tableNames are the names in lower case by which a FROM clause knows its tables.
func tableNames(from sqlparser.TableExprs) map[string]bool {
	names := make(map[string]bool)
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		t, ok := n.(*sqlparser.AliasedTableExpr)
		if !ok {
			return true, nil
		}
		name := t.As.String()
		if table, ok := t.Expr.(sqlparser.TableName); ok && name == "" {
			name = table.Name.String()
		}
		if name != "dual" {
			names[strings.ToLower(name)] = true
		}
		return false, nil
	}, from)
	return names
}

// wrapOperands wraps the operands of a query's own aggregates that read as one
// around it does. One that names a table of a query around it is that query's.
func wrapOperands(s *sqlparser.Select, level int, around map[string]bool) {
	tables := tableNames(s.From)
	if len(tables) == 0 {
		return
	}
	eachAggregate(s, func(text string, operands sqlparser.SelectExprs) {
		if !around[text] {
			return
		}
		for _, e := range operands {
			list, ok := e.(*sqlparser.AliasedExpr)
			if !ok || !ownColumns(list.Expr, tables) {
				continue
			}
			for range level {
				list.Expr = &sqlparser.FuncExpr{
					Name:  sqlparser.NewColIdent(operand.OperandName),
					Exprs: sqlparser.SelectExprs{&sqlparser.AliasedExpr{Expr: list.Expr}},
				}
			}
		}
	})
}

// eachAggregate visits the aggregates of a query, those of its subqueries left
// out, with their texts and operands.
func eachAggregate(s *sqlparser.Select, visit func(text string, operands sqlparser.SelectExprs)) {
	nodes := []sqlparser.SQLNode{s.SelectExprs, s.OrderBy}
	if s.Having != nil {
		nodes = append(nodes, s.Having)
	}
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *sqlparser.Subquery:
			return false, nil
		case *sqlparser.FuncExpr:
			if n.Over == nil && planbuilder.IsAggregateFunc(n.Name.Lowered()) {
				visit(aggregateText(n), n.Exprs)
				return false, nil
			}
		case *sqlparser.GroupConcatExpr:
			visit(aggregateText(n), n.Exprs)
			return false, nil
		}
		return true, nil
	}, nodes...)
}

// aggregateText is what an aggregate reads as without the tables of its columns,
// which the engine adds to those that have none.
func aggregateText(n sqlparser.SQLNode) string {
	buf := sqlparser.NewTrackedBuffer(func(buf *sqlparser.TrackedBuffer, n sqlparser.SQLNode) {
		if c, ok := n.(*sqlparser.ColName); ok {
			buf.WriteString(c.Name.Lowered())
			return
		}
		n.Format(buf)
	})
	buf.Myprintf("%v", n)
	return strings.ToLower(buf.String())
}

// ownColumns says whether an expression has columns, and names of tables only
// those given.
func ownColumns(e sqlparser.Expr, tables map[string]bool) bool {
	has, own := false, true
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if c, ok := n.(*sqlparser.ColName); ok {
			table := strings.ToLower(c.Qualifier.Name.String())
			has, own = true, own && (table == "" || tables[table])
		}
		return true, nil
	}, e)
	return has && own
}
