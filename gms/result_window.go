package gms

import (
	"context"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/iters"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/size"
	"github.com/perfschema/perfschema/snowset"
)

// resultWindow bounds what the engine holds of a result that its client has not
// taken. The engine reads rows on one goroutine, makes them ready for the client on
// a second and sends them on a third, in batches of 128, with room for ten batches
// between them whatever their size, and with the values of all rows so far in one
// buffer. Here the goroutine that reads waits after each windowSize bytes until the
// last batch of them is about to be sent. The second goroutine has nothing to do
// then, so the first may exchange the buffer: the one before has rows that are being
// sent, and the one before that is free. (A cursor has one batch more to give out: one
// more buffer is in use.)
//
// Rows of which few fill a window would wait for ever in a batch of 128. The batch is
// filled up with rows that have no values, and these are taken off before it is sent.
type resultWindow struct {
	// Set where the plan is built.
	node    sql.Node           // that the rows come from
	project *plan.Project      // the one above it, nil if there is none
	limits  []*iters.LimitIter // those above it, which count what is filled in
	wanted  bool
	// prepared: the statement may have a cursor.
	prepared bool

	// Of the goroutine that reads.
	columns []int // of the node's rows that may be large, as often as they are sent
	fixed   int64 // what the other columns have at most
	bytes   int64
	rows    int64  // of the window
	emitted uint64 // of the result
	fill    int    // rows to be filled in yet
	filled  int64  // rows that were, in all
	unknown int64  // taken for a value whose size the storage does not say
	guessed int64  // of such values in the window
	width   int
	empty   sql.Row
	none    sql.ValueRow
	spares  [2]sql.ByteBuffer
	spare   int // how many of them there are
	holding held.Holding

	// Of both goroutines.
	active   bool                // written before the first row
	awaited  atomic.Uint64       // the batch that is waited for
	received atomic.Uint64       // batches that were about to be sent
	cut      atomic.Uint64       // the batch that was filled up, and its rows: batch<<8 | rows
	swapped  atomic.Uint64       // batches before the last exchange of buffers
	filler   atomic.Pointer[any] // the first value of empty
	measures atomic.Bool         // what is sent, for sizes are unknown
	sent     atomic.Int64        // bytes of the window's rows, while it measures
	taken    atomic.Int64        // these rows
	ready    chan struct{}
}

// windowSize is how many bytes of a result are read before its client has taken
// those before them.
const windowSize = 1 << 20

// A column of up to so many bytes is not measured, while those of a row are few.
const (
	smallColumn = 1 << 10
	smallRow    = windowSize / resultBatch
)

// firstUnknown is what a value is taken for of whose size nothing is known, and
// leastUnknown at the beginning of a connection's later results: a window is a batch
// then, until the first has been measured.
const (
	firstUnknown = windowSize / 16
	leastUnknown = windowSize / resultBatch
)

// largestSpare is how large a buffer may be that is used again in the same result.
const largestSpare = 4 * windowSize

// plan says whether the result of a statement gets a window, and whether the
// projection at its top has to be computed where rows are read: where it computes
// what may be large, and where it cannot pass over a row without values.
func (w *resultWindow) plan(ctx *sql.Context, root sql.Node) (compute bool) {
	w.wanted = (node.IsDeferred(root) || isQuery(root)) && !leadsToChange(root)
	if !w.wanted {
		return false
	}
	w.node = root
	for n := root; node.IsDeferred(n); n = node.BelowDeferred(n) {
		w.node = node.BelowDeferred(n)
		p, ok := n.(*plan.Project)
		if !ok {
			continue
		}
		if w.project != nil {
			compute = true
		}
		w.project = p
	}
	if w.project == nil || compute {
		w.node, w.project = root, nil
		return compute
	}
	if w.columnsOf(ctx, w.project.Projections) {
		w.node, w.project = root, nil
		return true
	}
	return false
}

