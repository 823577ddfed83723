package gms

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/iters"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
)

// resultStream is the result of a statement on its way from the goroutine that
// reads its rows through the one that makes them ready for the client to the one
// that sends them. The second is seen where it computes columns; where there
// are none to compute nothing of ours runs on it, and what it has taken is known
// when it is sent.
type resultStream struct {
	exchange  exchange
	projected bool // the goroutine between the two is seen
	limit     int64
	limited   bool
	// atTop are the nodes above the one that markIter lies around, down to the
	// projection that is built next: their rows are those that it computes.
	atTop []*perfschema.PlanNode
}

func (s *resultStream) reset() { *s = resultStream{} }

// noteTop notes a node above the one that markIter lies around.
func (x *execution) noteTop(ctx *sql.Context, n sql.Node) {
	s, node := &x.result, x.plan.node(n)
	if l, ok := n.(*plan.Limit); ok {
		if limit, err := iters.GetInt64Value(ctx, l.Limit); err == nil {
			s.limit, s.limited = limit, true
		}
	}
	if node != nil {
		s.atTop = append(s.atTop, node)
	}
}

// streams begins a result that is read by a goroutine of its own, which has the
// connection's Thread now: between two rows it is handing one over.
func (x *execution) streams() *giver {
	t := x.connection.thread
	x.grow(resultGoroutines)
	t.EnterOperator(perfschema.OperatorResult, 0)
	return &giver{exchange: &x.result.exchange, thread: t}
}

// watchProjections has the columns at the top of a plan tell when they are
// computed, which the server leaves to the goroutine that makes rows ready for
// the client.
func (x *execution) watchProjections(n *plan.Project) sql.Node {
	if len(n.Projections) == 0 || n.IncludesNestedIters || x.plan.kept == nil {
		for _, node := range x.result.atTop {
			node.SetKnown(false)
		}
		x.result.atTop = nil
		return n
	}
	p := &projection{execution: x, taker: taker{exchange: &x.result.exchange}, nodes: x.result.atTop}
	x.result.atTop = nil
	p.place.operator, p.place.number = perfschema.OperatorProjection, x.plan.kept.number(n)
	x.result.projected = true
	watched := *n
	watched.Projections = slices.Clone(n.Projections)
	last := len(watched.Projections) - 1
	watched.Projections[0] = &firstColumn{watched.Projections[0], p}
	watched.Projections[last] = &lastColumn{watched.Projections[last], p}
	return &watched
}

// projection is the columns of a result being computed.
type projection struct {
	taker
	execution *execution
	place     operatorPlace
	nodes     []*perfschema.PlanNode // whose rows it computes
	mark      perfschema.OperatorMark
	begun     bool
}

func (p *projection) enter() {
	if !p.begun {
		p.begun = true
		p.begin(p.execution, perfschema.OperatorResult, 0)
		p.place.thread = p.thread
	}
	p.resume()
	p.mark = p.place.enter()
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
	c.projection.enter()
	return c.Expression.Eval(ctx, row)
}

// Eval implements sql.Expression.
func (c *lastColumn) Eval(ctx *sql.Context, row sql.Row) (any, error) {
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

// send runs a callback that sends a part of a result.
func (x *execution) send(rows int, callback func() error) error {
	if x.plan.kept == nil {
		x.help()
		return callback()
	}
	s := &x.sending
	if !s.begun {
		s.begun = true
		s.thread = x.help()
		s.apart = s.thread != x.connection.thread
	}
	s.thread.LeaveResource(perfschema.ResourceMark(perfschema.ResourceNone))
	m := s.thread.EnterOperator(perfschema.OperatorResult, 0)
	if s.apart && !x.result.projected {
		x.result.exchange.take(uint64(rows))
	}
	err := callback()
	s.thread.LeaveOperator(m)
	if s.apart {
		// Until there is more to send.
		s.thread.EnterResource(perfschema.ResourceIdle)
	}
	return err
}
