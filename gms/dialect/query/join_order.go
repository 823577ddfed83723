package query

import (
	"math/bits"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// The engine tries each order in which up to 15 tables can be joined, and keeps all of
// them until it has chosen: twelve tables joined by one column take it seven seconds
// and 0.8 GiB, and each table more three times as much. More than 15 tables it joins
// in the order in which they are written. Here that is what happens where there are
// too many orders, however few the tables: tables without rows or columns that count
// are joined to them while the order is looked for, and taken away again.

const (
	// engineTables is up to how many tables the engine tries all orders of.
	engineTables = 15
	// fewTables have few orders, whatever they are joined by.
	fewTables = 8
	// maxOrders limits pairs of sets of tables that may be joined to one another, times
	// half the indexes by which that may be done. Ten tables joined by one column that
	// has an index have 28,501 pairs, eleven 86,526.
	maxOrders = 60_000
)

// JoinOrdersRule is the rule orders-of-joins.
var JoinOrdersRule = rule.Of[step.WrapStep]{
	Rule: rule.Rule{
		Name: "orders-of-joins", Changes: rule.Plan, About: rule.Queries,
		Why:      "The engine tries each order of up to 15 joined tables: twelve take seven seconds and 0.8 GiB.",
		NeededBy: rule.End, Golden: "outer_joins",
	},
	Apply: step.WrapStep{Engine: []string{"optimizeJoins"}, Wrap: boundOrders},
}

// boundOrders goes around the rule that orders joins.
func boundOrders(apply analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		if ReadsOneTable(n) {
			return apply(ctx, a, n, scope, sel, flags)
		}
		filled, unfilled, err := fillJoins(ctx, n, flags.SubqueryIsSet())
		if err != nil || unfilled {
			planned, same, err := apply(ctx, a, n, scope, sel, flags)
			if err != nil {
				return planned, same, err
			}
			planned, matched, err := matchNoNulls(planned)
			return planned, same && matched, err
		}
		planned, _, err := apply(ctx, a, filled, scope, sel, flags)
		if err != nil {
			return n, transform.SameTree, err
		}
		if planned, _, err = matchNoNulls(planned); err != nil {
			return n, transform.SameTree, err
		}
		return takeFillers(planned)
	}
}

// ReadsOneTable says of a plan that it is one table and what is done with its rows, as
// most are. It allocates nothing, as Children does.
func ReadsOneTable(n sql.Node) bool {
	for {
		switch t := n.(type) {
		case *plan.Project:
			n = t.Child
		case *plan.Filter:
			n = t.Child
		case *plan.Limit:
			n = t.Child
		case *plan.Sort:
			n = t.Child
		case *plan.GroupBy:
			n = t.Child
		case *plan.Distinct:
			n = t.Child
		case *plan.TableAlias:
			n = t.Child
		case *plan.ResolvedTable, *plan.IndexedTableAccess:
			return true
		default:
			return false
		}
	}
}

// fillJoins joins fillers to the joins of a plan that have too many orders, and has
// conditions that the engine would forget be asked above them.
func fillJoins(ctx *sql.Context, n sql.Node, subqueries bool) (sql.Node, transform.TreeIdentity, error) {
	if _, opaque := n.(sql.OpaqueNode); opaque {
		return n, transform.SameTree, nil
	}
	if j, ok := n.(*plan.JoinNode); ok {
		var g joinGraph
		g.add(j)
		if g.hasManyOrders(ctx) {
			return g.fill(j), transform.NewTree, nil
		}
		asked, changed, keep := keepOuterConditions(j, subqueries)
		if keep {
			return g.fill(j), transform.NewTree, nil
		}
		return asked, transform.TreeIdentity(!changed), nil
	}
	children := n.Children()
	var changed []sql.Node
	for i, child := range children {
		filled, same, err := fillJoins(ctx, child, subqueries)
		if err != nil {
			return n, transform.SameTree, err
		}
		if same {
			continue
		}
		if changed == nil {
			changed = append(changed, children...)
		}
		changed[i] = filled
	}
	if changed == nil {
		return n, transform.SameTree, nil
	}
	filled, err := n.WithChildren(changed...)
	return filled, transform.NewTree, err
}

// joinGraph is which tables of a join have conditions with one another.
type joinGraph struct {
	tables  []sql.TableId
	leaves  []sql.Node
	filters []joinFilter
	equal   map[sql.ColumnId]sql.ColumnId // of each column another one of its class
	columns map[sql.ColumnId]sql.TableId
}

type joinFilter struct{ tables []sql.TableId }

// add adds the tables and conditions of a join, through what the engine reorders
// through.
func (g *joinGraph) add(n sql.Node) {
	switch n := n.(type) {
	case *plan.JoinNode:
		g.add(n.Left())
		g.add(n.Right())
		if n.Filter != nil {
			for _, e := range expression.SplitConjunction(n.Filter) {
				g.condition(e, n.Op.IsInner())
			}
		}
		return
	case *plan.Filter, *plan.Having, *plan.Project, *plan.Sort, *plan.Limit, *plan.Distinct, *plan.Max1Row, *plan.CachedResults:
		g.add(n.Children()[0])
		return
	case plan.TableIdNode:
		g.tables = append(g.tables, n.Id())
	default:
		g.tables = append(g.tables, 0)
	}
	g.leaves = append(g.leaves, n)
}

