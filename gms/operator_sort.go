package gms

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/pipeline"
	"github.com/perfschema/perfschema/snowset"
)

// sortIter counts sorts and the rows they return. Before its first row it
// reads and orders its input.
type sortIter struct {
	node.Pass
	live      *liveCounts
	execution *execution // nil where no stage may be entered
	ranged    bool
	started   bool
}

// Next implements sql.RowIter.
func (s *sortIter) Next(ctx *sql.Context) (sql.Row, error) {
	if s.started {
		row, err := s.Iter.Next(ctx)
		if err == nil {
			s.live.sorted.Add(1)
		}
		return row, err
	}
	s.started = true
	if s.ranged {
		s.live.sortRange.Add(1)
	} else {
		s.live.sortScan.Add(1)
	}
	x := s.execution
	if x == nil {
		row, err := s.Iter.Next(ctx)
		if err == nil {
			s.live.sorted.Add(1)
		}
		return row, err
	}
	before := x.plan.stage
	x.plan.stage = x.connection.adapter.instruments.Stages.CreatingSortIndex
	x.connection.thread.SetStage(x.plan.stage)
	row, err := s.Iter.Next(ctx)
	x.plan.stage = before
	x.connection.thread.SetStage(before)
	if err == nil {
		s.live.sorted.Add(1)
	}
	return row, err
}

// groupIter lends its Thread to the goroutine that reads the input of a
// grouping, and marks the time that takes.
type groupIter struct {
	node.Pass
	execution *execution         // nil where no stage may be entered
	thread    *perfschema.Thread // of the goroutine that asks for the groups
	started   bool
	grouping  *pipeline.Grouping // nil where nobody looks
}

// Next implements sql.RowIter.
func (g *groupIter) Next(ctx *sql.Context) (sql.Row, error) {
	if g.started {
		return g.Iter.Next(ctx)
	}
	g.started = true
	g.thread = perfschema.Bound()
	x := g.execution
	if x == nil {
		row, err := g.Iter.Next(ctx)
		g.resume()
		return row, err
	}
	if g.grouping != nil {
		x.detail.Grow(pipeline.GroupingGoroutines)
	}
	before := x.plan.stage
	x.plan.stage = x.connection.adapter.instruments.Stages.CreatingTmpTable
	x.connection.thread.SetStage(x.plan.stage)
	row, err := g.Iter.Next(ctx)
	g.resume()
	x.plan.stage = before
	x.connection.thread.SetStage(before)
	return row, err
}

// resume takes the Thread back from the goroutine that read the input, which
// has ended.
func (g *groupIter) resume() {
	pipeline.Take(g.thread)
	if g.grouping != nil {
		g.grouping.Reads.Resume()
		g.thread.LeaveResource(activity.ResourceMark(snowset.ResourceNone))
	}
}

var (
	_ sql.MutableRowIter = (*markIter)(nil)
	_ sql.ValueRowIter   = (*markIter)(nil)
)

// publishEvery is how many rows pass before the counters of a running
// statement are shown again.
const publishEvery = 1024
