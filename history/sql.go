package history

import (
	"time"

	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// SchemaName is the name of the database that [Tables] are for.
const SchemaName = "history"

// windowIndex is the index of every table: conditions on it are found in the files without
// reading all of them.
const windowIndex = "WINDOW_START"

// Tables declares the tables that windows are kept in, for an adapter to serve. of gives
// the history they read, whose files each read goes through; while it gives nil they are
// empty.
//
// A read looks at the files whose hours, and at the groups of rows whose windows, may be
// between the bounds of WINDOW_START that it is given, and decodes the columns that are
// asked for alone. Rows come in the order of their windows.
func Tables(of func() *History) []*view.Table {
	var out []*view.Table
	for _, t := range kept() {
		t.Indexes = []view.Index{{Name: windowIndex, Columns: []string{windowIndex}}}
		t.Order = []string{windowIndex}
		t.Stored = true
		t.Open = func(r view.Reader) *view.Cursor {
			h := of()
			if h == nil {
				return view.CursorOf(r, nil)
			}
			return h.read(t.Name, r)
		}
		out = append(out, t)
	}
	return out
}

// kept declares the tables there are, as their files have them.
func kept() (out []*view.Table) {
	for _, t := range originals() {
		of := &view.Table{Name: t.Name, Comment: "Windows of performance_schema." + t.Name, Columns: filesColumns(t.Columns)}
		if catalog.LookupProfiling(t.Name) != nil {
			of.Comment, of.Access = "Windows of profiling."+t.Name, view.NeedsProcess
		}
		out = append(out, of)
	}
	return append(out, keptEvents()...)
}

// read begins a read of a table's files.
func (h *History) read(name string, r view.Reader) *view.Cursor {
	for _, t := range h.tables() {
		if t.name != name {
			continue
		}
		rows := t.scan(spanOf(r.Between[windowIndex]), r.Columns)
		next := func() (row view.Row, ok bool) {
			rows.next(1, func(v view.Row) { row, ok = v, true })
			return row, ok
		}
		end := func() error {
			rows.close()
			return rows.failed
		}
		return view.StoredCursor(next, end, rows.unordered)
	}
	return view.CursorOf(r, nil)
}

// spanOf is the span that has all windows that begin between two bounds.
func spanOf(bounds [2]any) (s Span) {
	if from, ok := bounds[0].(time.Time); ok {
		s.From = from
	}
	if to, ok := bounds[1].(time.Time); ok {
		s.To = to.Add(time.Microsecond)
	}
	return s
}
