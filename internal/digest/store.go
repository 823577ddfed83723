package digest

import "encoding/binary"

const (
	tokenSize   = 2
	identHeader = 2 * tokenSize // token and length
	columnSize  = 4             // a column's number
	maxIdent    = 1<<16 - 1
)

// store appends a token as it is.
func (b *Builder) store(t token) {
	if b.full || len(b.buf)+tokenSize > b.limit {
		b.full = true
		return
	}
	b.last = len(b.buf)
	b.buf = append(b.buf, byte(t), byte(t>>8))
}

// storeText appends a token with its bytes. Folding never reaches across it.
func (b *Builder) storeText(t token, text string) {
	if b.full || len(text) > maxIdent || len(b.buf)+identHeader+len(text) > b.limit {
		b.full = true
		return
	}
	b.last = len(b.buf)
	n := len(text)
	b.buf = append(b.buf, byte(t), byte(t>>8), byte(n), byte(n>>8))
	b.buf = append(b.buf, text...)
	b.floor = len(b.buf)
}

// storeColumn appends the number of a column, of which each has a digest of its own.
// Folding never reaches across it.
func (b *Builder) storeColumn(number uint32) {
	if b.full || len(b.buf)+tokenSize+columnSize > b.limit {
		b.full = true
		return
	}
	b.last = len(b.buf)
	b.buf = binary.LittleEndian.AppendUint16(b.buf, tokColumn)
	b.buf = binary.LittleEndian.AppendUint32(b.buf, number)
	b.floor = len(b.buf)
}

// peek returns the n-th token from the end, tokNone where an identifier or the
// start of the statement is in the way.
func (b *Builder) peek(n int) token {
	i := len(b.buf) - n*tokenSize
	if i < b.floor {
		return tokNone
	}
	return binary.LittleEndian.Uint16(b.buf[i:])
}

// drop removes the last n tokens; the caller has peeked at them.
func (b *Builder) drop(n int) { b.buf = b.buf[:len(b.buf)-n*tokenSize] }

// number folds signs into a numeric literal and stores it.
func (b *Builder) number() {
	if b.full {
		return
	}
	for {
		if t := b.peek(1); t != '-' && t != '+' || !startsExpr[b.peek(2)] {
			break
		}
		b.drop(1)
	}
	b.value()
}

// value stores a literal, or lengthens the list of literals it belongs to.
func (b *Builder) value() {
	if b.full {
		return
	}
	t := tokValue
	if b.peek(1) == ',' {
		if p := b.peek(2); p == tokValue || p == tokValues {
			b.drop(2)
			t = tokValues
		}
	}
	b.store(t)
}

// closeParen stores a closing parenthesis, or folds it with what it closes: a row
// of literals, a list of such rows, a row behind IN.
func (b *Builder) closeParen() {
	if b.full {
		return
	}
	row, rows := tokNone, tokNone
	if b.peek(2) == '(' {
		switch b.peek(1) {
		case tokValue:
			row, rows = tokRow1, tokRows1
		case tokValues:
			row, rows = tokRow, tokRows
		}
	}
	if row == tokNone {
		b.store(')')
		return
	}
	b.drop(2)
	switch b.peek(1) {
	case ',':
		if p := b.peek(2); p == row || p == rows {
			b.drop(2)
			row = rows
		}
	case tokIn:
		b.drop(1)
		row = tokInRow
	}
	b.store(row)
}
