package pipeline

import (
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/iters"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/internal/plantree"
	"github.com/perfschema/perfschema/snowset"
)

// resultStream is the result of a statement on its way from the goroutine that
// reads its rows through the one that makes them ready for the client to the one
// that sends them. The second is seen where it computes columns. Where nothing of
// ours runs on it, what it has taken is known when it is sent.
type resultStream struct {
	Exchange  Exchange
	Ready     Ready
	sending   sending
	projected atomic.Bool // the goroutine between the two is seen
	streams   bool        // it is read by a goroutine of its own
	Limit     int64
	Limited   bool
	// atTop are the nodes above the one that marks the statement's progress, down to the
	// projection that is built next: their rows are those that it computes.
	atTop []*activity.PlanNode
}

func (s *resultStream) reset() {
	s.Exchange.reset()
	s.Ready.reset()
	if s.projected.Load() { // a store costs far more
		s.projected.Store(false)
	}
	s.Limit, s.Limited, s.streams = 0, false, false
	s.sending = sending{}
	clear(s.atTop[:cap(s.atTop)]) // keeps no plan alive
	s.atTop = s.atTop[:0]
}

// NoteTop notes a node above the one that marks the statement's progress, where a projection is
// among them.
func (d *Detail) NoteTop(n sql.Node) {
	if node := d.Node(n); node != nil {
		d.Result.atTop = append(d.Result.atTop, node)
	}
}

// NoteLimit notes how many rows are asked for.
func (s *resultStream) NoteLimit(ctx *sql.Context, n sql.Node) {
	if l, ok := n.(*plan.Limit); ok {
		if limit, err := iters.GetInt64Value(ctx, l.Limit); err == nil {
			s.Limit, s.Limited = limit, true
		}
	}
}

// Streams begins a result that is read by a goroutine of its own, which has the
// connection's Thread now: between two rows it is handing one over.
func (d *Detail) Streams() *Giver {
	t := d.thread
	d.Result.streams = true
	d.Grow(resultGoroutines)
	d.enterOperator(t, snowset.OperatorResult, 0)
	return &Giver{Exchange: &d.Result.Exchange, Thread: t, Seen: &d.Result.projected}
}

// WatchProjections has the columns at the top of a plan tell when they are
// computed, which the server leaves to the goroutine that makes rows ready for
// the client.
func (d *Detail) WatchProjections(n *plan.Project, window *Window) sql.Node {
	if len(n.Projections) == 0 || n.IncludesNestedIters || d.Kept == nil {
		for _, node := range d.Result.atTop {
			node.SetKnown(false)
		}
		d.Result.atTop = d.Result.atTop[:0]
		return n
	}
	w := &watchedProject{Project: *n}
	w.projection = projection{detail: d, window: window, taker: taker{Exchange: &d.Result.Exchange}}
	w.projection.nodes = append(w.above[:0], d.Result.atTop...)
	d.Result.atTop = d.Result.atTop[:0]
	w.projection.position.Operator, w.projection.position.Number = snowset.OperatorProjection, d.Kept.Number(n)
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

// WatchColumns has columns that change nothing tell when they are computed.
func (d *Detail) WatchColumns(columns []sql.Expression, window *Window) {
	w := new(watchedColumns)
	w.projection = projection{detail: d, window: window, taker: taker{Exchange: &d.Result.Exchange}}
	w.projection.position.Operator = snowset.OperatorResult
	w.around(columns)
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
	detail   *Detail
	window   *Window // of the statement
	position plantree.Position
	nodes    []*activity.PlanNode // whose rows it computes
	mark     activity.OperatorMark
	begun    bool
}

func (p *projection) enter() {
	if !p.begun {
		p.begun = true
		p.begin(p.detail, snowset.OperatorResult, 0)
		p.position.Thread = p.thread
		if p.apart {
			p.detail.Result.projected.Store(true)
		}
	}
	p.resume()
	p.mark = p.position.Enter()
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

// SendMark is a part of a result on its way to the client.
type SendMark struct {
	detail   *Detail
	operator activity.OperatorMark
	seen     bool
	Profiler *perfschema.StageProfiler // nil: it has not been entered
}

// BeginSend records that rows of a result are about to be sent, on the goroutine that
// sends them.
func (d *Detail) BeginSend(rows int) SendMark {
	m := SendMark{detail: d, seen: d.Kept != nil || d.Result.streams}
	if !m.seen {
		d.helpers.Thread()
		return m
	}
	s := &d.Result.sending
	if !s.begun {
		s.begun = true
		s.thread = d.helpers.Thread()
		s.apart = s.thread != d.thread
	}
	s.thread.LeaveResource(activity.ResourceMark(snowset.ResourceNone))
	m.operator = d.enterOperator(s.thread, snowset.OperatorResult, 0)
	if s.apart && !d.Result.projected.Load() {
		d.Result.Exchange.take(uint64(rows))
	}
	return m
}

// End records that they have been sent.
func (m SendMark) End() {
	if m.Profiler != nil {
		m.Profiler.Leave()
	}
	if !m.seen {
		return
	}
	s := &m.detail.Result.sending
	s.thread.LeaveOperator(m.operator)
	if s.apart {
		// Until there is more to send.
		s.thread.EnterResource(snowset.ResourceIdle)
	}
}