// columnsOf finds the columns to measure among those of a projection. It returns true
// if rows may be large and one of the columns is computed.
func (w *resultWindow) columnsOf(ctx *sql.Context, columns []sql.Expression) (computes bool) {
	for _, e := range columns {
		if a, ok := e.(*expression.Alias); ok {
			e = a.Child
		}
		switch e := e.(type) {
		case *expression.GetField:
			w.column(ctx, e.Index(), e.Type())
		case *expression.Literal:
			w.fixed += 16 + (&size.Sizer{}).Value(e.Value())
		default:
			computes = true
			w.column(ctx, -1, e.Type())
		}
	}
	return computes && (len(w.columns) > 0 || w.fixed > smallRow)
}

func (w *resultWindow) column(ctx *sql.Context, i int, t sql.Type) {
	most := int64(smallColumn) + 1
	if t != nil {
		most = int64(t.MaxTextResponseByteLength(ctx))
	}
	if most <= smallColumn && w.fixed <= smallRow/2 {
		w.fixed += size.Interface + (most+1)/2
		return
	}
	w.columns = append(w.columns, i)
}

// begin is called on the goroutine that reads the rows, before the first.
func (w *resultWindow) begin(ctx *sql.Context, x *execution) {
	if !w.wanted {
		return
	}
	if w.project == nil {
		w.columns, w.fixed = w.columns[:0], 0
		for i, c := range w.node.Schema() {
			w.column(ctx, i, c.Type)
		}
	}
	if w.unknown == 0 {
		w.unknown = firstUnknown
	}
	w.unknown = max(w.unknown, leastUnknown)
	if w.ready == nil {
		w.ready = make(chan struct{}, 1)
	}
	if len(w.columns) > 0 && x.memory.CountsClass(held.Result) {
		w.holding = x.memory.Hold(held.Result, nil)
	}
	w.active = true
}

// room is called before each row is read. It says whether one without values goes
// first, after it has waited where it must.
func (w *resultWindow) room(ctx context.Context, m *markIter) (fill bool, err error) {
	if w.limited() {
		return false, nil
	}
	if w.fill == 0 {
		rest := w.emitted % resultBatch
		if rest == 0 && w.guessed > 0 {
			if taken := w.taken.Load(); taken > 0 {
				w.bytes = max(w.bytes, w.sent.Load()/taken*w.rows)
			}
		}
		if w.bytes < windowSize {
			return false, nil
		}
		if rest == 0 {
			return false, w.drain(ctx, m)
		}
		if left := int64(resultBatch - rest); left*(w.bytes/w.rows) <= windowSize {
			return false, nil
		}
		if !w.canFill() {
			return false, nil
		}
		w.fill = int(resultBatch - rest)
		w.cut.Store((w.emitted/resultBatch+1)<<8 | rest)
	} else if w.fill--; w.fill == 0 {
		return false, w.drain(ctx, m)
	}
	for _, l := range w.limits {
		l.Limit++
	}
	w.emitted++
	w.filled++
	return true, nil
}

// limited says that the rows which come now are counted and go no further.
func (w *resultWindow) limited() bool {
	for _, l := range w.limits {
		if w.emitted >= uint64(l.Limit) {
			return true
		}
	}
	return false
}

// canFill: a LIMIT that is as large as can be counts no further.
func (w *resultWindow) canFill() bool {
	for _, l := range w.limits {
		if l.Limit > 1<<62 {
			return false
		}
	}
	return true
}

