package gms

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/pipeline"
	"github.com/perfschema/perfschema/snowset"
)

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
