package gms

import (
	"reflect"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// keptPlan is the plan of a statement while somebody wants to know of its
// nodes: a profiler, or who said EXPLAIN ANALYZE. It knows the engine's nodes
// by number; of what it shows, plan, nobody else does.
type keptPlan struct {
	plan    *perfschema.Plan
	nodes   []sql.Node // the node of number i+1; a pointer, or else nil
	parents []uint16
	byNode  map[sql.Node]uint16 // where there are many
	// statements are those of the procedures that are called, in the order of
	// their numbers; among nodes they are nil.
	statements []calledStatement
	// analysis is that of an EXPLAIN ANALYZE, which times the nodes.
	analysis *analysis
}

// fewNodes is up to how many nodes are searched one by one.
const fewNodes = 16

// keep makes the plan of a tree of nodes, those of its subqueries included,
// each of which is below the node that asks for it.
func (k *keptPlan) keep(root sql.Node) {
	k.nodes, k.parents, k.statements = k.nodes[:0], k.parents[:0], nil
	k.byNode, k.analysis = nil, nil
	k.add(root, 0)
	k.plan = perfschema.NewPlan(len(k.nodes))
	if len(k.nodes) > fewNodes {
		k.byNode = make(map[sql.Node]uint16, len(k.nodes))
	}
	called := k.statements
	for i, n := range k.nodes {
		if n == nil {
			k.plan.Add(k.parents[i], operatorOf(called[0].Changes), called[0].Name, called[0].Object)
			called = called[1:]
			continue
		}
		kind := node.KindOf(n)
		p := k.plan.Add(k.parents[i], kind.Operator, kind.Name, objectOf(n))
		if !isPointer(n) {
			k.nodes[i] = nil // cannot be compared
			continue
		}
		if k.byNode != nil {
			k.byNode[n] = uint16(i + 1)
		}
		if isUncounted(n) {
			p.SetRowsKnown(false)
		}
	}
}

// forget lets go of the nodes.
func (k *keptPlan) forget() {
	clear(k.nodes)
	*k = keptPlan{nodes: k.nodes[:0], parents: k.parents[:0]}
}

func isPointer(n sql.Node) bool { return reflect.TypeOf(n).Kind() == reflect.Pointer }

func (k *keptPlan) add(n sql.Node, parent uint16) {
	if n == nil || len(k.nodes) == perfschema.MaxPlanNodes {
		return
	}
	k.nodes, k.parents = append(k.nodes, n), append(k.parents, parent)
	number := uint16(len(k.nodes))
	k.addSubqueries(n, number)
	switch n := n.(type) {
	case *plan.InsertInto:
		k.add(n.Source, number) // its child is where the rows go
		return
	case *plan.Call:
		k.addStatements(n, number)
	case *plan.Project: // these without the list of one node that Children makes
		k.add(n.Child, number)
		return
	case *plan.Filter:
		k.add(n.Child, number)
		return
	}
	for _, child := range n.Children() {
		k.add(child, number)
	}
}

// addSubqueries adds those in the expressions of a node.
func (k *keptPlan) addSubqueries(n sql.Node, number uint16) {
	switch n := n.(type) {
	case *plan.ResolvedTable, *plan.IndexedTableAccess, *plan.TableAlias:
	case *plan.Project:
		k.addIn(n.Projections, number)
	case *plan.Filter:
		k.addInOne(n.Expression, number)
	case *plan.JoinNode:
		k.addInOne(n.Filter, number)
	case sql.Expressioner:
		k.addIn(n.Expressions(), number)
	}
}

func (k *keptPlan) addIn(es []sql.Expression, number uint16) {
	for _, e := range es {
		k.addInOne(e, number)
	}
}

func (k *keptPlan) addInOne(e sql.Expression, number uint16) {
	switch e := e.(type) {
	case nil, *expression.GetField, *expression.Literal:
	case *plan.Subquery:
		k.add(e.Query, number)
	default:
		k.addIn(e.Children(), number)
	}
}

// objectOf names the table a node reads or changes, or what else it is of.
func objectOf(n sql.Node) string {
	switch n := n.(type) {
	case *plan.ResolvedTable:
		if plan.IsDualTable(n.Table) {
			return ""
		}
		return n.Name()
	case *plan.InsertInto:
		return nameBelow(n.Destination)
	case *plan.Update:
		return nameBelow(n.Child)
	case *plan.DeleteFrom:
		if targets := n.GetDeleteTargets(); len(targets) == 1 {
			return nameBelow(targets[0])
		}
		return ""
	case *plan.Truncate:
		return nameBelow(n.Child)
	case *plan.Call:
		return n.Name
	case *plan.CachedResults, *plan.Max1Row, *plan.JoinNode, *plan.UpdateJoin, *plan.TableCountLookup:
		return ""
	case sql.Nameable:
		return n.Name()
	}
	return ""
}

// nameBelow is the name of the first table that a node leads to.
func nameBelow(n sql.Node) string {
	for ; n != nil; n = firstChild(n) {
		switch t := n.(type) {
		case *plan.UpdateJoin:
			if len(t.UpdateTargets) != 1 {
				return ""
			}
			for _, target := range t.UpdateTargets {
				return nameBelow(target)
			}
		case *plan.ResolvedTable:
			return t.Name()
		case *plan.IndexedTableAccess:
			return t.Name()
		case sql.Table:
			return t.Name()
		}
	}
	return ""
}

// number is a node's, 0 for one that is not in the plan.
func (k *keptPlan) number(n sql.Node) uint16 {
	switch t := n.(type) {
	case *apartNode:
		n = t.Node
	case *rowTarget:
		n = t.Node
	case *heldInput:
		n = t.Node
	}
	if i := k.at(n); i != 0 {
		return i
	}
	return k.numberOfCopy(n)
}

func (k *keptPlan) at(n sql.Node) uint16 {
	if n == nil || !isPointer(n) {
		return 0
	}
	if k.byNode != nil {
		return k.byNode[n]
	}
	for i, m := range k.nodes {
		if m == n {
			return uint16(i + 1)
		}
	}
	return 0
}

// maxCopyDepth is how far below a copy one that is none is looked for.
const maxCopyDepth = 32

// numberOfCopy finds what the engine has made a copy of, to run it: for each
// row of an outer query it makes a subquery anew, down to its tables, which are
// still the plan's.
func (k *keptPlan) numberOfCopy(n sql.Node) uint16 {
	var path [maxCopyDepth]reflect.Type
	depth := 0
	for {
		switch p := n.(type) {
		case *plan.PrependNode:
			n = p.Child
		case *heldInput:
			n = p.Node
		case *rowTarget:
			n = p.Node
		default:
			if depth == maxCopyDepth {
				return 0
			}
			path[depth] = node.StructOf(n)
			depth++
			if insert, ok := n.(*plan.InsertInto); ok {
				n = insert.Source
			} else {
				n = firstChild(n)
			}
			if n == nil {
				return 0
			}
		}
		if i := k.at(n); i != 0 {
			return k.climb(i, path[:depth])
		}
	}
}

// climb goes up from a node, past nodes of the types in path, and returns the
// number of the last; 0 if there are others.
func (k *keptPlan) climb(i uint16, path []reflect.Type) uint16 {
	for d := len(path) - 1; d >= 0; d-- {
		i = k.parents[i-1]
		if i == 0 || k.nodes[i-1] == nil || node.StructOf(k.nodes[i-1]) != path[d] {
			return 0
		}
	}
	return i
}

// node finds what is counted of a node, nil if nothing is.
func (p *planBuild) node(n sql.Node) *perfschema.PlanNode {
	if p.kept == nil {
		return nil
	}
	return p.kept.plan.Node(p.kept.number(n))
}

// decideDetail is called when a statement has its digest.
func (x *execution) decideDetail() {
	x.labels.begin(x.statement)
	x.plan.bare = !x.connection.profiling.on && x.connection.thread.Sampled() && x.statement.Recorded() && !x.statement.KeepsDetail()
	x.plan.fewStages = x.plan.bare && x.statement.LeavesStages()
}

// keepPlan keeps the plan of the statement if a profiler samples it, and it is not
// one of the short ones that are left out.
func (x *execution) keepPlan(root sql.Node) {
	if !x.plan.sampled || x.plan.bare {
		return
	}
	k := &x.keptPlan
	k.keep(root)
	x.plan.kept = k
	x.statement.SetPlan(k.plan)
}

// settlePlan is called with what the statement has done, when it has ended.
func (x *execution) settlePlan(c *perfschema.StatementCounters, err error) {
	k := x.plan.kept
	switch {
	case k != nil:
		k.settle(c)
		if err == nil {
			k.settlePassed()
		}
		k.forget()
	case x.plan.sampled && x.ctx != nil && x.ctx.running.root != nil && x.statement.Elapsed() >= longAfter:
		x.outline()
	}
	if k != nil || x.result.streams || x.result.limited {
		x.result.reset()
		x.sending, x.cores = sending{}, 0
	}
}

// longAfter is from when on the plan of a statement that was left out for being short
// is told all the same.
const longAfter = 10 * time.Millisecond

// outline gives a statement that has turned out to be long the plan it ran by. What
// was counted is known of it: the first tables.
func (x *execution) outline() {
	k, r := &x.keptPlan, &x.ctx.running
	k.keep(r.root)
	for i, n := range k.nodes {
		p := k.plan.Node(uint16(i + 1))
		p.SetKnown(false)
		for j := range r.tables {
			if t := &r.tables[j]; n != nil && t.node == n {
				loops, rows := t.count.Counts()
				p.SetKnown(true)
				p.AddLoops(loops)
				p.AddRows(rows)
			}
		}
	}
	x.statement.SetPlan(k.plan)
	k.forget()
}
