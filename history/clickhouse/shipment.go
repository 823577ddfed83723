package clickhouse

import (
	"context"
	"time"

	"github.com/perfschema/perfschema/history"
)

// shipment is what waits to be sent of a table. The sink's mu guards it.
type shipment struct {
	of     *table
	listed bool // what the files have is known
	// compared says that what ClickHouse has is known, since the last failure.
	compared bool
	early    []history.Window
	// waiting are the windows to send, by their start in microseconds.
	waiting map[int64]*waiting
	status  TableStatus
}

// waiting is a window that is to be sent.
type waiting struct {
	rows   int
	end    int64
	folded bool
	// lacking says that ClickHouse has it not, or not all of it. Of those that were in the
	// files when the sink began it is not known until ClickHouse answers.
	lacking bool
}

// TableStatus is how the sending of a table does.
type TableStatus struct {
	Table string
	// WindowsSent and RowsSent are those that ClickHouse has taken since the sink began.
	WindowsSent, RowsSent uint64
	// Waiting are the windows that are to be sent; of those that were there when the sink
	// began some may have been sent before.
	Waiting uint64
	// WindowsDropped and RowsDropped went from the files before they could be sent.
	WindowsDropped, RowsDropped uint64
}

// Status is how a Sink does.
type Status struct {
	// Failing says that the last attempt has failed; Failures is how many have.
	Failing         bool
	Failures        uint64
	LastFailure     string
	LastFailureTime time.Time
	Tables          []TableStatus
}

// Status tells how the sending does.
func (s *Sink) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := Status{Failing: s.failing, Failures: s.failures.count, LastFailure: s.failures.last, LastFailureTime: s.failures.at}
	for _, t := range s.tables {
		t.status.Waiting = uint64(len(t.waiting)) + uint64(len(t.early))
		out.Tables = append(out.Tables, t.status)
	}
	return out
}

func newShipment(t *table) *shipment {
	return &shipment{of: t, waiting: make(map[int64]*waiting), status: TableStatus{Table: t.of.Name}}
}

// written adds windows. Before the files are listed nobody knows whether they will be
// among those.
func (t *shipment) written(windows []history.Window) {
	if !t.listed {
		t.early = append(t.early, windows...)
		return
	}
	for _, w := range windows {
		t.add(w, true)
	}
}

func (t *shipment) add(w history.Window, lacking bool) {
	at := w.Start.UnixMicro()
	x := t.waiting[at]
	if x == nil {
		x = &waiting{}
		t.waiting[at] = x
	}
	x.rows += w.Rows
	x.end, x.folded, x.lacking = w.End.UnixMicro(), w.Folded, lacking
}

// startOver has the files listed and compared anew. What was written since the last sending
// ended is kept apart until then, as what is written before the first.
func (t *shipment) startOver() {
	for at, w := range t.waiting {
		t.early = append(t.early, history.Window{Start: time.UnixMicro(at).UTC(), End: time.UnixMicro(w.end).UTC(), Rows: w.rows, Folded: w.folded})
	}
	t.waiting = make(map[int64]*waiting)
	t.listed, t.compared = false, false
}

func (t *shipment) holds(hour time.Time) bool {
	if !t.listed {
		return true
	}
	from, to := hour.UnixMicro(), hour.Add(time.Hour).UnixMicro()
	for at := range t.waiting {
		if at >= from && at < to {
			return true
		}
	}
	return false
}

// drop gives up a window of which so many rows were not sent.
func (t *shipment) drop(at int64, rows int) {
	delete(t.waiting, at)
	t.status.WindowsDropped++
	t.status.RowsDropped += uint64(rows) //nolint:gosec // not negative
}

// list finds what the files have, once.
func (s *Sink) list(ctx context.Context, dir *history.Directory, t *shipment) error {
	s.mu.Lock()
	listed := t.listed
	s.mu.Unlock()
	if listed {
		return nil
	}
	found := make(map[int64]bool)
	var windows []history.Window
	err := dir.Windows(ctx, t.of.of.Name, func(w history.Window) error {
		found[w.Start.UnixMicro()] = true
		windows = append(windows, w)
		return nil
	})
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range windows {
		t.add(w, false)
	}
	for _, w := range t.early {
		if !found[w.Start.UnixMicro()] {
			t.add(w, true)
		}
	}
	t.listed, t.early = true, nil
	return nil
}

// forget counts the windows that the history has removed with their hour before they could
// be sent. Whether others that are gone had been sent ClickHouse alone knows.
func (s *Sink) forget(dir *history.Directory, t *shipment) error {
	oldest, any, err := dir.Oldest(t.of.of.Name)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for at, w := range t.waiting {
		if w.lacking && (!any || time.UnixMicro(at).Before(oldest)) {
			t.drop(at, w.rows)
		}
	}
	return nil
}
