package pipeline

import (
	"context"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/iters"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/operator"
	"github.com/perfschema/perfschema/gms/internal/size"
	"github.com/perfschema/perfschema/snowset"
)

// Window is the result window: it bounds what the engine holds of a result that its client has not
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
type Window struct {
	// Set where the plan is built.
	node    sql.Node           // that the rows come from
	project *plan.Project      // the one above it, nil if there is none
	limits  []*iters.LimitIter // those above it, which count what is filled in
	Wanted  bool
	// Prepared: the statement may have a cursor.
	Prepared bool

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
	memory  *held.Statement
	buffer  *held.Buffer // where the engine makes rows ready for the client

	// Of both goroutines.
	Active   bool                // written before the first row
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
	smallRow    = windowSize / Batch
)

// firstUnknown is what a value is taken for of whose size nothing is known, and
// leastUnknown at the beginning of a connection's later results: a window is a batch
// then, until the first has been measured.
const (
	firstUnknown = windowSize / 16
	leastUnknown = windowSize / Batch
)

// LargestSpare is how large a buffer may be that is used again in the same result.
const LargestSpare = 4 * windowSize

// Plan reports whether the result of a statement gets a window, and whether the
// projection at its top has to be computed where rows are read: where it computes
// what may be large, and where it cannot pass over a row without values.
func (w *Window) Plan(ctx *sql.Context, root sql.Node) (compute bool) {
	w.Wanted = (node.IsDeferred(root) || operator.IsQuery(root)) && !operator.LeadsToChange(root)
	if !w.Wanted {
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
func (w *Window) columnsOf(ctx *sql.Context, columns []sql.Expression) (computes bool) {
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

func (w *Window) column(ctx *sql.Context, i int, t sql.Type) {
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

// Begin opens the window, on the goroutine that reads the rows, before the first.
func (w *Window) Begin(ctx *sql.Context, m *held.Statement, buffer *held.Buffer) {
	if !w.Wanted {
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
	if len(w.columns) > 0 && m.CountsClass(held.Result) {
		w.holding = m.Hold(held.Result, nil)
	}
	w.memory, w.buffer, w.Active = m, buffer, true
}

// Room waits, where it must, before a row is read. It reports whether a row without values goes
// first.
func (w *Window) Room(ctx context.Context, g *Giver) (fill bool, err error) {
	if len(w.limits) > 0 && w.limited() {
		return false, nil
	}
	if w.fill == 0 {
		rest := w.emitted % Batch
		if rest == 0 && w.guessed > 0 {
			if taken := w.taken.Load(); taken > 0 {
				w.bytes = max(w.bytes, w.sent.Load()/taken*w.rows)
			}
		}
		if w.bytes < windowSize {
			return false, nil
		}
		if rest == 0 {
			return false, w.drain(ctx, g)
		}
		if left := int64(Batch - rest); left*(w.bytes/w.rows) <= windowSize {
			return false, nil
		}
		if !w.canFill() {
			return false, nil
		}
		w.fill = int(Batch - rest)
		w.cut.Store((w.emitted/Batch+1)<<8 | rest)
	} else if w.fill--; w.fill == 0 {
		return false, w.drain(ctx, g)
	}
	for _, l := range w.limits {
		l.Limit++
	}
	w.emitted++
	w.filled++
	return true, nil
}

// AddLimit notes a limit above the node, which counts what is filled in.
func (w *Window) AddLimit(l *iters.LimitIter) { w.limits = append(w.limits, l) }

// limited reports whether the rows that come now are counted and go no further.
func (w *Window) limited() bool {
	for _, l := range w.limits {
		if w.emitted >= uint64(l.Limit) {
			return true
		}
	}
	return false
}

// canFill: a LIMIT that is as large as can be counts no further.
func (w *Window) canFill() bool {
	for _, l := range w.limits {
		if l.Limit > 1<<62 {
			return false
		}
	}
	return true
}

// drain waits until the last batch is about to be sent, and exchanges the buffers.
func (w *Window) drain(ctx context.Context, g *Giver) error {
	batch := w.emitted / Batch
	w.awaited.Store(batch)
	for w.received.Load() < batch {
		if g != nil && !g.waiting {
			g.Wait(snowset.ResourceDataExchangeMsg)
			defer g.Resume()
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
	if b := w.buffer.Used; b != nil {
		w.swap(b)
		w.swapped.Store(batch)
	}
	return nil
}

// swap exchanges the buffer for the one that is free.
func (w *Window) swap(b *sql.ByteBuffer) {
	if inUse := w.Others(); w.spare < inUse {
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
	if held.ByteBufferSize(b) > LargestSpare {
		*b = *sql.NewByteBuffer(held.ResultBufferSize)
	}
}

// Others is how many buffers may have rows that are yet to be sent, when the last
// batch of a window is about to be.
func (w *Window) Others() int {
	if w.Prepared {
		return 2
	}
	return 1
}

// Receive takes off a batch that is about to be sent what was filled in. It reports
// whether the batch is the first in another buffer.
func (w *Window) Receive(r *sqltypes.Result) (swapped bool) {
	if !w.Active || r == nil || len(r.Fields) == 0 {
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

// Correct takes what was filled in off the number that FOUND_ROWS() gives.
func (w *Window) Correct(s sql.Session) {
	if w.filled == 0 {
		return
	}
	if found := &s.GetLastQueryInfo().FoundRows; found.Load() >= w.filled {
		found.Add(-w.filled)
	}
}

// Reset forgets the result.
func (w *Window) Reset() {
	if !w.Wanted {
		return
	}
	select {
	case <-w.ready: // nil where no result was read
	default:
	}
	*w = Window{columns: w.columns[:0], limits: w.limits[:0], ready: w.ready, unknown: w.unknown}
	clear(w.limits[:cap(w.limits)])
}
