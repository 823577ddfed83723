package export

import (
	"io"
	"time"
)

// NewActivityWriter makes a Writer of the auxiliary file, which the Snowset
// calls ts-explosion: for every second in which a statement was active a row
// with that second and the statement's queryId. A statement is active from the
// second it began in to the one it ended in; one that still runs, as long as its
// duration so far. Of a statement without createdTime there is no row.
func NewActivityWriter(w io.Writer, f Format, l Layout) (Writer, error) {
	t, err := newTable(w, f, l.Activity)
	if err != nil {
		return nil, err
	}
	return &activityWriter{table: t}, nil
}

type activityWriter struct {
	table table
	row   [2]cell
}

var (
	queryID       = mustField("queryId")
	createdTime   = mustField("createdTime")
	endTime       = mustField("endTime")
	durationTotal = mustField("durationTotal")
	databaseID    = mustField("databaseId")
)

// Span is when the statement began and when it ended, or up to when it had run;
// ok is false where that is not known.
func (p *Profile) Span() (from, to time.Time, ok bool) {
	from, ok = p.Time(createdTime)
	if !ok {
		return from, to, false
	}
	to, ok = p.Time(endTime)
	if ms, known := p.Int(durationTotal); !ok && known {
		to, ok = from.Add(time.Duration(ms)*time.Millisecond), true
	}
	if to.Before(from) {
		to = from
	}
	return from, to, ok
}

func (w *activityWriter) Write(p *Profile) error {
	from, to, ok := p.Span()
	if !ok {
		return nil
	}
	w.row[1] = p.cells[queryID]
	for s := from.Truncate(time.Second); !s.After(to); s = s.Add(time.Second) {
		w.row[0] = cell{known: true, number: s.UnixMicro()}
		if err := w.table.write(w.row[:]); err != nil {
			return err
		}
	}
	return nil
}

func (w *activityWriter) Close() error { return w.table.close() }
