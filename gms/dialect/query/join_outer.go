package query

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
)

// The engine may do an inner join first that is written after an outer one: (a LEFT JOIN
// b) JOIN c ON a.x = c.x AND b.y < c.y is c joined to a, and b to both. A condition on b
// cannot be asked before b is there, and where the outer join brings it the engine forgot
// the condition: rows came out for which it is not true. So such conditions are asked
// above all of the joins. Where they cannot be, inside of another outer join, the joins
// stay in the order in which they are written. So it is with conditions that it asks of the
// rows of a join within another, and with those of subqueries, of which it did not see that
// they have columns of further tables.

// outerJoins are the joins of a tree, with what is needed to find such conditions.
type outerJoins struct {
	bit     map[sql.TableId]uint64
	outer   []outerJoin
	links   []joinLink
	equal   joinGraph // of the columns of inner conditions
	columns map[sql.ColumnId]uint64
	sides   map[*plan.JoinNode]outerJoin // of joins
	changes int
}

// outerJoin are the tables on both sides of a join.
type outerJoin struct{ left, right uint64 }

// joinLink are the tables that a condition connects.
type joinLink struct {
	tables uint64
	inner  bool // of an inner join
}

// keepOuterConditions gives a tree of joins with conditions of inner joins above it that
// the engine would forget; keep says that the order of its joins has to be kept.
func keepOuterConditions(j *plan.JoinNode, subqueries bool) (n sql.Node, changed, keep bool) {
	if !mayForget(j, subqueries) {
		return j, false, false
	}
	o := outerJoins{bit: make(map[sql.TableId]uint64), columns: make(map[sql.ColumnId]uint64), sides: make(map[*plan.JoinNode]outerJoin)}
	if o.add(j); len(o.bit) > engineTables {
		return j, false, false
	}
	n, lifted, keep := o.lift(j)
	switch {
	case keep:
		return j, false, true
	case len(lifted) == 0:
		return n, o.changes > 0, false
	}
	return plan.NewFilter(expression.JoinAnd(lifted...), n), true, false
}

// mayForget says whether there is an outer join in a tree, or a condition between two joins
// or with a subquery.
func mayForget(n sql.Node, subqueries bool) bool {
	switch n := n.(type) {
	case *plan.JoinNode:
		return n.Op.IsLeftOuter() || n.Op.IsFullOuter() || subqueries && n.Filter != nil && planwalk.HasSubquery(n.Filter) ||
			mayForget(n.Left(), subqueries) || mayForget(n.Right(), subqueries)
	case *plan.Filter:
		return isOfJoin(n) || mayForget(n.Child, subqueries)
	case *plan.Having, *plan.Project, *plan.Sort, *plan.Limit, *plan.Distinct, *plan.Max1Row, *plan.CachedResults:
		return mayForget(n.Children()[0], subqueries)
	}
	return false
}

// add adds the tables and conditions of a join, and says which tables it has.
func (o *outerJoins) add(n sql.Node) (tables uint64) {
	switch n := n.(type) {
	case *plan.JoinNode:
		left, right := o.add(n.Left()), o.add(n.Right())
		switch {
		case n.Op.IsFullOuter():
			o.outer = append(o.outer, outerJoin{left, right}, outerJoin{right, left})
		case n.Op.IsLeftOuter():
			o.outer = append(o.outer, outerJoin{left, right})
		}
		o.sides[n] = outerJoin{left, right}
		if n.Filter == nil {
			o.links = append(o.links, joinLink{tables: left | right})
		} else {
			for _, e := range expression.SplitConjunction(n.Filter) {
				o.condition(n, e)
			}
		}
		return left | right
	case *plan.Filter, *plan.Having, *plan.Project, *plan.Sort, *plan.Limit, *plan.Distinct, *plan.Max1Row, *plan.CachedResults:
		return o.add(n.Children()[0])
	case plan.TableIdNode:
		if _, have := o.bit[n.Id()]; !have {
			o.bit[n.Id()] = 1 << len(o.bit)
		}
		bit := o.bit[n.Id()]
		n.Columns().ForEach(func(c sql.ColumnId) { o.columns[c] = bit })
		return bit
	}
	return 0
}

func (o *outerJoins) condition(n *plan.JoinNode, e sql.Expression) {
	if n.Op.IsInner() {
		o.equal.condition(e, true)
	}
	o.links = append(o.links, joinLink{o.needed(n, e), n.Op.IsInner()})
}

// needed are the tables that the engine wants for a condition of a join: those that it is
// of, and of a side of which it has none all.
func (o *outerJoins) needed(j *plan.JoinNode, e sql.Expression) uint64 {
	tables, sides := o.tables(e), o.sides[j]
	if tables&sides.left == 0 {
		tables |= sides.left
	}
	if tables&sides.right == 0 {
		tables |= sides.right
	}
	return tables
}

// tables are those whose columns an expression has. The engine does not look for those in
// subqueries ([outerJoins.outside]).
func (o *outerJoins) tables(e sql.Expression) (tables uint64) {
	sql.Inspect(e, func(e sql.Expression) bool {
		if field, ok := e.(*expression.GetField); ok {
			tables |= o.bit[field.TableId()]
		}
		return true
	})
	return tables
}

// outside says of a condition whether a subquery in it has columns of tables that the engine
// may not have where it asks it: it does not look for them.
func (o *outerJoins) outside(e sql.Expression, needed uint64) (found bool) {
	sql.Inspect(e, func(e sql.Expression) bool {
		if q, ok := e.(*plan.Subquery); ok {
			q.Correlated().ForEach(func(c sql.ColumnId) { found = found || o.columns[c]&^needed != 0 })
		}
		return true
	})
	return found
}

