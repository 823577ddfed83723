// Package packed writes numbers and texts one after the other into bytes, and reads them back. What
// is kept in bulk is kept this way: the garbage collector does not look into memory without pointers.
//
// The writer and the reader are the same program: there are no types or versions in the bytes.
package packed

import "encoding/binary"

// AppendUint appends a number of 1 to 10 bytes, fewer for a smaller one.
func AppendUint(dst []byte, n uint64) []byte { return binary.AppendUvarint(dst, n) }

// AppendInt appends a signed number of 1 to 10 bytes, fewer for one near 0.
func AppendInt(dst []byte, n int64) []byte { return binary.AppendVarint(dst, n) }

// AppendText appends the length of a text and its bytes.
func AppendText(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// Reader reads values in the order in which they were appended. Past the end of the data, every value
// is 0 or empty.
type Reader struct{ rest string }

// NewReader makes a Reader of appended values. Texts are parts of data, and keep it alive.
func NewReader(data string) *Reader { return &Reader{data} }

// Uint reads what [AppendUint] wrote.
func (r *Reader) Uint() (n uint64) {
	for i := range len(r.rest) {
		b := r.rest[i]
		n |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			r.rest = r.rest[i+1:]
			return n
		}
	}
	r.rest = ""
	return 0
}

// Int reads what [AppendInt] wrote.
func (r *Reader) Int() int64 {
	n := r.Uint()
	return int64(n>>1) ^ -int64(n&1)
}

// Text reads what [AppendText] wrote.
func (r *Reader) Text() string {
	n := int(min(r.Uint(), uint64(len(r.rest))))
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

// Rest is what has not been read yet.
func (r *Reader) Rest() string { return r.rest }
