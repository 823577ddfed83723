package perfschema

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/watermark"
)

// statementMemory is the most that a statement had in use above what its thread
// had when it began, in bytes: of controlled instruments and of all. While the
// statement runs it is that beginning.
type statementMemory struct{ controlled, total int64 }

func (m *statementMemory) raise(to statementMemory) {
	m.controlled, m.total = max(m.controlled, to.controlled), max(m.total, to.total)
}

// beginMemory starts the peaks anew for a statement, which keeps those before
// it. Only the writer calls it, inside its write section.
func (t *Thread) beginMemory(st *statementSlot) {
	m := &t.memory
	st.peaks = statementMemory{m.controlledHigh, m.totalHigh}
	st.rec.memory = statementMemory{m.controlled, m.total}
	m.controlledHigh, m.totalHigh = m.controlled, m.total
}

// endMemory gives a statement its peaks and the thread back those before it,
// where they are higher.
func (t *Thread) endMemory(st *statementSlot) {
	m := &t.memory
	st.rec.memory = statementMemory{m.controlledHigh - st.rec.memory.controlled, m.totalHigh - st.rec.memory.total}
	m.controlledHigh, m.totalHigh = max(m.controlledHigh, st.peaks.controlled), max(m.totalHigh, st.peaks.total)
}

// peakMemory is the most a thread had in use since the statement at a level of
// its stack began, -1 for since the thread did. A reader calls it between Start
// and Valid.
func (t *Thread) peakMemory(level int) statementMemory {
	peak := statementMemory{t.memory.controlledHigh, t.memory.totalHigh}
	for i := level + 1; i < min(t.depth, len(t.stack)); i++ {
		if st := t.stack[i].Load(); st != nil {
			peak.raise(st.peaks)
		}
	}
	return peak
}

// sharedStatementMemory is the highest of many statements'.
type sharedStatementMemory struct{ controlled, total atomic.Int64 }

func (m *sharedStatementMemory) raise(to statementMemory) {
	watermark.Raise(&m.controlled, to.controlled)
	watermark.Raise(&m.total, to.total)
}

func (m *sharedStatementMemory) load() statementMemory {
	return statementMemory{m.controlled.Load(), m.total.Load()}
}
