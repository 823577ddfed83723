package gms

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
)

// node finds what is counted of a node, nil if nothing is.
func (p *planBuild) node(n sql.Node) *perfschema.PlanNode {
	if p.kept == nil {
		return nil
	}
	return p.kept.Plan.Node(p.kept.Number(n))
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
	k.Keep(root)
	x.plan.kept = k
	x.statement.SetPlan(k.Plan)
}

// settlePlan is called with what the statement has done, when it has ended.
func (x *execution) settlePlan(c *perfschema.StatementCounters, err error) {
	k := x.plan.kept
	switch {
	case k != nil:
		k.Settle(c)
		if err == nil {
			k.SettlePassed()
		}
		k.Forget()
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
	k.Keep(r.root)
	for i, n := range k.Nodes() {
		p := k.Plan.Node(uint16(i + 1))
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
	x.statement.SetPlan(k.Plan)
	k.Forget()
}
