package gms

import (
	"unsafe"

	"github.com/dolthub/vitess/go/sqltypes"
)

// resultMemory is what the engine holds of a result while it is sent: a buffer
// that has the values of all rows so far, for it is emptied at the end of the
// statement only, and the rows that are being sent. The goroutine that sends
// counts it, and so sees the buffer as it was when these rows were put in it.
type resultMemory struct {
	holding holding
	used    int64 // bytes of the buffer
	buffer  int64 // its size
	// pooled is the buffer, once it is large and has been found; of which size.
	pooled *pooledBuffer
	found  int64
}

// The buffer begins with so many bytes, or as another statement has left it.
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
	}
	var besides int64 // buffers that these rows still lie in, and values that were too large for one
	for _, row := range r.Rows {
		for i := range row {
			if v := row[i].Raw(); v != nil {
				if m.buffer >= pooledLeast && m.buffer != m.found && len(v) > 0 && int64(cap(v)) == m.buffer-m.used {
					m.find(x, v)
				}
				besides += m.fill(int64(len(v)), int64(cap(v)))
			}
		}
	}
	rows := int64(len(r.Rows))
	m.holding.set(m.buffer + besides + rows*(sliceSize+heapSize(int64(len(r.Fields))*sentValue, true)))
	m.holding.tell()
}

// find says that the value lies in the buffer, with all that is free behind it.
// The buffer before, of half the size, is garbage once its rows are sent.
func (m *resultMemory) find(x *execution, v []byte) {
	buffers := &x.connection.adapter.results
	buffers.leave(m.pooled, false)
	m.pooled, m.found = buffers.use(v, m.buffer), m.buffer
}

// fill puts a value in the buffer as the engine does, which doubles the buffer
// when it is full. The old one stays as long as rows lie in it: it is returned,
// as is a value that has not found room.
func (m *resultMemory) fill(length, capacity int64) (besides int64) {
	if m.buffer == 0 {
		// The first value has all of the buffer behind it, if it lies there.
		m.buffer = resultBuffer
		if capacity > resultBuffer && capacity&(capacity-1) == 0 {
			m.buffer = capacity
		}
	}
	next := m.used + length
	if next > m.buffer {
		besides = heapSize(capacity, false)
	}
	if next >= m.buffer {
		besides += m.buffer
		m.buffer *= 2
	}
	if besides == 0 || next*2 == m.buffer {
		m.used = next
	}
	return besides
}

// tellMemory has what other goroutines hold for the statement appear on the
// connection's Thread, which the running goroutine has.
func (x *execution) tellMemory() {
	t := x.connection.thread
	for i := range x.memory.classes {
		if c := &x.memory.classes[i]; c.held.Load() != c.told || c.peak.Load() != 0 {
			c.tell(t, x.connection.adapter.instruments.memory.statement[i])
		}
	}
}