// condition adds one. What is equal to a third is equal: the engine makes conditions
// of that, too.
func (g *joinGraph) condition(e sql.Expression, inner bool) {
	if equality, ok := e.(expression.Equality); ok && inner && equality.RepresentsEquality() {
		left, isField := equality.Left().(*expression.GetField)
		right, areFields := equality.Right().(*expression.GetField)
		if isField && areFields {
			if g.equal == nil {
				g.equal, g.columns = make(map[sql.ColumnId]sql.ColumnId), make(map[sql.ColumnId]sql.TableId)
			}
			g.columns[left.Id()], g.columns[right.Id()] = left.TableId(), right.TableId()
			g.equal[g.class(left.Id())] = g.class(right.Id())
			return
		}
	}
	var f joinFilter
	sql.Inspect(e, func(e sql.Expression) bool {
		if field, ok := e.(*expression.GetField); ok {
			f.tables = append(f.tables, field.TableId())
		}
		return true
	})
	g.filters = append(g.filters, f)
}

func (g *joinGraph) class(c sql.ColumnId) sql.ColumnId {
	for {
		next, ok := g.equal[c]
		if !ok || next == c {
			return c
		}
		c = next
	}
}

// hasManyOrders says whether the engine would try too many orders.
func (g *joinGraph) hasManyOrders(ctx *sql.Context) bool {
	if len(g.tables) <= fewTables || len(g.tables) > engineTables {
		return false
	}
	most := 1
	for _, leaf := range g.leaves {
		most = max(most, indexesOf(ctx, leaf))
	}
	return g.pairs(2*maxOrders/(1+most)) > 2*maxOrders/(1+most)
}

// indexesOf is how many indexes a table has.
func indexesOf(ctx *sql.Context, n sql.Node) int {
	if alias, ok := n.(*plan.TableAlias); ok {
		n = alias.Child
	}
	t, ok := n.(sql.TableNode)
	if !ok {
		return 0
	}
	indexed, ok := t.UnderlyingTable().(sql.IndexAddressable)
	if !ok {
		return 0
	}
	indexes, err := indexed.GetIndexes(ctx)
	if err != nil {
		return 0
	}
	return len(indexes)
}

// neighbours are of each table those it has conditions with.
func (g *joinGraph) neighbours() []uint {
	bit := make(map[sql.TableId]uint, len(g.tables))
	for i, t := range g.tables {
		bit[t] = 1 << i
	}
	near := make([]uint, len(g.tables))
	join := func(set uint) {
		for i := range near {
			if set&(1<<i) != 0 {
				near[i] |= set
			}
		}
	}
	classes := make(map[sql.ColumnId]uint)
	for c, t := range g.columns {
		classes[g.class(c)] |= bit[t]
	}
	for _, set := range classes {
		join(set)
	}
	for _, f := range g.filters {
		var set uint
		for _, t := range f.tables {
			p, ok := bit[t]
			if !ok {
				p = 1<<len(near) - 1 // of what this does not know
			}
			set |= p
		}
		join(set)
	}
	return near
}

// pairs counts the pairs of disjoint sets of tables that can be joined to one another:
// each hangs together, and both do. It stops beyond limit.
func (g *joinGraph) pairs(limit int) (n int) {
	near := g.neighbours()
	connected := make([]bool, 1<<len(near))
	for set := uint(1); set < uint(len(connected)); set++ {
		reached := set & -set
		for grown := reached; grown != 0; {
			next := near[bits.TrailingZeros(grown)] & set &^ reached
			grown = grown&(grown-1) | next
			reached |= next
		}
		if connected[set] = reached == set; !connected[set] {
			continue
		}
		lowest := set & -set
		for rest := (set - 1) & set; rest != 0; rest = (rest - 1) & set {
			if rest&lowest == 0 && connected[rest] && connected[set^rest] {
				if n++; n > limit {
					return n
				}
			}
		}
	}
	return n
}

// fill joins as many fillers to a join as have the engine keep its order.
func (g *joinGraph) fill(n sql.Node) sql.Node {
	for i := len(g.tables); i <= engineTables; i++ {
		table := plan.NewResolvedTable(filler{}, fillerDatabase, nil)
		n = plan.NewCrossJoin(n, table.WithId(firstFiller+sql.TableId(i)))
	}
	return n
}

// firstFiller is the number of the first filler, among the highest that there are.
const firstFiller sql.TableId = 1<<16 - 32

var fillerDatabase = memory.NewDatabase("")

// filler is a table of one row without columns.
type filler struct{}

var _ sql.StatisticsTable = filler{}

func (filler) Name() string                                { return "" }
func (filler) String() string                              { return "" }
func (filler) Schema() sql.Schema                          { return nil }
func (filler) Collation() sql.CollationID                  { return sql.Collation_Default }
func (filler) DataLength(*sql.Context) (uint64, error)     { return 0, nil }
func (filler) RowCount(*sql.Context) (uint64, bool, error) { return 1, true, nil }
func (filler) Partitions(*sql.Context) (sql.PartitionIter, error) {
	return sql.PartitionsToPartitionIter(), nil
}

func (filler) PartitionRows(*sql.Context, sql.Partition) (sql.RowIter, error) {
	return sql.RowsToRowIter(sql.Row{}), nil
}

// takeFillers takes the fillers away again.
func takeFillers(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	n, _, err := transform.Node(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		if j, ok := n.(*plan.JoinNode); ok && isFiller(j.Right()) {
			return j.Left(), transform.NewTree, nil
		}
		return n, transform.SameTree, nil
	})
	return n, transform.NewTree, err
}

// isFiller says whether a side of a join is a filler, whatever is around it.
func isFiller(n sql.Node) bool {
	for {
		if t, ok := n.(*plan.ResolvedTable); ok {
			_, is := t.Table.(filler)
			return is
		}
		children := n.Children()
		if len(children) != 1 {
			return false
		}
		n = children[0]
	}
}
