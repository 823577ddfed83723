package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
)

// passIter passes every call on, with the optional interface for values.
type passIter struct{ iter sql.RowIter }

// Next implements sql.RowIter.
func (p *passIter) Next(ctx *sql.Context) (sql.Row, error) { return p.iter.Next(ctx) }

// Close implements sql.RowIter.
func (p *passIter) Close(ctx *sql.Context) error { return p.iter.Close(ctx) }

// NextValueRow implements sql.ValueRowIter.
func (p *passIter) NextValueRow(ctx *sql.Context) (sql.ValueRow, error) {
	return p.iter.(sql.ValueRowIter).NextValueRow(ctx)
}

// IsValueRowIter implements sql.ValueRowIter.
func (p *passIter) IsValueRowIter(ctx *sql.Context) bool {
	v, ok := p.iter.(sql.ValueRowIter)
	return ok && v.IsValueRowIter(ctx)
}

// tableIter counts the rows read from a table.
type tableIter struct {
	passIter
	live *liveCounts
}

var _ sql.ValueRowIter = (*tableIter)(nil)

// Next implements sql.RowIter.
func (t *tableIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := t.iter.Next(ctx)
	if err == nil {
		t.live.examined.Add(1)
	}
	return row, err
}

// NextValueRow implements sql.ValueRowIter.
func (t *tableIter) NextValueRow(ctx *sql.Context) (sql.ValueRow, error) {
	row, err := t.iter.(sql.ValueRowIter).NextValueRow(ctx)
	if err == nil {
		t.live.examined.Add(1)
	}
	return row, err
}

// countIter counts what a fused COUNT has read: its result.
type countIter struct {
	passIter
	live *liveCounts
}

// Next implements sql.RowIter.
func (c *countIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := c.iter.Next(ctx)
	if err == nil && len(row) == 1 {
		if n, ok := row[0].(int64); ok && n > 0 {
			c.live.examined.Add(uint64(n))
		}
	}
	return row, err
}

// sortIter counts sorts and the rows they return. Before its first row it
// reads and orders its input.
type sortIter struct {
	passIter
	live      *liveCounts
	execution *execution // nil where no stage may be entered
	ranged    bool
	started   bool
}

// Next implements sql.RowIter.
func (s *sortIter) Next(ctx *sql.Context) (sql.Row, error) {
	if s.started {
		row, err := s.iter.Next(ctx)
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
		row, err := s.iter.Next(ctx)
		if err == nil {
			s.live.sorted.Add(1)
		}
		return row, err
	}
	before := x.plan.stage
	x.plan.stage = x.connection.adapter.instruments.stages.creatingSortIndex
	x.connection.thread.SetStage(x.plan.stage)
	row, err := s.iter.Next(ctx)
	x.plan.stage = before
	x.connection.thread.SetStage(before)
	if err == nil {
		s.live.sorted.Add(1)
	}
	return row, err
}

// groupIter marks the time a grouping takes to read its input into memory.
type groupIter struct {
	passIter
	execution *execution
	started   bool
}

// Next implements sql.RowIter.
func (g *groupIter) Next(ctx *sql.Context) (sql.Row, error) {
	if g.started {
		return g.iter.Next(ctx)
	}
	g.started = true
	x := g.execution
	before := x.plan.stage
	x.plan.stage = x.connection.adapter.instruments.stages.creatingTmpTable
	x.connection.thread.SetStage(x.plan.stage)
	row, err := g.iter.Next(ctx)
	x.plan.stage = before
	x.connection.thread.SetStage(before)
	return row, err
}

// markIter marks the progress of a statement: its first row and its end. It
// lies as near the root as the server lets it.
type markIter struct {
	passIter
	execution *execution
	started   bool
	rows      uint
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
	m := &x.ctx.mark
	m.iter, m.execution = iter, x
	return m, nil
}

// publishEvery is how many rows pass before the counters of a running
// statement are shown again.
const publishEvery = 1024

func (m *markIter) step() {
	x := m.execution
	if !m.started {
		m.started = true
		if p := &x.plan; p.stage != p.source && x.phase == phaseRunning {
			p.stage = p.source
			x.connection.thread.SetStage(p.source)
		}
		return
	}
	m.rows++
	if m.rows%publishEvery == 0 {
		// What has been sent is another goroutine's to count.
		c := x.facts
		x.addLive(&c)
		x.statement.SetCounters(c)
	}
}

// Next implements sql.RowIter.
func (m *markIter) Next(ctx *sql.Context) (sql.Row, error) {
	m.step()
	return m.iter.Next(ctx)
}

// NextValueRow implements sql.ValueRowIter.
func (m *markIter) NextValueRow(ctx *sql.Context) (sql.ValueRow, error) {
	m.step()
	return m.iter.(sql.ValueRowIter).NextValueRow(ctx)
}

// Close implements sql.RowIter. What calls it commits next.
func (m *markIter) Close(ctx *sql.Context) error {
	x := m.execution
	if !x.advance(phaseClosing) {
		return m.iter.Close(ctx)
	}
	t, stages := x.connection.thread, &x.connection.adapter.instruments.stages
	t.SetStage(stages.end)
	err := m.iter.Close(ctx)
	t.SetStage(stages.queryEnd)
	if x.plan.commits && err == nil {
		t.SetStage(stages.handlerCommit)
	}
	return err
}

// GetChildIter implements sql.MutableRowIter.
func (m *markIter) GetChildIter() sql.RowIter { return m.iter }

// WithChildIter implements sql.MutableRowIter.
func (m *markIter) WithChildIter(child sql.RowIter) sql.RowIter {
	c := *m
	c.iter = child
	return &c
}