// drain waits until the last batch is about to be sent, and exchanges the buffers.
func (w *resultWindow) drain(ctx context.Context, m *markIter) error {
	batch := w.emitted / resultBatch
	w.awaited.Store(batch)
	for w.received.Load() < batch {
		if m.stream != nil && !m.stream.waiting {
			m.stream.wait(snowset.ResourceDataExchangeMsg)
			defer m.stream.resume()
		}
		select {
		case <-w.ready:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	if n := w.sent.Swap(0); w.guessed > 0 {
		w.unknown = max(n/w.guessed, size.Interface)
	}
	w.taken.Store(0)
	w.bytes, w.rows, w.guessed = 0, 0, 0
	w.holding.Release()
	if b := m.execution.connection.buffer.Used; b != nil {
		w.swap(b)
		w.swapped.Store(batch)
	}
	return nil
}

// swap exchanges the buffer for the one that is free.
func (w *resultWindow) swap(b *sql.ByteBuffer) {
	if inUse := w.others(); w.spare < inUse {
		w.spares[w.spare] = *b
		w.spare++
		*b = *sql.NewByteBuffer(held.ResultBufferSize)
		return
	}
	oldest := w.spares[0]
	w.spares[0] = w.spares[w.spare-1]
	w.spares[w.spare-1] = *b
	*b = oldest
	b.Reset()
	if held.ByteBufferSize(b) > largestSpare {
		*b = *sql.NewByteBuffer(held.ResultBufferSize)
	}
}

// others is how many buffers may have rows that are yet to be sent, when the last
// batch of a window is about to be.
func (w *resultWindow) others() int {
	if w.prepared {
		return 2
	}
	return 1
}

// read counts a row that goes to the client.
func (w *resultWindow) read(x *execution, row sql.Row) {
	if w.limited() {
		return
	}
	w.emitted++
	w.rows++
	w.width = len(row)
	n := w.fixed
	if len(w.columns) > 0 {
		for _, i := range w.columns {
			if i >= 0 && i < len(row) {
				n += w.measure(x, row[i])
			}
		}
		w.holding.Add(n)
	}
	w.bytes += n
}

// readValues is read for a row in the storage's own form.
func (w *resultWindow) readValues(row sql.ValueRow) {
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
func (w *resultWindow) measure(x *execution, v any) int64 {
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
	return x.connection.adapter.memory.Sizer.Value(v)
}

func (w *resultWindow) measureWrapped(v any) int64 {
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

// nothing is a row without values.
func (w *resultWindow) nothing() sql.Row {
	if len(w.empty) != w.width || w.empty == nil {
		w.empty = make(sql.Row, w.width)
		if w.width > 0 {
			w.filler.Store(&w.empty[0])
		}
	}
	return w.empty
}

// nothingValues is nothing in the storage's own form.
func (w *resultWindow) nothingValues() sql.ValueRow {
	if len(w.none) != w.width || w.none == nil {
		w.none = make(sql.ValueRow, w.width)
	}
	return w.none
}

// isNothing says whether a row is one that was filled in.
func (w *resultWindow) isNothing(row sql.Row) bool {
	return len(row) > 0 && row[0] == nil && &row[0] == w.filler.Load()
}

// receive is called with a batch that is about to be sent. It takes off what was
// filled in, and says whether the batch is the first in another buffer.
func (w *resultWindow) receive(r *sqltypes.Result) (swapped bool) {
	if !w.active || r == nil || len(r.Fields) == 0 {
		return false
	}
	before := w.received.Load()
	if cut := w.cut.Load(); cut>>8 == before+1 && len(r.Rows) > int(cut&0xff) {
		clear(r.Rows[cut&0xff:])
		r.Rows = r.Rows[:cut&0xff]
		r.RowsAffected = cut & 0xff
	}
	if w.measures.Load() {
		w.sent.Add(sentBytes(r))
		w.taken.Add(int64(len(r.Rows)))
	}
	swapped = before != 0 && w.swapped.Load() == before
	w.received.Store(before + 1)
	if w.awaited.Load() == before+1 {
		select {
		case w.ready <- struct{}{}:
		default:
		}
	}
	return swapped
}

func sentBytes(r *sqltypes.Result) (n int64) {
	for _, row := range r.Rows {
		for i := range row {
			n += int64(row[i].Len())
		}
	}
	return n
}

// correct takes what was filled in off the number that FOUND_ROWS() gives.
func (w *resultWindow) correct(s sql.Session) {
	if w.filled == 0 {
		return
	}
	if found := &s.GetLastQueryInfo().FoundRows; found.Load() >= w.filled {
		found.Add(-w.filled)
	}
}

// reset forgets the result.
func (w *resultWindow) reset() {
	if !w.wanted {
		return
	}
	select {
	case <-w.ready: // nil where no result was read
	default:
	}
	*w = resultWindow{columns: w.columns[:0], limits: w.limits[:0], ready: w.ready, unknown: w.unknown}
	clear(w.limits[:cap(w.limits)])
}
