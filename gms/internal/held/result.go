package held

import (
	"unsafe"

	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/internal/size"
)

// results is what the engine holds of a result while it is sent: a buffer
// that has the values of the rows so far, since it was last exchanged for another
// (pipeline.Window), and the rows that are being sent. The goroutine that sends
// counts it, and so sees the buffer as it was when these rows were put in it.
type results struct {
	holding Holding
	Used    int64    // bytes of the buffer
	buffer  int64    // its size
	spares  [2]int64 // those of the ones before, of which a cursor has two
}

// The buffer begins with so many bytes, or as another statement has left it.
const ResultBufferSize = 4 << 10

const SentValue = int64(unsafe.Sizeof(sqltypes.Value{}))

// Count counts rows that are about to be sent.
func (m *results) Count(of *Statement, r *sqltypes.Result) {
	if len(r.Rows) < 2 && m.holding.Memory == nil {
		return // the one row of a statement that reads a key
	}
	if m.holding.Memory == nil {
		if !of.CountsClass(Result) {
			return
		}
		m.holding = of.Hold(Result, nil)
	}
	var besides int64 // buffers that these rows still lie in, and values that were too large for one
	for _, row := range r.Rows {
		for i := range row {
			if v := row[i].Raw(); v != nil {
				besides += m.fill(int64(len(v)), int64(cap(v)))
			}
		}
	}
	rows := int64(len(r.Rows))
	m.holding.Set(m.buffer + m.spares[0] + m.spares[1] + besides + rows*(size.SliceHeader+size.Heap(int64(len(r.Fields))*SentValue, true)))
	m.holding.tell()
}

// Swap is called before the first rows of another buffer, which has been emptied or
// is new; the one before has those that are being sent.
func (m *results) Swap(others int) {
	if others > 1 {
		m.spares[1] = m.spares[0]
	}
	m.spares[0], m.buffer, m.Used = m.buffer, 0, 0
}

// fill puts a value in the buffer as the engine does, which doubles the buffer
// when it is full. The old one stays as long as rows lie in it: it is returned,
// as is a value that has not found room.
func (m *results) fill(length, capacity int64) (besides int64) {
	if m.buffer == 0 {
		// The first value has all of the buffer behind it, if it lies there.
		m.buffer = ResultBufferSize
		if capacity > ResultBufferSize && capacity&(capacity-1) == 0 {
			m.buffer = capacity
		}
	}
	next := m.Used + length
	if next > m.buffer {
		besides = size.Heap(capacity, false)
	}
	if next >= m.buffer {
		besides += m.buffer
		m.buffer *= 2
	}
	if besides == 0 || next*2 == m.buffer {
		m.Used = next
	}
	return besides
}

// Tell has what other goroutines hold for the statement appear on the
// connection's Thread, which the running goroutine has.
func (m *Statement) Tell() {
	for i := range m.classes {
		if c := &m.classes[i]; c.untold() {
			c.tell(m.thread, m.Server.Classes.Statement[i])
		}
	}
}
