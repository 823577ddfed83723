package wire

import (
	"bytes"
	"encoding/binary"
)

// Fields takes the fields of a packet one by one. After the first that is
// not there it gives zero values.
type Fields struct {
	Rest   []byte // not taken yet
	Failed bool   // a field was not there, or not whole
}

// Take is the next n bytes, nil if they are not there.
func (r *Fields) Take(n int) []byte {
	if r.Failed || n < 0 || n > len(r.Rest) {
		r.Failed, r.Rest = true, nil
		return nil
	}
	b := r.Rest[:n]
	r.Rest = r.Rest[n:]
	return b
}

// Skip passes over n bytes.
func (r *Fields) Skip(n int) { r.Take(n) }

// Uint8 is a number of one byte.
func (r *Fields) Uint8() uint8 {
	if b := r.Take(1); b != nil {
		return b[0]
	}
	return 0
}

// Uint16 is a number of two bytes.
func (r *Fields) Uint16() uint16 {
	if b := r.Take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

// Uint32 is a number of four bytes.
func (r *Fields) Uint32() uint32 {
	if b := r.Take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// ZeroTerminated is a string up to a zero byte.
func (r *Fields) ZeroTerminated() []byte {
	i := bytes.IndexByte(r.Rest, 0)
	if i < 0 {
		r.Failed, r.Rest = true, nil
		return nil
	}
	b := r.Take(i)
	r.Skip(1)
	return b
}

// Integer is a number in the protocol's form of one to nine bytes.
func (r *Fields) Integer() uint64 {
	n := uint64(r.Uint8())
	width := 0
	switch n {
	case 0xfc:
		width = 2
	case 0xfd:
		width = 3
	case 0xfe:
		width = 8
	case 0xfb, 0xff:
		r.Failed, r.Rest = true, nil
	}
	if width > 0 {
		n = 0
		for i, c := range r.Take(width) {
			n |= uint64(c) << (8 * i)
		}
	}
	return n
}

// Bytes is a string after its length.
func (r *Fields) Bytes() []byte {
	n := r.Integer()
	if r.Failed || n > uint64(len(r.Rest)) {
		r.Failed, r.Rest = true, nil
		return nil
	}
	return r.Take(int(n))
}
