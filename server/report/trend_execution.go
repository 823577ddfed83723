package report

import (
	"github.com/perfschema/perfschema/history/trend"
)

// AddExecutions adds the executions of a statement that took longest, with their plans, to
// its course. unknown says why there are none where there could be.
func (d *Document) AddExecutions(list []*trend.Execution, unknown string) {
	s := Section{ID: "executions", Title: "The slowest executions", Unknown: unknown,
		Note: "Of those that are kept by themselves. Time is the execution's own: where threads run at once it is divided among them, and while one runs no other waits. It is sampled, and off by a tick or so."}
	for _, x := range list {
		c := slowestOf(x).statement(&groupTotal{queries: 1}, "(its text is not kept)")
		if x.Milliseconds == 0 && !x.Wall.Seen { // its duration is kept in whole ones
			c.Title = "under 1 ms: queryId " + formatID(x.QueryID)
		}
		switch x.Detail {
		case "NO":
			c.Note += " Its plan was left out, as of a short one."
		case "OUTLINE":
			c.Note += " Its plan was left out, as of a short one; its nodes are told, with what its first tables gave."
		}
		if x.Weight > 1 {
			c.Note += " It is one of " + grouped(float64(x.Weight)) + ", chosen by chance."
		}
		s.Charts = append(s.Charts, c)
	}
	d.Sections = append(d.Sections, s)
}

// slowestOf is an execution as the report of a workload shows one.
func slowestOf(x *trend.Execution) *slowQuery {
	q := &slowQuery{
		id: x.QueryID, text: x.Text, begun: x.Started, duration: float64(x.Milliseconds),
		cores: x.Wall.Cores, seen: x.Wall.Seen, missed: !x.Wall.Known,
		wall: wall{cpu: x.Wall.CPU, waiting: x.Wall.Waiting, idle: x.Wall.Idle},
	}
	q.wall.cores, q.wall.queued = x.Wall.CoresUsed*q.wall.all()+x.Wall.Queued, x.Wall.Queued
	if whole := q.wall.all(); q.seen && whole > 0 {
		q.duration = whole // to a part of a millisecond
	}
	for _, n := range x.Nodes {
		node := planNode{id: n.ID, parent: n.Parent, name: n.Operator, object: n.Object}
		if n.Loops != nil {
			node.loops = knownCount{int64(*n.Loops), true} //nolint:gosec // counts of one execution
		}
		if n.Rows != nil {
			node.rows = knownCount{int64(*n.Rows), true} //nolint:gosec // counts of one execution
		}
		if n.Memory != nil {
			node.mem = knownCount{*n.Memory, true}
		}
		if n.Time != nil {
			node.time = knownMS{*n.Time, true}
		}
		q.nodes = append(q.nodes, node)
	}
	return q
}