// misplaced says of a condition of an inner join whether the engine would forget it, or ask
// it too early.
func (o *outerJoins) misplaced(j *plan.JoinNode, e sql.Expression) bool {
	needed := o.needed(j, e)
	return o.forgotten(needed) || o.outside(e, needed)
}

// forgotten says of a condition of an inner join whether the engine could do an outer
// join last that brings some of its tables, and have the others before.
func (o *outerJoins) forgotten(tables uint64) bool {
	for _, j := range o.outer {
		if tables&j.right == 0 || tables&^(j.right|j.left) == 0 {
			continue
		}
		if rest := tables &^ j.right; o.reached(j.left, j.right)&rest == rest {
			return true
		}
	}
	return false
}

// reached are the tables that some are connected with, without others.
func (o *outerJoins) reached(from, without uint64) uint64 {
	classes := o.classes()
	for {
		before := from
		for _, l := range o.links {
			if l.tables&from != 0 && (l.tables&without == 0 || !l.inner) {
				from |= l.tables &^ without
			}
		}
		for _, tables := range classes {
			if tables &^= without; tables&from != 0 {
				from |= tables
			}
		}
		if from == before {
			return from
		}
	}
}

// classes are the tables with columns that are equal to one another.
func (o *outerJoins) classes() map[sql.ColumnId]uint64 {
	classes := make(map[sql.ColumnId]uint64)
	for c, t := range o.equal.columns {
		classes[o.equal.class(c)] |= o.bit[t]
	}
	return classes
}

// lift takes the conditions that would be forgotten off a tree, and those asked of a join
// within it; keep says that one of them cannot be asked above it.
func (o *outerJoins) lift(n sql.Node) (_ sql.Node, lifted []sql.Expression, keep bool) {
	if f, ok := n.(*plan.Filter); ok && isOfJoin(f) {
		o.changes++
		below, lifted, keep := o.lift(f.Child)
		for _, e := range expression.SplitConjunction(f.Expression) {
			pushed := false
			if tables := o.tables(e); tables != 0 && !planwalk.HasSubquery(e) {
				below, pushed = o.push(below, e, tables)
			}
			if !pushed {
				lifted = append(lifted, e)
			}
		}
		return below, lifted, keep
	}
	j, ok := n.(*plan.JoinNode)
	if !ok {
		return n, nil, o.forgets(n)
	}
	changes := o.changes
	left, lifted, keep := o.lift(j.Left())
	right, inner := j.Right(), j.Op.IsInner()
	if inner && !keep {
		var more []sql.Expression
		right, more, keep = o.lift(right)
		lifted = append(lifted, more...)
	} else {
		keep = keep || o.forgets(right)
	}
	if keep {
		return n, nil, true
	}
	var kept []sql.Expression
	if inner && j.Filter != nil {
		for _, e := range expression.SplitConjunction(j.Filter) {
			if o.misplaced(j, e) {
				lifted = append(lifted, e)
				o.changes++
			} else {
				kept = append(kept, e)
			}
		}
	}
	if o.changes == changes {
		return n, lifted, false
	}
	changed, err := j.WithChildren(left, right)
	if err != nil {
		return n, nil, true
	}
	o.sides[changed.(*plan.JoinNode)] = o.sides[j]
	if !inner {
		return changed, lifted, false
	}
	out := *changed.(*plan.JoinNode)
	if out.Filter = expression.JoinAnd(kept...); len(kept) == 0 {
		out.Op = plan.JoinTypeCross
	}
	o.sides[&out] = o.sides[j]
	return &out, lifted, false
}

// push has a condition be asked of the one table that it is of, where that is the same.
func (o *outerJoins) push(n sql.Node, e sql.Expression, tables uint64) (sql.Node, bool) {
	j, ok := n.(*plan.JoinNode)
	if !ok {
		id, leaf := n.(plan.TableIdNode)
		if f, filtered := n.(*plan.Filter); filtered {
			id, leaf = f.Child.(plan.TableIdNode)
		}
		if !leaf || o.bit[id.Id()] != tables {
			return n, false
		}
		return plan.NewFilter(e, n), true
	}
	sides := o.sides[j]
	left, right, pushed := j.Left(), j.Right(), false
	switch {
	case tables&^sides.left == 0 && !j.Op.IsFullOuter():
		left, pushed = o.push(left, e, tables)
	case tables&^sides.right == 0 && j.Op.IsInner():
		right, pushed = o.push(right, e, tables)
	}
	if !pushed {
		return n, false
	}
	out, err := j.WithChildren(left, right)
	if err != nil {
		return n, false
	}
	o.sides[out.(*plan.JoinNode)] = sides
	return out, true
}

// isOfJoin says of a filter that it asks of the rows of a join.
func isOfJoin(f *plan.Filter) bool {
	switch child := f.Child.(type) {
	case *plan.JoinNode:
		return true
	case *plan.Filter:
		return isOfJoin(child)
	}
	return false
}

// forgets says whether there is a condition below a node that would be forgotten.
func (o *outerJoins) forgets(n sql.Node) bool {
	if f, ok := n.(*plan.Filter); ok && isOfJoin(f) {
		return true
	}
	if j, ok := n.(*plan.JoinNode); ok && j.Op.IsInner() && j.Filter != nil {
		for _, e := range expression.SplitConjunction(j.Filter) {
			if o.misplaced(j, e) {
				return true
			}
		}
	}
	if _, leaf := n.(plan.TableIdNode); leaf {
		return false
	}
	for _, child := range n.Children() {
		if o.forgets(child) {
			return true
		}
	}
	return false
}
