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

// storeText appends a token with its bytes. Reduction never reaches across it.
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
// Reduction never reaches across it.
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
