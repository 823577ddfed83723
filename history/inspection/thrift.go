package inspection

import "encoding/binary"

// kind is a type of Thrift's compact protocol.
type kind byte

const (
	kindTrue   kind = 1
	kindFalse  kind = 2
	kindByte   kind = 3
	kindInt16  kind = 4
	kindInt32  kind = 5
	kindInt64  kind = 6
	kindDouble kind = 7
	kindBinary kind = 8
	kindList   kind = 9
	kindSet    kind = 10
	kindStruct kind = 12
)

// mostDepth bounds how deep structs and lists are nested: Parquet's go ten deep, and
// parquet-go skips a field that it does not know by recursion.
const mostDepth = 24

// cursor reads Thrift's compact protocol in place. After the first error, short or broken
// is set, and every method returns zero.
type cursor struct {
	b       []byte
	at      int
	depth   int
	structs int  // structs that are elements of lists
	short   bool // the bytes end within a value
	broken  bool // no more bytes would make it right
}

func (c *cursor) failed() bool { return c.short || c.broken }

func (c *cursor) byte() byte {
	if c.failed() || c.at >= len(c.b) {
		c.short = true
		return 0
	}
	c.at++
	return c.b[c.at-1]
}

func (c *cursor) uvarint() uint64 {
	if c.failed() {
		return 0
	}
	v, n := binary.Uvarint(c.b[c.at:])
	switch {
	case n == 0:
		c.short = true
		return 0
	case n < 0:
		c.broken = true
		return 0
	}
	c.at += n
	return v
}

func (c *cursor) varint() int64 {
	u := c.uvarint()
	return int64(u>>1) ^ -int64(u&1) //nolint:gosec // zigzag: the bits are those of an int64
}

// skipBytes skips n bytes; a length beyond the bytes there are is short.
func (c *cursor) skipBytes(n uint64) {
	if c.failed() || n > uint64(len(c.b)-c.at) { //nolint:gosec // at is within b
		c.short = true
		return
	}
	c.at += int(n) //nolint:gosec // at most len(b)
}

// fields calls visit for each field of a struct. visit reads the value, or returns false to
// have it skipped.
func (c *cursor) fields(visit func(id int64, k kind) bool) {
	if c.depth++; c.depth > mostDepth {
		c.broken = true
	}
	id := int64(0)
	for !c.failed() {
		head := c.byte()
		k := kind(head & 0xf)
		if c.failed() || head == 0 {
			break
		}
		if by := int64(head >> 4); by > 0 {
			id += by
		} else {
			id = c.varint()
		}
		if visit == nil || !visit(id, k) {
			c.skip(k)
		}
	}
	c.depth--
}

// list calls visit for each element of a list; nil skips them. Each element takes a byte at
// least, so that a size beyond the bytes there are is short.
func (c *cursor) list(visit func(k kind)) {
	if c.depth++; c.depth > mostDepth {
		c.broken = true
	}
	head := c.byte()
	size, k := uint64(head>>4), kind(head&0xf)
	if size == 15 {
		size = c.uvarint()
	}
	if size > uint64(len(c.b)-c.at) { //nolint:gosec // at is within b
		c.short = true
	}
	if k == kindStruct && !c.failed() {
		c.structs += int(size) //nolint:gosec // at most len(b)
	}
	for range size {
		if c.failed() {
			break
		}
		switch {
		case visit != nil:
			visit(k)
		case k == kindTrue || k == kindFalse:
			c.byte()
		default:
			c.skip(k)
		}
	}
	c.depth--
}

// skip skips a value.
func (c *cursor) skip(k kind) {
	switch k {
	case kindTrue, kindFalse:
	case kindByte:
		c.byte()
	case kindInt16, kindInt32, kindInt64:
		c.uvarint()
	case kindDouble:
		c.skipBytes(8)
	case kindBinary:
		c.skipBytes(c.uvarint())
	case kindList, kindSet:
		c.list(nil)
	case kindStruct:
		c.fields(nil)
	default:
		c.broken = true // maps are in no struct of Parquet's
	}
}

// int reads a field that is to be an integer of 16 to 64 bits; ok is false of others.
func (c *cursor) int(k kind) (v int64, ok bool) {
	if k != kindInt16 && k != kindInt32 && k != kindInt64 {
		return 0, false
	}
	return c.varint(), true
}
