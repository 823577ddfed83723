package sampler

import (
	"slices"
	"unsafe"

	"github.com/perfschema/perfschema"
)

// ended is a statement that has ended, with its profile, in one allocation. Where the
// store has let go of it and nobody else was given it, the next statement that ends gets
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

// without is the statement without its plan, or its text, or both. It is another one
// where somebody was given this.
func (e *ended) without(plan, text bool) *ended {
	if e.given {
		e = &ended{SampledStatement: e.SampledStatement, profile: e.profile}
		e.profile.Statement, e.profile.cells = &e.SampledStatement, slices.Clone(e.profile.cells)
	}
	if plan {
		e.SampledStatement = *e.WithoutPlan()
	}
	if text {
		e.SampledStatement = *e.WithoutText()
	}
	return e
}

const (
	// maxSpares is how many of what a tick lets go of are kept for the next.
	maxSpares = 1 << 10
	// spareCells is the most cells that one may have room for.
	spareCells = 64
)

// spares is what those statements have left that nobody has any more.
type spares struct {
	ended   []*ended
	queries []*query
}

// take is room for a statement that has ended.
func (s *spares) take() *ended {
	if n := len(s.ended); n > 0 {
		e := s.ended[n-1]
		s.ended = s.ended[:n-1]
		return e
	}
	return new(ended)
}

// put takes a statement back, unless somebody was given it.
func (s *spares) put(e *ended) {
	if e.given || len(s.ended) == maxSpares || cap(e.profile.cells) > spareCells {
		return
	}
	s.ended = append(s.ended, e) // as it is: it is written when there is another
}

// takeQuery is room for a statement that runs.
func (s *spares) takeQuery() *query {
	if n := len(s.queries); n > 0 {
		q := s.queries[n-1]
		s.queries = s.queries[:n-1]
		return q
	}
	return new(query)
}

// memory is what the spares take.
func (s *spares) memory() uint64 {
	n := uint64(cap(s.ended)+cap(s.queries)) * uint64(unsafe.Sizeof(uintptr(0)))
	for _, e := range s.ended {
		n += uint64(unsafe.Sizeof(*e)-unsafe.Sizeof(e.SampledStatement)) + e.Bytes() + cellBytes(e.profile.cells)
	}
	for _, q := range s.queries {
		n += uint64(unsafe.Sizeof(*q)) + cellBytes(q.tally.cells)
	}
	return n
}

// putQuery takes back one that no list has any more.
func (s *spares) putQuery(q *query) {
	if len(s.queries) == maxSpares || cap(q.tally.cells) > spareCells || cap(q.members) > spareCells {
		return
	}
	*q = query{tally: tally{cells: q.tally.cells[:0]}, helpers: q.helpers[:0]}
	s.queries = append(s.queries, q)
}
