package gms

import (
	"sync"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/status"
	"github.com/perfschema/perfschema/gms/internal/table"
)

// tableUse is a table and how a statement finds its rows.
type tableUse struct {
	instance *perfschema.TableInstance
	index    string                // empty: no index, every row is read
	found    perfschema.TableIndex // that index, where it has been looked up already
	quiet    bool                  // it is not looked for: nothing of it is recorded
}

// startIO begins to measure an operation on the table, of which nothing is where there is
// no instance.
func (u *tableUse) startIO(t *perfschema.Thread, op perfschema.Operation) perfschema.TableIO {
	switch {
	case u.found != (perfschema.TableIndex{}):
		return u.found.StartIO(t, op)
	case u.instance != nil:
		return u.instance.StartIO(t, op, u.index)
	}
	return perfschema.TableIO{}
}

// tableUse finds the table that a node reads, under whatever filters, aliases
// and projections; the zero tableUse if there is none, or more than one. The
// names are those the engine gives: a revision of a database, such as db/branch,
// is a database of its own.
func (l *lifecycle) tableUse(ctx *sql.Context, n sql.Node) tableUse {
	for {
		switch t := n.(type) {
		case *plan.ResolvedTable:
			if plan.IsDualTable(t.Table) {
				return tableUse{}
			}
			return l.use(ctx, t.SqlDatabase, t.UnderlyingTable(), t.Name(), "")
		case *plan.IndexedTableAccess:
			return l.use(ctx, t.Database(), t.UnderlyingTable(), t.Name(), t.Index().ID())
		case *plan.TableAlias:
			n = t.Child
		case *plan.Filter:
			n = t.Child
		default:
			return tableUse{}
		}
	}
}

func (l *lifecycle) use(ctx *sql.Context, db sql.Database, t sql.Table, name, index string) tableUse {
	instance := l.table(ctx, db, t, name)
	l.indexes.Learn(ctx, instance, t, index)
	return tableUse{instance: instance, index: index}
}

// table is the instance of a table; nil for a view of ours, and for a temporary table of
// no connection.
func (l *lifecycle) table(ctx *sql.Context, db sql.Database, t sql.Table, name string) *perfschema.TableInstance {
	if own, ok := t.(*table.Table); ok && own.IsView() {
		return nil // what is read through it has no rows on a disk
	}
	schema := ""
	if db != nil {
		schema = db.Name()
	}
	if !node.IsTemporary(t) {
		return l.schema.TableInstance("TABLE", schema, name)
	}
	if conn := connectionOf(ctx); conn != nil {
		return conn.temporary.Instance(l.schema, schema, name)
	}
	return nil
}

// Where many rows of a table are read or changed, the statement's counts follow
// every settleRows of them, and eventBatches times as many make a wait event.
const (
	settleRows   = 256
	eventBatches = 16
)

// RowMeter measures the operations of one kind on the rows of one table, as one
// goroutine works them off: each is timed, and all of them together are one
// wait event of wait/io/table/sql/handler, or one for every few thousand rows.
// The zero RowMeter measures nothing.
type RowMeter struct {
	execution *execution
	use       tableUse
	operation perfschema.Operation
	begun     bool
	alone     bool  // it is that of the statement's context, and not in openMeters
	index     int8  // 1 + its index in openMeters, 0 for none; their lock is held
	batches   int8  // up to eventBatches
	limit     int16 // how many rows may be pending, up to settleRows
	pending   int   // rows that are not in the statement's count yet
	counted   int   // rows given to Count
	reads     status.Reads
	io        perfschema.TableIO
}

// newRowMeter measures an operation in a statement.
func newRowMeter(x *execution, use tableUse, op perfschema.Operation) RowMeter {
	if x.recorded {
		x.tables.Open(x.connection.thread, use.instance, use.found, op)
	}
	return RowMeter{execution: x, use: use, operation: op}
}

// Start begins an operation.
func (m *RowMeter) Start() {
	if !m.begun {
		m.begin()
	}
	m.io.Start()
}

// begin is called on the goroutine that uses the meter, which is known only
// now.
func (m *RowMeter) begin() {
	m.begun = true
	switch {
	case m.use.quiet:
		if m.alone || m.execution.meters.add(m) {
			m.limit = settleRows
		}
	case m.use.instance != nil:
		m.io = m.use.startIO(m.execution.helpers.Thread(), m.operation)
		if m.execution.meters.add(m) {
			m.limit = settleRows
		}
	}
}

// Stop ends it; rows is how many rows it gave or changed. What is read counts
// as examined.
func (m *RowMeter) Stop(rows int) {
	if rows > 0 {
		m.io.Stop(int64(rows))
		if m.pending += rows; m.pending >= int(m.limit) {
			m.settle()
		}
	}
}

// Count says that an operation, which runs, has read so many rows. It is for
// iterators that do little but read one table: the operation is the iterator's
// whole work, and a row pays for no clock.
func (m *RowMeter) Count(rows int) { m.counted += rows }

// stopCounted ends an operation with the rows given to Count.
func (m *RowMeter) stopCounted() {
	m.Stop(m.counted)
	m.counted = 0
}

// settle counts what is pending: a locked instruction, which no row pays for
// alone.
func (m *RowMeter) settle() {
	if m.pending > 0 && m.execution != nil {
		switch m.operation {
		case perfschema.OpFetch:
			m.execution.live.examined.Add(uint64(m.pending))
			m.reads.Rows += m.pending
		default:
			m.execution.connection.counts.Add(status.ChangeCounters[m.operation], uint64(m.pending))
		}
	}
	m.pending = 0
	if m.batches++; m.batches == eventBatches || m.limit == 0 {
		m.batches = 0
		m.io.Flush()
	}
}

// missed ends an operation that looked for one row and found that there is
// none.
func (m *RowMeter) missed() {
	if m.io.Enabled() {
		m.execution.connection.counts.Add(status.Missed, 1)
	}
	m.io.Stop(1)
}

// end makes a wait event of what has been measured last.
func (m *RowMeter) end() {
	if m.begun {
		m.settle()
		m.io.Flush()
		if m.operation == perfschema.OpFetch {
			m.reads.Count(m.execution.connection.counts, m.use.index, m.use.instance != nil || m.use.quiet)
			m.reads.Rows, m.reads.Opened = 0, 0
		}
		m.begun, m.limit, m.batches = false, 0, 0
		if !m.alone {
			m.execution.meters.remove(m)
		}
	}
}

// openMeters are the meters of a statement that have begun and not ended: the
// engine does not close every iterator it opens. A meter for which there is no
// room makes a wait event of every row, so that nothing is lost.
type openMeters struct {
	mu   sync.Mutex
	n    int8
	list [24]*RowMeter
}

func (o *openMeters) add(m *RowMeter) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if int(o.n) == len(o.list) {
		return false
	}
	o.list[o.n] = m
	o.n++
	m.index = o.n
	return true
}

func (o *openMeters) remove(m *RowMeter) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if m.index == 0 {
		return
	}
	o.n--
	last := o.list[o.n]
	last.index = m.index
	o.list[m.index-1], o.list[o.n] = last, nil
	m.index = 0
}

// end ends all of them. The goroutines that used them have ended.
func (o *openMeters) end() {
	for o.n > 0 {
		o.list[o.n-1].end()
	}
}
