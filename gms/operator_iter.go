package gms

import (
	"errors"
	"io"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/pipeline"
	"github.com/perfschema/perfschema/gms/internal/status"
	"github.com/perfschema/perfschema/snowset"
)

// tableIter measures the rows read from a table.
type tableIter struct {
	node.Pass
	meter RowMeter
	// access is how an index is used, until the first row.
	access *plan.IndexedTableAccess
	// asks: who reads the table asks for a row beyond the last, and each row by
	// itself; key is the index it does so by, if any.
	asks bool
	key  *plan.IndexedTableAccess
	// count is what EXPLAIN ANALYZE FOR CONNECTION shows; nil where the plan is
	// kept, which counts by itself.
	count *activity.PlanNode
}

var _ sql.ValueRowIter = (*tableIter)(nil)

// Next implements sql.RowIter.
func (t *tableIter) Next(ctx *sql.Context) (sql.Row, error) {
	t.meter.Start()
	row, err := t.Iter.Next(ctx)
	if err != nil {
		t.end(ctx, err)
		return row, err
	}
	t.found()
	return row, nil
}

// NextValueRow implements sql.ValueRowIter.
func (t *tableIter) NextValueRow(ctx *sql.Context) (sql.ValueRow, error) {
	t.meter.Start()
	row, err := t.Iter.(sql.ValueRowIter).NextValueRow(ctx)
	if err != nil {
		t.end(ctx, err)
		return row, err
	}
	t.found()
	return row, nil
}

func (t *tableIter) found() {
	if t.access != nil {
		t.access = nil
	}
	t.meter.Stop(1)
	t.count.AddRows(1)
}

// end is called when there are no more rows.
func (t *tableIter) end(ctx *sql.Context, err error) {
	if (t.asks || t.access != nil) && errors.Is(err, io.EOF) && (t.asks && (t.access != nil || t.key == nil || !status.ShapeOf(ctx, t.key).Unique) || t.access != nil && node.IsKeyLookup(ctx, t.access)) {
		// As in MySQL, to find that a key has no row is a fetch, and so is what finds
		// the end of the rows that an UPDATE or DELETE looks at, or by which rows of
		// another table are looked up. The last table of a SELECT is read in batches,
		// whose end is none.
		t.meter.missed()
	}
	t.meter.reads.Ended = errors.Is(err, io.EOF)
	t.shape(ctx)
	t.access, t.asks = nil, false
	t.meter.end()
}

// shape says how the rows were looked for, before the meter ends.
func (t *tableIter) shape(ctx *sql.Context) {
	switch {
	case t.key == nil || !t.meter.begun:
	case t.key == t.meter.execution.plan.only:
		t.meter.reads.Shape = status.IndexShape{Keys: 1, Unique: true}
	default:
		t.meter.reads.Shape = status.ShapeOf(ctx, t.key)
	}
}

// Close implements sql.RowIter.
func (t *tableIter) Close(ctx *sql.Context) error {
	t.shape(ctx)
	t.meter.end()
	return t.Iter.Close(ctx)
}

// countIter measures a count that is also the number of rows read for it.
type countIter struct {
	node.Pass
	meter RowMeter
	count *activity.PlanNode // of the table
}

// Next implements sql.RowIter.
func (c *countIter) Next(ctx *sql.Context) (sql.Row, error) {
	c.meter.Start()
	row, err := c.Iter.Next(ctx)
	rows := 0
	if err == nil && len(row) == 1 {
		if n, ok := row[0].(int64); ok && n > 0 {
			rows = int(n)
		}
	}
	c.meter.Stop(rows)
	c.meter.end()
	c.count.AddRows(uint64(rows))
	return row, err
}

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

// markIter marks the progress of a statement: its first row and its end. It
// lies as near the root as the server lets it.
type markIter struct {
	node.Pass
	execution *execution
	started   bool
	rows      uint
	stream    *pipeline.Giver  // of a result that others take, while a profiler samples
	window    *pipeline.Window // of such a result
}

var (
	_ sql.MutableRowIter = (*markIter)(nil)
	_ sql.ValueRowIter   = (*markIter)(nil)
)

// mark wraps an iterator in a markIter.
func (x *execution) mark(iter sql.RowIter, err error) (sql.RowIter, error) {
	if err != nil || iter == nil {
		return iter, err
	}
	var m *markIter
	if x.ctx != nil {
		m = &x.ctx.mark
	} else {
		m = new(markIter)
	}
	m.Iter, m.execution = iter, x
	return m, nil
}

