package activesession

import (
	"slices"
	"time"
)

// ring holds the last rows, in chunks that together take no more than size bytes, or in one.
type ring struct {
	size    uint64
	chunks  []*chunk // oldest first; rows are added to the last
	bytes   uint64   // of all but the last
	rows    int
	added   uint64 // rows ever: the number of the next one
	evicted uint64
	since   time.Time // all rows that were sampled after it are there
	// followers are told of rows that they have not read before these go.
	followers []*Follower
}

// add adds a row to the last chunk. The oldest chunks make room; the last one stays, whatever size
// is.
func (r *ring) add(row *Row, digestText, blockerDigestText func() string) {
	n := len(r.chunks)
	if n == 0 || r.chunks[n-1].full() {
		if n > 0 {
			r.chunks[n-1].seal()
			r.bytes += r.chunks[n-1].size()
		}
		r.chunks = append(r.chunks, newChunk(r.added))
		n++
	}
	r.chunks[n-1].add(row, digestText, blockerDigestText)
	r.rows++
	r.added++
	for len(r.chunks) > 1 && r.taken() > r.size {
		r.evict()
	}
}

// evict gives the oldest chunk up.
func (r *ring) evict() {
	oldest := r.chunks[0]
	r.giveUp(oldest)
	r.chunks = slices.Delete(r.chunks, 0, 1)
	r.bytes -= oldest.size()
	r.rows -= len(oldest.rows)
	r.evicted += uint64(len(oldest.rows))
}

// clear forgets all rows.
func (r *ring) clear() {
	for _, c := range r.chunks {
		r.giveUp(c)
	}
	r.chunks, r.bytes, r.rows = nil, 0, 0
}

// giveUp hands a chunk that goes to the followers.
func (r *ring) giveUp(c *chunk) {
	for i := range c.rows {
		if at := time.Unix(0, c.rows[i].at); at.After(r.since) {
			r.since = at
		}
	}
	for _, f := range r.followers {
		f.giveUp(c)
	}
}

// taken is what the chunks take.
func (r *ring) taken() uint64 {
	if n := len(r.chunks); n > 0 {
		return r.bytes + r.chunks[n-1].size()
	}
	return 0
}

// Part is rows that came one after the other.
type Part struct {
	rows  []packedRow
	texts []string
}

// Len returns how many rows there are.
func (p Part) Len() int { return len(p.rows) }

// Rows calls yield with the rows, oldest first. A Row is yield's until it returns.
func (p Part) Rows(yield func(*Row) bool) {
	var row Row // one for all: it is on the heap
	for i := range p.rows {
		row = p.rows[i].row(p.texts)
		if !yield(&row) {
			return
		}
	}
}

// between calls yield with the rows that were sampled after a time of Unix and until another, in
// nanoseconds.
func (p Part) between(from, to int64, yield func(*Row)) {
	var row Row // one for all: it is on the heap
	for i := range p.rows {
		if at := p.rows[i].at; at > from && at <= to {
			row = p.rows[i].row(p.texts)
			yield(&row)
		}
	}
}

// parts are all rows of this moment.
func (r *ring) parts() []Part {
	out := make([]Part, len(r.chunks))
	for i, c := range r.chunks {
		out[i] = Part{c.rows, c.texts}
	}
	return out
}
