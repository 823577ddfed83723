package held

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/fulltext"
)

// TableEdits counts the changes that a storage keeps until the statement's end
// of a table that is changed. The editors of the table share it: they write to
// one and the same.
type TableEdits struct {
	Statement *Statement
	holding   Holding
	size      func() int64
	rows      int64
	next      int64 // rows at which they are looked at again
	words     bool  // each row changes those of its words too
}

// Changes are looked at after so many rows for the first time, then after an
// eighth more, and so many more at most.
const (
	editsFirst = 256
	editsMost  = 2048
)

// wordRows is for how many rows one with full-text indexes counts.
const wordRows = 64

// Row counts a change.
func (m *TableEdits) Row(editor sql.EditOpenerCloser) {
	m.rows++
	if m.words {
		m.rows += wordRows - 1
	}
	if m.rows >= m.next {
		m.measure(editor)
	}
}

func (m *TableEdits) measure(editor sql.EditOpenerCloser) {
	if m.next == 0 {
		m.next = editsFirst
		_, m.words = editor.(fulltext.MultiTableEditor)
		return
	}
	if m.size == nil {
		if m.Statement.Server.EditsSize != nil && m.Statement.Counts(Edits) {
			m.size = m.Statement.Server.EditsSize(editor)
		}
		if m.size == nil {
			m.next = 1 << 62
			return
		}
		m.holding = m.Statement.Hold(Edits, nil)
	}
	m.next = m.rows + min(max(m.rows/8, editsFirst), editsMost)
	m.holding.Set(m.size())
	m.holding.tell()
}

// Close gives all back: the changes are in the table, or have been dropped.
func (m *TableEdits) Close() {
	if m.size != nil {
		m.holding.Release()
		m.size, m.next = nil, 0
	}
}
