package plantree

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/snowset"
	"github.com/perfschema/perfschema/stopwatch"
)

// Position is where in a plan a thread is.
type Position struct {
	Thread   *perfschema.Thread
	Node     *activity.PlanNode // nil if the plan does not have the node
	Operator snowset.Operator
	Number   uint16
}

// Enter says that the thread is there, until it gives the mark to leave.
func (p *Position) Enter() activity.OperatorMark {
	return p.Thread.EnterOperator(p.Operator, p.Number)
}

// Gave counts a row of a statement: one row, or those that it changed.
func (p *Position) Gave(row sql.Row) {
	if p.Node == nil {
		return
	}
	if ok, changed := node.OKResult(row); changed {
		p.Node.AddRows(ok.RowsAffected)
	} else {
		p.Node.AddRows(1)
	}
}

// NodeIter says of a node's iterator when a thread is in it, and counts its rows.
// The goroutine that has the thread runs it.
type NodeIter struct {
	node.Pass
	Position
}

var (
	_ sql.ValueRowIter = (*NodeIter)(nil)
	_ sql.ValueRowIter = (*aliasIter)(nil)
	_ sql.ValueRowIter = (*timedIter)(nil)
)

// Next implements sql.RowIter.
func (i *NodeIter) Next(ctx *sql.Context) (sql.Row, error) {
	m := i.Enter()
	row, err := i.Iter.Next(ctx)
	i.Thread.LeaveOperator(m)
	i.count(row, err)
	return row, err
}

// count counts a row, unless it says what became of a command.
func (i *NodeIter) count(row sql.Row, err error) {
	if err == nil && (i.Operator != snowset.OperatorOther || !types.IsOkResult(row)) {
		i.Node.AddRows(1)
	}
}

// NextValueRow implements sql.ValueRowIter.
func (i *NodeIter) NextValueRow(ctx *sql.Context) (sql.ValueRow, error) {
	m := i.Enter()
	row, err := i.Iter.(sql.ValueRowIter).NextValueRow(ctx)
	i.Thread.LeaveOperator(m)
	if err == nil {
		i.Node.AddRows(1)
	}
	return row, err
}

// Close implements sql.RowIter.
func (i *NodeIter) Close(ctx *sql.Context) error {
	m := i.Enter()
	defer i.Thread.LeaveOperator(m)
	return i.Iter.Close(ctx)
}

// NewAliasIter counts the rows of iter in n.
func NewAliasIter(iter sql.RowIter, n *activity.PlanNode) sql.RowIter {
	return &aliasIter{node.Pass{Iter: iter}, n}
}

// aliasIter counts the rows of a node that gives those of another one.
type aliasIter struct {
	node.Pass
	node *activity.PlanNode
}

// Next implements sql.RowIter.
func (i *aliasIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.Iter.Next(ctx)
	if err == nil {
		i.node.AddRows(1)
	}
	return row, err
}

// NextValueRow implements sql.ValueRowIter.
func (i *aliasIter) NextValueRow(ctx *sql.Context) (sql.ValueRow, error) {
	row, err := i.Iter.(sql.ValueRowIter).NextValueRow(ctx)
	if err == nil {
		i.node.AddRows(1)
	}
	return row, err
}

// timedIter is the NodeIter of an EXPLAIN ANALYZE. The clock is read before the
// mark is set, on both ways, so that neither is shifted against the other.
type timedIter struct {
	NodeIter
	watch *stopwatch.Watch
}

// NewTimedIter times iter, which is at a position, by a watch.
func NewTimedIter(iter sql.RowIter, p Position, w *stopwatch.Watch) sql.RowIter {
	return &timedIter{NodeIter{node.Pass{Iter: iter}, p}, w}
}

// Next implements sql.RowIter.
func (i *timedIter) Next(ctx *sql.Context) (sql.Row, error) {
	w := i.watch.Enter(i.Number)
	m := i.Enter()
	row, err := i.Iter.Next(ctx)
	i.watch.Leave(w)
	i.Thread.LeaveOperator(m)
	i.count(row, err)
	return row, err
}

// NextValueRow implements sql.ValueRowIter.
func (i *timedIter) NextValueRow(ctx *sql.Context) (sql.ValueRow, error) {
	w := i.watch.Enter(i.Number)
	m := i.Enter()
	row, err := i.Iter.(sql.ValueRowIter).NextValueRow(ctx)
	i.watch.Leave(w)
	i.Thread.LeaveOperator(m)
	i.count(nil, err)
	return row, err
}

// Close implements sql.RowIter.
func (i *timedIter) Close(ctx *sql.Context) error {
	w := i.watch.Enter(i.Number)
	m := i.Enter()
	err := i.Iter.Close(ctx)
	i.watch.Leave(w)
	i.Thread.LeaveOperator(m)
	return err
}
