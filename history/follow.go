package history

import (
	"context"
	"errors"
	"time"

	"github.com/perfschema/perfschema/view"
)

// Window is what a table's files have of one window. Several have the same start where the
// time of day was set back.
type Window struct {
	Start, End time.Time
	Rows       int
	// Folded says that it is an hour whose windows were made one.
	Folded bool
}

// Follower is told of what is written, and takes it from the files. Its methods are called
// by the goroutines that write windows, and must not hold them up.
type Follower interface {
	// Written says that a table's files have windows more.
	Written(table string, windows []Window)
	// Holds says whether windows of an hour are to stay as they are, for the follower has
	// not taken them all: it is not folded then. It may be removed.
	Holds(table string, hour time.Time) bool
}

// tell tells the follower, if there is one, of windows that were written.
func (h *History) tell(table string, windows ...Window) {
	if h.options.Follower == nil {
		return
	}
	for i := range windows {
		windows[i].Start, windows[i].End = inMicroseconds(windows[i].Start), inMicroseconds(windows[i].End)
	}
	h.options.Follower.Written(table, windows)
}

// inMicroseconds is a time as files have it.
func inMicroseconds(t time.Time) time.Time { return time.UnixMicro(t.UnixMicro()).UTC() }

// held says of an hour of a table whether the follower holds it.
func (h *History) held(table string) func(hour time.Time) bool {
	return func(hour time.Time) bool {
		return h.options.Follower != nil && h.options.Follower.Holds(table, hour)
	}
}

// Windows visits the windows that a table has, in the order of its files; one whose rows are
// not together is visited for each part. An error of the visitor ends it. As Read it sees
// what was whole when it began.
func (d *Directory) Windows(ctx context.Context, name string, visit func(Window) error) error {
	t, err := d.table(name)
	if err != nil {
		return err
	}
	if err := t.snapshot(Span{}); err != nil {
		return err
	}
	defer t.closeOpened()
	places := []int{columnOf(t.columns, windowIndex), columnOf(t.columns, "WINDOW_END")}
	for _, f := range t.files {
		if err := errors.Join(ctx.Err(), t.eachWindow(f, places, visit)); err != nil {
			return err
		}
	}
	return nil
}

// eachWindow visits the windows of a file.
func (t *table) eachWindow(f file, places []int, visit func(Window) error) (err error) {
	s := t.newScan(Span{}, places)
	defer s.close()
	s.files = []string{f.path}
	of := Window{Folded: f.folded}
	end := func() {
		if of.Rows > 0 && err == nil {
			err = visit(of)
		}
		of.Rows = 0
	}
	for s.next(rowsAtOnce, func(row view.Row) {
		start, ok1 := row[0].(time.Time)
		until, ok2 := row[1].(time.Time)
		if !ok1 || !ok2 {
			return
		}
		if !start.Equal(of.Start) {
			end()
			of.Start, of.End = start.UTC(), until.UTC()
		}
		of.Rows++
	}) && err == nil {
	}
	end()
	return errors.Join(err, s.failed)
}

// Oldest is the hour of the oldest file of a table; ok is false where there is none.
func (d *Directory) Oldest(name string) (hour time.Time, ok bool, err error) {
	t, err := d.table(name)
	if err != nil {
		return hour, false, err
	}
	files, _, err := t.list()
	if err != nil || len(files) == 0 {
		return hour, false, err
	}
	return files[0].hour, true, nil
}
