package gms

import (
	"unsafe"

	"github.com/dolthub/vitess/go/sqltypes"
)

// resultMemory is what the engine holds of a result while it is sent: a buffer
// that has the values of all rows so far, for it is emptied at the end of the
// statement only, and the rows that are being sent. The goroutine that sends
// counts it.
type resultMemory struct {
	holding holding
	values  int64 // bytes in the buffer
	buffer  int64 // its size
}

// The buffer begins with so many bytes and doubles. One that another statement
// has left may be larger, which cannot be seen.
const resultBuffer = 4 << 10

const sentValue = int64(unsafe.Sizeof(sqltypes.Value{}))

// count counts rows that are about to be sent.
func (m *resultMemory) count(x *execution, r *sqltypes.Result) {
	if len(r.Rows) < 2 && m.holding.execution == nil {
		return // the one row of a statement that reads a key
	}
	if m.holding.execution == nil {
		if !x.connection.adapter.instruments.memory.statement[memoryResult].Counting() {
			return
		}
		m.holding = x.hold(memoryResult, nil)
		m.buffer = resultBuffer
	}
	for _, row := range r.Rows {
		for i := range row {
			m.values += int64(row[i].Len())
		}
	}
	for m.values >= m.buffer {
		m.buffer *= 2
	}
	rows := int64(len(r.Rows))
	m.holding.set(m.buffer + rows*(sliceSize+heapSize(int64(len(r.Fields))*sentValue, true)))
}

// tellMemory has what other goroutines hold for the statement appear on the
// connection's Thread, which the running goroutine has.
func (x *execution) tellMemory() {
	t := x.connection.thread
	for i := range x.memory.classes {
		if c := &x.memory.classes[i]; c.held.Load() != c.told {
			c.tell(t, x.connection.adapter.instruments.memory.statement[i])
		}
	}
}
