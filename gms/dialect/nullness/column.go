package nullness

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// maxDepth is how many nodes and expressions above one another are looked through.
const maxDepth = 200

// Prover proves that columns of one plan are not NULL. The zero Prover has no plan and proves
// nothing.
type Prover struct {
	root   sql.Node
	leaf   sql.Node // the last table whose columns were asked for
	schema sql.Schema
	depth  int
}

// Of returns a Prover for a plan that is analyzed, or bound alone. root may be nil.
func Of(root sql.Node) Prover { return Prover{root: root} }

// NotNull reports whether column i of the plan's result is proved never to be NULL.
func (p *Prover) NotNull(i int) bool {
	p.depth = 0
	return p.root != nil && p.column(p.root, i)
}

// below is the node whose columns a node gives as they are; nil below one that makes its own.
func below(n sql.Node) sql.Node {
	switch n := n.(type) {
	case *plan.Filter:
		return n.Child
	case *plan.Having:
		return n.Child
	case *plan.HashLookup:
		return n.Child
	case *plan.CachedResults:
		return n.Child
	case *plan.Max1Row:
		return nil // gives a row of NULLs where there is none
	case *query.Materialized:
		return n.Child
	case *plan.TableAlias:
		return nil // a table of another name
	case node.PassedOver:
		return n.PassedOver()
	case interface{ Wrapped() sql.Node }:
		return n.Wrapped()
	}
	return node.SameColumns(n)
}

// column is NotNull of a node of the plan.
func (p *Prover) column(n sql.Node, i int) bool {
	if p.depth++; p.depth > maxDepth || i < 0 {
		return false
	}
	defer func() { p.depth-- }()
	switch n := n.(type) {
	case *plan.Project:
		return i < len(n.Projections) && p.value(n.Projections[i], n.Child)
	case *plan.GroupBy:
		return i < len(n.SelectDeps) && p.value(n.SelectDeps[i], groups(n))
	case *plan.Window:
		return i < len(n.SelectExprs) && p.value(n.SelectExprs[i], n.Child)
	case *plan.SetOp:
		return p.column(n.Left(), i) && p.column(n.Right(), i)
	case *plan.SubqueryAlias:
		return p.column(n.Child, i)
	case *plan.JoinNode:
		left, right := supplied(n)
		switch width := len(n.Left().Schema()); {
		case i < width:
			return !left && p.column(n.Left(), i)
		default:
			return !right && p.column(n.Right(), i-width)
		}
	case *plan.Values:
		return p.tuples(n.ExpressionTuples, i)
	case *plan.ValueDerivedTable:
		return p.tuples(n.ExpressionTuples, i)
	case *plan.RecursiveCte, *plan.RecursiveTable, *plan.JSONTable:
		return false // as in MySQL
	}
	if child := below(n); child != nil {
		return p.column(child, i)
	}
	if !describesItself(n) {
		return false
	}
	schema := p.columnsOf(n)
	return i < len(schema) && !schema[i].Nullable
}

// describesItself reports whether a node's own schema says which columns are NULL: that
// of tables, and of what SHOW gives.
func describesItself(n sql.Node) bool {
	switch n.(type) {
	case *plan.ShowTableStatus:
		return false // the engine says NOT NULL of all of them
	case sql.TableNode, *plan.TableAlias, *plan.ShowColumns, *plan.ShowIndexes, *plan.ShowCreateTable, *plan.DescribeQuery:
		return true
	}
	return len(n.Children()) == 0
}

// supplied reports which sides of a join may be NULL in its result although their own rows
// are not, or are not in it.
func supplied(n *plan.JoinNode) (left, right bool) {
	switch op := n.Op; {
	case op.IsFullOuter():
		return true, true
	case op == plan.JoinTypeLateralCross: // which the engine makes of LEFT JOIN LATERAL ... ON TRUE, too
		return false, true
	case op.IsLeftOuter(), op == plan.JoinTypeLateralLeft, op == plan.JoinTypeUsingLeft, op.IsPartial():
		return false, true
	case op.IsRightOuter(), op == plan.JoinTypeLateralRight, op == plan.JoinTypeUsingRight:
		return true, false
	}
	return false, false
}

// groups is the node in whose rows a grouping finds the values of its columns; nil where
// it has a row without one, being over no rows.
func groups(n *plan.GroupBy) sql.Node {
	if len(n.GroupByExprs) == 0 {
		return nil
	}
	return n.Child
}

func (p *Prover) tuples(rows [][]sql.Expression, i int) bool {
	for _, row := range rows {
		if i >= len(row) || !p.value(row[i], nil) {
			return false
		}
	}
	return len(rows) > 0
}

// columnsOf is the schema of a node; tables are asked for many columns one after the other.
// Not all nodes can be compared.
func (p *Prover) columnsOf(n sql.Node) sql.Schema {
	switch n.(type) {
	case *plan.ResolvedTable, *plan.IndexedTableAccess, *plan.TableAlias, *plan.SubqueryAlias:
		if p.leaf != n {
			p.leaf, p.schema = n, n.Schema()
		}
		return p.schema
	}
	return n.Schema()
}

// named finds the column that a field of an expression above n stands for. Of a field that
// cannot be found nothing is proved.
func (p *Prover) named(n sql.Node, field *expression.GetField) (notNull, found bool) {
	if p.depth++; p.depth > maxDepth || n == nil {
		return false, false
	}
	defer func() { p.depth-- }()
	switch n := n.(type) {
	case *plan.Project:
		return p.among(n.Projections, n.Child, field)
	case *plan.GroupBy:
		return p.among(n.SelectDeps, groups(n), field)
	case *plan.Window:
		return p.among(n.SelectExprs, n.Child, field)
	case *plan.JoinNode:
		left, right := supplied(n)
		if notNull, found = p.named(n.Left(), field); found {
			return notNull && !left, true
		}
		if n.Op.IsPartial() {
			return false, false
		}
		notNull, found = p.named(n.Right(), field)
		return notNull && !right, found
	case *plan.SubqueryAlias, *plan.SetOp, *plan.Values, *plan.ValueDerivedTable, *plan.RecursiveCte, *plan.RecursiveTable, *plan.JSONTable:
	default:
		if child := below(n); child != nil {
			return p.named(child, field)
		}
		if !describesItself(n) {
			return false, false
		}
	}
	schema := p.columnsOf(n)
	if i := field.Index(); i >= 0 && i < len(schema) && isColumn(schema[i], field) {
		return p.column(n, i), true
	}
	for i, c := range schema {
		if isColumn(c, field) {
			return p.column(n, i), true
		}
	}
	return false, false
}

func isColumn(c *sql.Column, field *expression.GetField) bool {
	return strings.EqualFold(c.Name, field.Name()) && strings.EqualFold(c.Source, field.Table())
}

// among finds a field among the expressions of a node over child.
func (p *Prover) among(all []sql.Expression, child sql.Node, field *expression.GetField) (notNull, found bool) {
	for _, e := range all {
		var name, table string
		switch e := e.(type) {
		case *expression.Alias:
			name = e.Name()
		case *expression.GetField:
			name, table = e.Name(), e.Table()
		default:
			name = e.String()
		}
		if strings.EqualFold(name, field.Name()) && strings.EqualFold(table, field.Table()) {
			return p.value(e, child), true
		}
	}
	return false, false
}
