package sampler

import (
	"unsafe"

	"github.com/perfschema/perfschema"
)

// ended is a statement that has ended, with its profile, in one allocation. Once the
// store has packed it and nobody else was given it, the next statement that ends gets
// it: a server at work allocates none.
type ended struct {
	perfschema.SampledStatement
	profile Profile
	given   bool // somebody has the profile, for as long as they like
}

// give is the profile, to be handed out.
func (e *ended) give() *Profile {
	e.given = true
	return &e.profile
}

// set makes the profile what is known of a statement that has ended.
func (e *ended) set(x Profile, cells []tallied) {
	room := e.profile.cells[:0]
	e.profile = x
	e.profile.Statement, e.profile.cells = &e.SampledStatement, append(room, cells...)
}

const (
	// maxSpares is how many of what a tick lets go of are kept for the next.
	maxSpares = 1 << 10
	// spareCells is the most cells that one may have room for.
	spareCells = 64
)

// spares is what nobody has any more, for the next who wants one.
type spares[T any] []*T

// take is a spare, as it was put there, or a new one.
func (s *spares[T]) take() *T {
	n := len(*s)
	if n == 0 {
		return new(T)
	}
	x := (*s)[n-1]
	*s = (*s)[:n-1]
	return x
}

// put keeps one that no list has any more, if there is room.
func (s *spares[T]) put(x *T) {
	if len(*s) < maxSpares {
		*s = append(*s, x)
	}
}

// spare keeps the room of a statement that the store has packed, unless somebody was
// given it. It keeps no text and no plan alive.
func (s *store) spare(e *ended) {
	if !e.given && cap(e.profile.cells) <= spareCells {
		e.SampledStatement = perfschema.SampledStatement{}
		s.spares.put(e)
	}
}

// spareBytes is what the spares of the store take.
func (s *store) spareBytes() uint64 {
	n := uint64(cap(s.spares)) * uint64(unsafe.Sizeof(uintptr(0)))
	for _, e := range s.spares {
		n += uint64(unsafe.Sizeof(*e)) + cellBytes(e.profile.cells)
	}
	return n
}

// spare lets another statement have the room of one that was dropped, unless the next
// tick looks at it for what its children did.
func (p *Profiler) spare(q *query) {
	if len(q.helpers) > 0 || cap(q.tally.cells) > spareCells || cap(q.members) > spareCells {
		return
	}
	*q = query{tally: tally{cells: q.tally.cells[:0]}, helpers: q.helpers[:0]}
	p.spares.put(q)
}
