package plantree

import (
	"reflect"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/operator"
)

// Tree is the plan of a statement while somebody wants to know of its nodes: a profiler,
// or who said EXPLAIN ANALYZE. It knows the engine's nodes by number, 1 for the root; of
// what it shows, Plan, nobody else does. The goroutine that drives the statement makes it,
// before others ask for numbers. The zero Tree is empty.
type Tree struct {
	Plan    *activity.Plan
	nodes   []sql.Node // the node of number i+1; a pointer, or else nil
	parents []uint16
	byNode  map[sql.Node]uint16 // where there are many
	// statements are those of the procedures that are called, in the order of
	// their numbers; among nodes they are nil.
	statements []Called
	// analysis is that of an EXPLAIN ANALYZE, which times the nodes.
	analysis *Analysis
}

// Wrapper is a node that stands in the place of another one, by whose number it goes.
type Wrapper interface {
	sql.Node
	Wrapped() sql.Node
}

// fewNodes is up to how many nodes are searched one by one.
const fewNodes = 16

// Keep makes the plan of a tree of nodes, those of its subqueries included,
// each of which is below the node that asks for it.
func (k *Tree) Keep(root sql.Node) {
	k.nodes, k.parents, k.statements = k.nodes[:0], k.parents[:0], nil
	k.byNode, k.analysis = nil, nil
	k.add(root, 0)
	k.Plan = activity.NewPlan(len(k.nodes))
	if len(k.nodes) > fewNodes {
		k.byNode = make(map[sql.Node]uint16, len(k.nodes))
	}
	called := k.statements
	for i, n := range k.nodes {
		if n == nil {
			k.Plan.Add(k.parents[i], OperatorOf(called[0].Changes), called[0].Name, called[0].Object)
			called = called[1:]
			continue
		}
		kind := operator.KindOf(n)
		p := k.Plan.Add(k.parents[i], kind.Operator, kind.Name, Object(n))
		if access, is := n.(*plan.IndexedTableAccess); is {
			p.SetIndex(access.Index().ID())
		}
		if !node.IsPointer(n) {
			k.nodes[i] = nil // cannot be compared
			continue
		}
		if k.byNode != nil {
			k.byNode[n] = uint16(i + 1)
		}
		if IsUncounted(n) {
			p.SetRowsKnown(false)
		}
	}
}

// Forget lets go of the nodes.
func (k *Tree) Forget() {
	clear(k.nodes)
	*k = Tree{nodes: k.nodes[:0], parents: k.parents[:0]}
}

func (k *Tree) add(n sql.Node, parent uint16) {
	if n == nil || len(k.nodes) == activity.MaxPlanNodes {
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
	case node.PassedOver:
		k.nodes, k.parents = k.nodes[:number-1], k.parents[:number-1]
		k.add(n.PassedOver(), parent)
		return
	}
	for _, child := range n.Children() {
		k.add(child, number)
	}
}

// addSubqueries adds those in the expressions of a node.
func (k *Tree) addSubqueries(n sql.Node, number uint16) {
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

func (k *Tree) addIn(es []sql.Expression, number uint16) {
	for _, e := range es {
		k.addInOne(e, number)
	}
}

func (k *Tree) addInOne(e sql.Expression, number uint16) {
	switch e := e.(type) {
	case nil, *expression.GetField, *expression.Literal:
	case *plan.Subquery:
		k.add(e.Query, number)
	default:
		k.addIn(e.Children(), number)
	}
}

// Object names the table a node reads or changes, or what else it is of.
func Object(n sql.Node) string {
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
	for ; n != nil; n = node.FirstChild(n) {
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

// Nodes are the engine's nodes in the order of their numbers, from 1 on; nil for one that
// cannot be told from others, and for a statement of a procedure.
func (k *Tree) Nodes() []sql.Node { return k.nodes }

// Number is a node's, 0 for one that is not in the plan. It costs a look at each node of a
// small plan, and one in a map for others.
func (k *Tree) Number(n sql.Node) uint16 {
	if w, ok := n.(Wrapper); ok {
		n = w.Wrapped()
	}
	if i := k.at(n); i != 0 {
		return i
	}
	return k.numberOfCopy(n)
}

func (k *Tree) at(n sql.Node) uint16 {
	if n == nil || !node.IsPointer(n) {
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
func (k *Tree) numberOfCopy(n sql.Node) uint16 {
	var path [maxCopyDepth]reflect.Type
	depth := 0
	for {
		switch p := n.(type) {
		case *plan.PrependNode:
			n = p.Child
		case Wrapper:
			n = p.Wrapped()
		default:
			if depth == maxCopyDepth {
				return 0
			}
			path[depth] = node.StructOf(n)
			depth++
			if insert, ok := n.(*plan.InsertInto); ok {
				n = insert.Source
			} else {
				n = node.FirstChild(n)
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
func (k *Tree) climb(i uint16, path []reflect.Type) uint16 {
	for d := len(path) - 1; d >= 0; d-- {
		i = k.parents[i-1]
		if i == 0 || k.nodes[i-1] == nil || node.StructOf(k.nodes[i-1]) != path[d] {
			return 0
		}
	}
	return i
}

// Fuse says of the nodes below one that nobody counts them by themselves,
// tables excepted. A nil Tree has none.
func (k *Tree) Fuse(n sql.Node) {
	if k == nil {
		return
	}
	for _, child := range n.Children() {
		switch child.(type) {
		case *plan.ResolvedTable, *plan.IndexedTableAccess:
		default:
			k.Plan.Node(k.Number(child)).SetKnown(false)
			k.Fuse(child)
		}
	}
}

// IsAlias says whether the iterator of a node is that of the node below it.
func IsAlias(n sql.Node) bool {
	switch n.(type) {
	case *plan.TableAlias, *plan.SubqueryAlias:
		return true
	}
	return false
}

// IsUncounted says whether the iterator of a node is out of reach, so that its
// rows are not counted.
func IsUncounted(n sql.Node) bool {
	switch n.(type) {
	case *plan.InsertInto, *plan.InsertDestination, *plan.Update, *plan.UpdateJoin, *plan.DeleteFrom,
		*plan.Truncate, *plan.TableCopier, *plan.TriggerExecutor, *plan.TriggerBeginEndBlock, *plan.ForeignKeyHandler,
		*plan.Call, *plan.Procedure, *plan.Block, *plan.BeginEndBlock, *plan.IfConditional, *plan.IfElseBlock, *plan.CaseStatement,
		*plan.Loop, *plan.While, *plan.Repeat:
		return true
	}
	return false
}
