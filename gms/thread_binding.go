package gms

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/pipeline"
)

// A statement runs on several goroutines, and a Thread has one writer at a
// time. Which goroutine is which:
//
//   - The connection's goroutine parses, analyzes, builds the iterators and
//     runs what returns at most one row. It has the connection's Thread.
//   - For a result of more rows the engine starts five more and waits: one
//     reads the rows, one makes them ready for the client, one sends them, one
//     closes the iterators after these three, one watches the socket. The
//     Thread goes to the one that reads, and then to the one that closes.
//   - A keyed GROUP BY starts two and waits: one reads its input and takes over
//     the Thread of the one that waits; the other groups.
//   - A cursor's statement has a goroutine in the place of the connection's,
//     which goes on to serve the client and has no Thread meanwhile.
//
// The Thread goes along as the goroutine's binding, see [perfschema.Bound].
// What comes to record something on any other goroutine takes a child of the
// connection's Thread first.

// drive takes the connection's Thread to the running goroutine. Whoever had it
// is waiting for this one.
func (conn *connection) drive() {
	if t := conn.thread; !t.IsBound() {
		pipeline.Take(t)
	}
}

// Help gives the running goroutine a Thread to record on, for a storage that
// works for a statement on goroutines of its own: a child of the Thread of the
// connection that ctx belongs to, until the returned function is called. The
// goroutine must call it, before the statement ends. If the goroutine has a
// Thread ([perfschema.Bound]), or ctx belongs to no connection, nothing
// changes. It costs about as much as three uncontended locks.
func Help(ctx context.Context) (done func()) {
	if conn := connectionOf(ctx); conn != nil && perfschema.Bound() == nil {
		if t := pipeline.Child(conn.thread, conn.adapter.instruments.Helper); t != nil {
			leave := conn.enterProfile()
			return func() {
				leave()
				t.Unbind()
				t.Release()
			}
		}
	}
	return func() {}
}

// apartNode is the input of a grouping, which the engine reads on a goroutine
// of its own.
type apartNode struct {
	sql.Node
	group *groupIter
}

// Wrapped implements plantree.Wrapper.
func (n *apartNode) Wrapped() sql.Node { return n.Node }

// apartIter takes over the Thread of the goroutine that waits for the groups.
type apartIter struct {
	node.Pass
	group *groupIter
	taken bool
	rows  uint
	// profiler is what the goroutine is in, if entered.
	profiler *perfschema.StageProfiler
	entered  bool
	giver    pipeline.Giver // while a profiler samples
}

// Next implements sql.RowIter.
func (a *apartIter) Next(ctx *sql.Context) (sql.Row, error) {
	if !a.taken {
		a.taken = true
		pipeline.Take(a.group.thread)
		a.profiler = profilerOf(ctx)
		a.entered = a.profiler.Enter()
		if g := a.group.grouping; g != nil {
			g.Reads = g.Detail.Kept.Watch(a.group.thread)
			a.giver = pipeline.Giver{Exchange: &g.Exchange, Thread: a.group.thread, Watch: g.Reads}
		}
	}
	a.giver.Resume()
	row, err := a.Iter.Next(ctx)
	if a.rows++; err != nil || a.rows%publishEvery == 0 {
		tellGrouping(ctx)
	}
	if a.giver.Exchange != nil {
		a.giver.Hand(err)
	}
	if err != nil && a.entered {
		a.entered = false
		a.profiler.Leave()
	}
	return row, err
}

// tellGrouping has what the goroutine that groups holds appear on the Thread,
// which the one that reads its input has meanwhile.
func tellGrouping(ctx *sql.Context) {
	if x := executionOf(ctx); x != nil && perfschema.Bound() == x.connection.thread {
		x.memory.Tell()
	}
}
