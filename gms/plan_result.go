package gms

import (
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/iters"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/internal/operator"
	"github.com/perfschema/perfschema/snowset"
)

// resultStream is the result of a statement on its way from the goroutine that
// reads its rows through the one that makes them ready for the client to the one
// that sends them. The second is seen where it computes columns. Where nothing of
// ours runs on it, what it has taken is known when it is sent.
type resultStream struct {
	exchange  exchange
	ready     readyRows
	sending   sending
	projected atomic.Bool // the goroutine between the two is seen
	streams   bool        // it is read by a goroutine of its own
	limit     int64
	limited   bool
	// atTop are the nodes above the one that markIter lies around, down to the
	// projection that is built next: their rows are those that it computes.
	atTop []*activity.PlanNode
}

func (s *resultStream) reset() {
	s.exchange.reset()
	s.ready.reset()
	if s.projected.Load() { // a store costs far more
		s.projected.Store(false)
	}
	s.limit, s.limited, s.streams = 0, false, false
	s.sending = sending{}
	clear(s.atTop[:cap(s.atTop)]) // keeps no plan alive
	s.atTop = s.atTop[:0]
}

// noteTop notes a node above the one that markIter lies around, where a projection is
// among them.
func (d *planDetail) noteTop(n sql.Node) {
	if node := d.node(n); node != nil {
		d.result.atTop = append(d.result.atTop, node)
	}
}

// noteLimit notes how many rows are asked for.
func (s *resultStream) noteLimit(ctx *sql.Context, n sql.Node) {
	if l, ok := n.(*plan.Limit); ok {
		if limit, err := iters.GetInt64Value(ctx, l.Limit); err == nil {
			s.limit, s.limited = limit, true
		}
	}
}

// streams begins a result that is read by a goroutine of its own, which has the
// connection's Thread now: between two rows it is handing one over.
func (d *planDetail) streams() *giver {
	t := d.connection.thread
	d.result.streams = true
	d.grow(resultGoroutines)
	d.enterOperator(t, snowset.OperatorResult, 0)
	return &giver{exchange: &d.result.exchange, thread: t, seen: &d.result.projected}
}

// watchProjections has the columns at the top of a plan tell when they are
// computed, which the server leaves to the goroutine that makes rows ready for
// the client.
func (d *planDetail) watchProjections(n *plan.Project, window *resultWindow) sql.Node {
	if len(n.Projections) == 0 || n.IncludesNestedIters || d.kept == nil {
		for _, node := range d.result.atTop {
			node.SetKnown(false)
		}
		d.result.atTop = d.result.atTop[:0]
		return n
	}
	w := &watchedProject{Project: *n}
	w.projection = projection{detail: d, window: window, taker: taker{exchange: &d.result.exchange}}
	w.projection.nodes = append(w.above[:0], d.result.atTop...)
	d.result.atTop = d.result.atTop[:0]
	w.projection.position.operator, w.projection.position.number = snowset.OperatorProjection, d.kept.Number(n)
	w.Projections = append(w.few[:0], n.Projections...)
	w.around(w.Projections)
	return &w.Project
}

// watchedProject is a projection with all that watches it, in one allocation.
type watchedProject struct {
	plan.Project
	watchedColumns
	few   [2]sql.Expression
	above [2]*activity.PlanNode
}

// watchResult puts a projection that changes nothing around the iterator of a
// query whose result has no columns to compute, for the goroutine that makes
// rows ready for the client to be seen. Where the storage gives rows in its own
// form the server does not look for projections.
func (b *operatorBuilder) watchResult(ctx *sql.Context, x *execution, n sql.Node, r sql.Row, iter sql.RowIter) (sql.RowIter, error) {
	if x.detail.kept == nil || iter == nil || defers(n) || !isQuery(n) {
		return iter, nil
	}
	if v, ok := iter.(sql.ValueRowIter); ok && v.IsValueRowIter(ctx) {
		return iter, nil
	}
	schema := n.Schema()
	if len(schema) == 0 {
		return iter, nil
	}
	columns := make([]sql.Expression, len(schema))
	for i, c := range schema {
		columns[i] = expression.NewGetField(i, c.Type, c.Name, c.Nullable)
	}
	w := new(watchedColumns)
	w.projection = projection{detail: &x.detail, window: &x.window, taker: taker{exchange: &x.detail.result.exchange}}
	w.projection.position.operator = snowset.OperatorResult
	w.around(columns)
	if !b.lifecycle.dialect {
		ctx = ctx.WithContext(ctx.Context)
		sql.WithTracer(sql.NoopTracer)(ctx) // the node is none of the statement's
	}
	return b.engineNode(ctx, x, plan.NewProject(columns, &builtNode{n, iter}).WithCanDefer(true), r)
}

