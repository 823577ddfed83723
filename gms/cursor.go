package gms

import (
	"sync"

	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/size"
)

// countCursors counts the memory of the rows of open cursors, if it has changed. The goroutine
// that serves the connection calls it between two statements.
func (conn *connection) countCursors() {
	if conn.limits == nil || conn.cursor != nil || conn.limits.CursorMemory() == conn.memory.Held.Cursor {
		return
	}
	m := &conn.memory
	m.Held.Cursor = conn.limits.CursorMemory()
	if class := conn.adapter.memory.Classes.Statement[held.Result]; conn.thread != nil && (class.Counting() || m.Cursor.Counted()) {
		conn.drive()
		held.SetBlock(&m.Cursor, class, conn.thread, m.Held.Cursor)
	}
}

// cursor is a statement whose rows a client fetches with COM_STMT_FETCH, where [client.Conn]
// cannot keep them because vitess does the TLS. The statement runs on a goroutine of its own
// and waits with each batch until the client has taken the one before. A session serves one
// statement at a time: if the client sends another meanwhile, the cursor's statement runs to
// its end first, and the rows that are yet to be fetched are kept. MySQL keeps all of them, from the beginning.
//
// Three goroutines have to do with it: the connection's, which takes batches and begins
// other statements; vitess's, which offers them to it; and the statement's.
type cursor struct {
	offers  chan *sqltypes.Result // from the statement, one at a time
	answers chan error            // whether the statement shall go on
	// complete is closed, under mu, when another statement wants the session.
	complete chan struct{}
	ended    chan struct{} // closed when the statement has ended, with err
	done     chan struct{} // closed when there is nothing more to be fetched
	err      error

	mu sync.Mutex
	// offered waits to be taken or has been, last is the one before: the client may
	// not have fetched all of its rows.
	offered, last *sqltypes.Result

	kept    []*sqltypes.Result // of the statement's goroutine until it has ended
	holding held.Holding       // what they take, while the statement runs
}

func newCursor() *cursor {
	return &cursor{
		offers: make(chan *sqltypes.Result), answers: make(chan error),
		complete: make(chan struct{}), ended: make(chan struct{}), done: make(chan struct{}),
	}
}

// serveCursor runs a cursor's statement and gives its results to take, which waits
// until the client wants each. An error of take ends the statement.
func (conn *connection) serveCursor(take func(*sqltypes.Result) error, run func(give func(*sqltypes.Result) error) error) error {
	if conn.cursor != nil { // of which all has been fetched
		conn.drive()
		conn.forgetCursor()
	}
	k := newCursor()
	conn.cursor = k
	defer close(k.done)
	go func() {
		defer close(k.ended)
		k.err = run(func(r *sqltypes.Result) error { return k.give(&conn.x, r) })
	}()
	for {
		select {
		case r := <-k.offers:
			err := take(r)
			select {
			case k.answers <- err:
			case <-k.complete:
				if err != nil {
					<-k.ended
					return err
				}
			}
		case <-k.ended:
			for i, r := range k.kept {
				if err := take(r); err != nil {
					return err
				}
				k.kept[i] = nil
			}
			return k.err
		}
	}
}

// give hands one result on, and returns when the client has taken it, or when it is
// kept.
func (k *cursor) give(x *execution, r *sqltypes.Result) error {
	k.mu.Lock()
	select {
	case <-k.complete:
		k.mu.Unlock()
		k.keep(x, r)
		return nil
	default:
	}
	k.last, k.offered = k.offered, r
	k.mu.Unlock()
	k.offers <- r
	select {
	case err := <-k.answers:
		return err
	case <-k.complete:
		return nil
	}
}

// keep copies a result, for the engine uses the memory of its values again.
func (k *cursor) keep(x *execution, r *sqltypes.Result) {
	if k.holding.Memory == nil {
		k.holding = x.memory.Hold(held.Result, nil)
	}
	k.holding.Add(ownValues(r))
	k.kept = append(k.kept, r)
}

// ownValues gives a result's values memory of their own, and returns its bytes.
func ownValues(r *sqltypes.Result) (bytes int64) {
	if r == nil {
		return 0
	}
	n := 0
	for _, row := range r.Rows {
		for i := range row {
			n += row[i].Len()
		}
		bytes += size.SliceHeader + size.Heap(int64(len(row))*held.SentValue, true)
	}
	values := make([]byte, 0, n)
	for _, row := range r.Rows {
		for i, v := range row {
			if v.IsNull() {
				continue
			}
			from := len(values)
			values = append(values, v.Raw()...)
			row[i] = sqltypes.MakeTrusted(v.Type(), values[from:len(values):len(values)])
		}
	}
	return bytes + size.Heap(int64(n), false)
}

// settleCursor has an open cursor's statement run to its end, before the connection's
// goroutine begins another one.
func (conn *connection) settleCursor() {
	k := conn.cursor
	if k == nil || conn.elsewhere() { // on its own goroutine the cursor itself begins
		return
	}
	select {
	case <-k.done:
		conn.forgetCursor()
		return
	default:
	}
	select {
	case <-k.complete: // for a statement before
		return
	default:
	}
	// Nobody takes or fetches a result now.
	k.mu.Lock()
	bytes := ownValues(k.last) + ownValues(k.offered)
	close(k.complete)
	k.mu.Unlock()
	<-k.ended
	m := &conn.memory
	m.Held.Cursor = bytes + k.holding.Bytes
	m.Cursor = conn.adapter.memory.Classes.Statement[held.Result].Alloc(conn.thread, m.Held.Cursor)
}

// forgetCursor gives back what a cursor kept.
func (conn *connection) forgetCursor() {
	conn.memory.Cursor.Free(conn.thread)
	conn.memory.Held.Cursor, conn.cursor = 0, nil
}