// publishEvery is how many rows pass before the counters of a running
// statement are shown again.
const publishEvery = 1024

func (m *markIter) step(ctx *sql.Context) {
	x := m.execution
	if !m.started {
		m.started = true
		t := x.connection.thread
		if !x.recorded {
			if x.quiet {
				t.ShowStage(x.connection.adapter.instruments.Stages.SendingData)
			}
			if perfschema.Goroutine() != x.goroutine {
				if x.window.Begin(ctx, &x.memory, &x.connection.buffer); x.window.Active {
					m.window = &x.window
				}
			}
			return
		}
		if perfschema.Bound() != t {
			pipeline.Take(t)
			if x.window.Begin(ctx, &x.memory, &x.connection.buffer); x.window.Active {
				m.window = &x.window
			}
			if x.detail.Sampled {
				m.stream = x.detail.Streams()
				if s := x.connection.resultSession(ctx.Session); s != nil {
					x.detail.Result.Ready.Watch(&x.detail, &s.rows)
				}
			}
		}
		if p := &x.plan; p.stage != p.source && x.phase == phaseRunning {
			p.stage = p.source
			x.connection.thread.SetStage(p.source)
		}
		return
	}
	m.rows++
	if m.rows%publishEvery == 0 && x.statement.Recorded() {
		// What has been sent is another goroutine's to count.
		c := x.facts
		x.live.addTo(&c)
		x.statement.SetCounters(c)
		x.memory.Tell()
	}
}

// Next implements sql.RowIter.
func (m *markIter) Next(ctx *sql.Context) (sql.Row, error) {
	m.step(ctx)
	if m.stream != nil {
		m.stream.Resume()
	}
	w := m.window
	if w != nil {
		if fill, err := w.Room(ctx, m.stream); err != nil {
			return nil, err
		} else if fill {
			return w.Nothing(), nil
		}
	}
	row, err := m.Iter.Next(ctx)
	if w != nil && err == nil {
		w.Read(row)
	}
	if m.stream != nil {
		m.hand(err)
	}
	return row, err
}

// hand passes a row on to the goroutine that takes it.
func (m *markIter) hand(err error) {
	r := &m.execution.detail.Result
	m.stream.Hand(err)
	if r.Limited && err == nil && int64(r.Exchange.Next()) >= r.Limit {
		m.stream.Wait(snowset.ResourceIdle) // nobody asks for more
	}
}

// NextValueRow implements sql.ValueRowIter.
func (m *markIter) NextValueRow(ctx *sql.Context) (sql.ValueRow, error) {
	m.step(ctx)
	if m.stream != nil {
		m.stream.Resume()
	}
	w := m.window
	if w != nil {
		if fill, err := w.Room(ctx, m.stream); err != nil {
			return nil, err
		} else if fill {
			if m.stream != nil { // who is seen by what it says after a row says so after these too
				m.stream.Giving = m.stream.Seen.Load()
			}
			return w.NothingValues(), nil
		}
	}
	row, err := m.Iter.(sql.ValueRowIter).NextValueRow(ctx)
	if w != nil && err == nil {
		w.ReadValues(row)
	}
	if m.stream != nil {
		m.hand(err)
	}
	return row, err
}

// Close implements sql.RowIter. What calls it commits next.
func (m *markIter) Close(ctx *sql.Context) error {
	x := m.execution
	if !x.recorded {
		return m.Iter.Close(ctx)
	}
	x.connection.drive()
	if m.stream != nil {
		m.stream.Resume()
	}
	if !x.advance(phaseClosing) {
		return m.Iter.Close(ctx)
	}
	t, stages := x.connection.thread, &x.connection.adapter.instruments.Stages
	t.SetPhase(activity.PhaseTeardown)
	if !x.plan.unplanned {
		t.SetStage(stages.End)
	}
	err := m.Iter.Close(ctx)
	few := x.detail.FewStages && x.plan.plain // which has nothing to commit
	if !few {
		t.SetStage(stages.QueryEnd)
	}
	if x.plan.commits && err == nil {
		t.SetPhase(activity.PhaseExecution) // what a commit writes is the statement's work
		if !few && !x.plan.unplanned && !x.plan.tableless {
			t.SetStage(stages.HandlerCommit)
		}
	}
	return err
}

// GetChildIter implements sql.MutableRowIter.
func (m *markIter) GetChildIter() sql.RowIter { return m.Iter }

// WithChildIter implements sql.MutableRowIter.
func (m *markIter) WithChildIter(child sql.RowIter) sql.RowIter {
	c := *m
	c.Iter = child
	return &c
}