// builtNode is a node that has been built.
type builtNode struct {
	sql.Node
	iter sql.RowIter
}

// defers says whether the server evaluates a projection at the top of a plan
// where rows are made ready for the client.
func defers(n sql.Node) bool {
	for {
		switch t := n.(type) {
		case *plan.Limit:
			n = t.Child
		case *plan.Project:
			return t.CanDefer && !t.IncludesNestedIters && len(t.Projections) > 0
		default:
			return false
		}
	}
}

// isQuery says whether a plan gives rows, and not what became of a change or a
// command.
func isQuery(n sql.Node) bool {
	switch n.(type) {
	case *plan.SetOp, *plan.SubqueryAlias, *plan.JoinNode:
		return true
	}
	switch operator.Of(n) {
	case snowset.OperatorScan, snowset.OperatorProjection, snowset.OperatorSort, snowset.OperatorFilter,
		snowset.OperatorBuffer, snowset.OperatorFlatten, snowset.OperatorAggregate, snowset.OperatorTableFunction:
		return true
	}
	return false
}

// watchedColumns is the columns of a result that tell when they are computed.
type watchedColumns struct {
	projection projection
	first      firstColumn
	last       lastColumn
}

// around has the first and the last of the columns tell.
func (w *watchedColumns) around(columns []sql.Expression) {
	last := len(columns) - 1
	w.first = firstColumn{columns[0], &w.projection}
	columns[0] = &w.first
	w.last = lastColumn{columns[last], &w.projection}
	columns[last] = &w.last
}

// projection is the columns of a result being computed.
type projection struct {
	taker
	detail   *planDetail
	window   *resultWindow // of the statement
	position operatorPosition
	nodes    []*activity.PlanNode // whose rows it computes
	mark     activity.OperatorMark
	begun    bool
}

func (p *projection) enter() {
	if !p.begun {
		p.begun = true
		p.begin(p.detail, snowset.OperatorResult, 0)
		p.position.thread = p.thread
		if p.apart {
			p.detail.result.projected.Store(true)
		}
	}
	p.resume()
	p.mark = p.position.enter()
	for _, n := range p.nodes {
		n.AddRows(1)
	}
}

func (p *projection) leave() {
	p.thread.LeaveOperator(p.mark)
	p.done(1)
}

// firstColumn and lastColumn stand for the first and the last column of a
// result.
type (
	firstColumn struct {
		sql.Expression
		projection *projection
	}
	lastColumn struct {
		sql.Expression
		projection *projection
	}
)

// Eval implements sql.Expression.
func (c *firstColumn) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	if c.projection.window.isNothing(row) {
		return nil, nil
	}
	c.projection.enter()
	return c.Expression.Eval(ctx, row)
}

// Eval implements sql.Expression.
func (c *lastColumn) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	if c.projection.window.isNothing(row) {
		return nil, nil
	}
	v, err := c.Expression.Eval(ctx, row)
	c.projection.leave()
	return v, err
}

// sending is the goroutine that sends a result.
type sending struct {
	thread *perfschema.Thread
	apart  bool
	begun  bool
}

// sendMark is a part of a result on its way to the client.
type sendMark struct {
	detail   *planDetail
	operator activity.OperatorMark
	seen     bool
	profiler *perfschema.StageProfiler // nil: it has not been entered
}

// beginSend is called when rows of a result are about to be sent, on the goroutine that
// sends them.
func (d *planDetail) beginSend(rows int) sendMark {
	m := sendMark{detail: d, seen: d.kept != nil || d.result.streams}
	if !m.seen {
		d.helpers.thread()
		return m
	}
	s := &d.result.sending
	if !s.begun {
		s.begun = true
		s.thread = d.helpers.thread()
		s.apart = s.thread != d.connection.thread
	}
	s.thread.LeaveResource(activity.ResourceMark(snowset.ResourceNone))
	m.operator = d.enterOperator(s.thread, snowset.OperatorResult, 0)
	if s.apart && !d.result.projected.Load() {
		d.result.exchange.take(uint64(rows))
	}
	return m
}

// end is called when they have been sent.
func (m sendMark) end() {
	if m.profiler != nil {
		m.profiler.Leave()
	}
	if !m.seen {
		return
	}
	s := &m.detail.result.sending
	s.thread.LeaveOperator(m.operator)
	if s.apart {
		// Until there is more to send.
		s.thread.EnterResource(snowset.ResourceIdle)
	}
}
