package gms

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/instrument"
	"github.com/perfschema/perfschema/gms/internal/metalock"
	"github.com/perfschema/perfschema/gms/internal/planning"
	"github.com/perfschema/perfschema/gms/internal/size"
)

// planningRoom is what the statement of a connection has of the memory in which long
// texts are planned. When its plan is about to run it gives that back; what the plan holds
// counts from then on as held by the statement.
type planningRoom struct {
	connection *connection
	share      planning.Share
}

var _ planning.Statement = (*planningRoom)(nil)

// MemoryLimit implements planning.Statement.
func (r *planningRoom) MemoryLimit() (int64, string) {
	return r.connection.memory.Limit, held.ConnectionLimit
}

// LockTimeout implements planning.Statement.
func (*planningRoom) LockTimeout(ctx *sql.Context) time.Duration { return metalock.WaitTimeout(ctx) }

// Wait implements planning.Statement.
func (*planningRoom) Wait(ctx *sql.Context, start func(*perfschema.Thread) perfschema.Wait, wait func() error) error {
	return showWait(ctx, func(k *instrument.Stages) perfschema.StageKey { return k.PlanningMemory }, start, wait)
}

// take takes room for a statement that is about to be parsed, and waits for it. The
// error is the client's. Most texts are short, and need none.
func (r *planningRoom) take(ctx *sql.Context, text string) error {
	if len(text) < planning.LongText {
		return nil
	}
	return r.takeWeight(ctx, planning.Weight(text, syntax.AnsiQuotes(ctx)))
}

func (r *planningRoom) takeWeight(ctx *sql.Context, weight int64) error {
	return r.share.Take(ctx, r.connection.adapter.planning, r, weight)
}

// prepare takes room for the text of a PREPARE in the place of its own, and keeps how
// much that was, for it is planned again whenever it is executed. In a stored program it
// takes none: that may go on for long.
func (r *planningRoom) prepare(ctx *sql.Context, name, text string, inProgram bool) error {
	p := &r.connection.prepared
	name = keptName(name)
	delete(p.weights, name)
	if len(text) < planning.LongText {
		return nil
	}
	weight := planning.Weight(text, syntax.AnsiQuotes(ctx))
	var err error
	if inProgram {
		err = planning.Refuse(ctx, r, weight)
	} else {
		err = r.takeWeight(ctx, weight)
	}
	if err != nil {
		return err
	}
	if p.weights == nil {
		p.weights = make(map[string]int64)
	}
	p.weights[name] = weight
	return nil
}

// execute takes room for what EXECUTE executes, unless a stored program does.
func (r *planningRoom) execute(ctx *sql.Context, name string, inProgram bool) error {
	if weight := r.connection.prepared.weights[keptName(name)]; weight != 0 && !inProgram {
		return r.takeWeight(ctx, weight)
	}
	return nil
}

// settle is called with the plan that is about to run, whose statement holds m.
func (r *planningRoom) settle(root sql.Node, m *held.Statement) {
	if !r.share.Held() {
		return
	}
	if r.share.Heavy() && m.Limited() {
		m.HoldPlan(size.Plan(root))
	}
	r.give()
}

// give gives back what the statement has of the room.
func (r *planningRoom) give() { r.share.Give(r.connection.adapter.planning) }
