package field

import "unsafe"

// A number that becomes a value of a row is put in memory of its own, for which
// the runtime allocates eight bytes: half the time that the row of a summary
// takes. Boxes allocates for many numbers at once.

// Room is made for few numbers first, since a read may be short.
const (
	fewBoxes  = 32
	mostBoxes = 512
)

// smallNumbers is how many numbers the runtime has in boxes.
const smallNumbers = 256

// Boxes makes values of numbers. The zero Boxes is ready. A value that is kept
// keeps some kilobytes; so does the row it is in.
type Boxes struct {
	room []uint64
	made int
}

// boxed is what a value of a number consists of: its type, and where it is.
type boxed struct{ typ, at unsafe.Pointer }

var (
	unsignedType = typeOf(uint64(0))
	signedType   = typeOf(int64(0))
)

func typeOf(v any) unsafe.Pointer { return (*boxed)(unsafe.Pointer(&v)).typ }

// Unsigned is any(n).
func (b *Boxes) Unsigned(n uint64) any {
	if n < smallNumbers {
		return n
	}
	return b.put(n, unsignedType)
}

// Signed is any(n).
func (b *Boxes) Signed(n int64) any {
	if uint64(n) < smallNumbers {
		return n
	}
	return b.put(uint64(n), signedType)
}

func (b *Boxes) put(n uint64, typ unsafe.Pointer) (v any) {
	if len(b.room) == 0 {
		b.made = min(max(2*b.made, fewBoxes), mostBoxes)
		b.room = make([]uint64, b.made)
	}
	at := &b.room[0]
	b.room = b.room[1:]
	*at = n // never changed again
	*(*boxed)(unsafe.Pointer(&v)) = boxed{typ, unsafe.Pointer(at)}
	return v
}
