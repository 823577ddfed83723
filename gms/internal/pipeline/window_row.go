package pipeline

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/internal/size"
)

// Read counts a row that goes to the client.
func (w *Window) Read(row sql.Row) {
	if len(w.limits) > 0 && w.limited() {
		return
	}
	w.emitted++
	w.rows++
	w.width = len(row)
	n := w.fixed
	if len(w.columns) > 0 {
		for _, i := range w.columns {
			if i >= 0 && i < len(row) {
				n += w.measure(row[i])
			}
		}
		w.holding.Add(n)
	}
	w.bytes += n
}

// ReadValues is read for a row in the storage's own form.
func (w *Window) ReadValues(row sql.ValueRow) {
	w.emitted++
	w.rows++
	w.width = len(row)
	n := w.fixed
	if len(w.columns) > 0 {
		for _, i := range w.columns {
			if i < 0 || i >= len(row) {
				continue
			}
			if row[i].WrappedVal != nil {
				n += w.measureWrapped(row[i].WrappedVal)
			}
			n += int64(len(row[i].Val))
		}
		w.holding.Add(n)
	}
	w.bytes += n
}

// measure is the bytes of a value, loaded or yet to be.
func (w *Window) measure(v any) int64 {
	switch v := v.(type) {
	case nil:
		return 0
	case string:
		return size.Interface + int64(len(v))
	case []byte:
		return size.SliceHeader + int64(len(v))
	case sql.JSONWrapper, sql.AnyWrapper:
		return w.measureWrapped(v)
	}
	return w.memory.Server.Sizer.Value(v)
}

func (w *Window) measureWrapped(v any) int64 {
	if a, ok := v.(sql.AnyWrapper); ok {
		if n := a.MaxByteLength(); a.IsExactLength() || n < types.LongTextBlobMax {
			return n
		}
	}
	w.guessed++
	if !w.measures.Load() {
		w.measures.Store(true)
	}
	return w.unknown
}

// Nothing is a row without values.
func (w *Window) Nothing() sql.Row {
	if len(w.empty) != w.width || w.empty == nil {
		w.empty = make(sql.Row, w.width)
		if w.width > 0 {
			w.filler.Store(&w.empty[0])
		}
	}
	return w.empty
}

// NothingValues is nothing in the storage's own form.
func (w *Window) NothingValues() sql.ValueRow {
	if len(w.none) != w.width || w.none == nil {
		w.none = make(sql.ValueRow, w.width)
	}
	return w.none
}

// isNothing reports whether a row is one that was filled in.
func (w *Window) isNothing(row sql.Row) bool {
	return len(row) > 0 && row[0] == nil && &row[0] == w.filler.Load()
}
