package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/userlock"
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/plantree"
)

// planFacts reads off a plan what MySQL counts when it prepares one.
type planFacts struct {
	ctx      *sql.Context
	counters *perfschema.StatementCounters
	selects  bool // SELECT_* count only where a query reads, not in UPDATE and DELETE
	tables   int  // of databases that have transactions
	nodes    int  // and expressions that were visited
	waits    bool // a function of it may wait: for a user-level lock, for time to pass
	// reads are the first tables that are read; nil where nobody asks.
	reads  *plantree.Running
	groups bool // rows are grouped, on a goroutine of its own
}

// read visits all of a plan. only is the table that it gives columns of, by one key, if
// there is nothing else in it.
func (f *planFacts) read(root sql.Node, only *plan.IndexedTableAccess) {
	if only == nil {
		f.walk(root, true)
		return
	}
	f.nodes = nodesOfPoint(root)
	f.table(only.Database())
	f.reading(only)
}

// nodesOfPoint counts the nodes and expressions of a plan for which [columnsOfPoint] returns a table.
func nodesOfPoint(root sql.Node) int {
	if p, ok := root.(*plan.Project); ok {
		return 2 + len(p.Projections)
	}
	return 1
}

// columnsOfPoint is the table of a plan that gives columns of it and nothing else, so
// that there is nothing to look for in its expressions; nil for another plan.
func columnsOfPoint(root sql.Node) *plan.IndexedTableAccess {
	if p, ok := root.(*plan.Project); ok {
		for _, e := range p.Projections {
			if _, column := e.(*expression.GetField); !column {
				return nil
			}
		}
		root = p.Child
	}
	table, _ := root.(*plan.IndexedTableAccess)
	return table
}

// walk visits a node of a query. first is true until the first table of a
// join, false for those joined to it.
func (f *planFacts) walk(n sql.Node, first bool) {
	f.nodes++
	switch n := n.(type) {
	case nil:
	case *plan.ResolvedTable:
		if !plan.IsDualTable(n.Table) {
			f.table(n.SqlDatabase)
			f.reading(n)
			f.count(node.AccessScan, first)
		}
	case *plan.IndexedTableAccess:
		f.table(n.Database())
		f.reading(n)
		f.count(node.IndexAccess(f.ctx, n), first)
	case *plan.JoinNode:
		f.walk(n.Left(), first)
		f.walk(n.Right(), false)
		f.expression(n.Filter)
	case *plan.SubqueryAlias:
		f.walk(n.Child, true)
	case *plan.SetOp:
		if n.Distinct {
			f.counters.CreatedTmpTables++
		}
		f.walk(n.Left(), true)
		f.walk(n.Right(), true)
	case *plan.RecursiveCte:
		f.counters.CreatedTmpTables++
		f.walk(n.Left(), true)
		f.walk(n.Right(), true)
	case *plan.GroupBy:
		if len(n.GroupByExprs) > 0 {
			f.counters.CreatedTmpTables++
			f.groups = true
		}
		f.expressions(n.SelectDeps)
		f.walk(n.Child, first)
	case *plan.Distinct:
		f.counters.CreatedTmpTables++
		f.walk(n.Child, first)
	case *plan.Window:
		f.counters.CreatedTmpTables++
		f.walk(n.Child, first)
	case *plan.CachedResults:
		f.counters.CreatedTmpTables++
		f.walk(n.Child, first)
	case *plan.Project:
		f.expressions(n.Projections)
		f.walk(n.Child, first)
	case *plan.Filter:
		f.expression(n.Expression)
		f.walk(n.Child, first)
	case *plan.Having:
		f.expression(n.Cond)
		f.walk(n.Child, first)
	case *plan.InsertInto:
		f.table(n.Database())
		f.walk(n.Source, true)
	case *plan.Update:
		f.change(n.Child)
	case *plan.DeleteFrom:
		f.change(n.Child)
	case *plan.TriggerExecutor:
		f.walk(n.Left(), first)
	case *plan.ForeignKeyHandler:
		f.walk(n.OriginalNode, first)
	case *plan.Values:
		for _, row := range n.ExpressionTuples {
			f.expressions(row)
		}
	case *plan.Sort, *plan.TopN, *plan.Limit, *plan.Offset, *plan.TableAlias, *plan.OrderedDistinct, *plan.Max1Row,
		*plan.HashLookup, *plan.Into, *plan.UpdateSource, *plan.UpdateJoin, *plan.Concat, *plan.NamedWindows:
		for _, child := range n.Children() {
			f.walk(child, first)
		}
	}
}

// change visits what an UPDATE or DELETE reads: only whether it has an index
// counts.
func (f *planFacts) change(n sql.Node) {
	was := f.selects
	f.selects = false
	f.walk(n, true)
	f.selects = was
}

func (f *planFacts) table(db sql.Database) {
	if db != nil && !computed.IsVirtual(db.Name()) {
		f.tables++
	}
}

// reading notes a table that is read, to count its rows.
func (f *planFacts) reading(n sql.Node) {
	if r := f.reads; r != nil && len(r.Tables) < plantree.MostTables {
		r.Tables = append(r.Tables, plantree.TableCount{Node: n})
	}
}

func (f *planFacts) count(a node.Access, first bool) {
	c := f.counters
	if a == node.AccessScan {
		c.NoIndexUsed = 1
	}
	if !f.selects {
		return
	}
	switch {
	case a == node.AccessRange && first:
		c.SelectRange++
	case a == node.AccessRange:
		c.SelectFullRangeJoin++
	case a < node.AccessIndex:
	case first:
		c.SelectScan++
	default:
		c.SelectFullJoin++
	}
}

func (f *planFacts) expressions(es []sql.Expression) {
	for _, e := range es {
		f.expression(e)
	}
}

// expression looks for subqueries and functions that wait.
func (f *planFacts) expression(e sql.Expression) {
	f.nodes++
	switch e := e.(type) {
	case nil, *expression.GetField, *expression.Literal:
		return
	case *plan.InSubquery:
		if s, ok := e.Right().(*plan.Subquery); ok {
			held.WatchSubquery(s, true, memoryOf)
		}
	case *plan.Subquery:
		held.WatchSubquery(e, false, memoryOf)
		was := f.selects
		f.selects = true
		f.walk(e.Query, true)
		f.selects = was
		return
	case *userlock.Call, *sleep:
		f.waits = true
	}
	for _, child := range e.Children() {
		f.expression(child)
	}
}
