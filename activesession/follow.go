package activesession

import "slices"

// Follower reads the rows of a Recorder in turn, each once: those too that were evicted or truncated
// before they were read. Its methods may be called from any goroutine, and of a nil Follower, which
// has no rows.
type Follower struct {
	recorder *Recorder
	most     uint64
	full     func()

	// The Recorder's mu guards these.
	next  uint64 // number of the next row to be read
	given []givenPart
	bytes uint64 // of given
	lost  uint64
}

// givenPart holds rows that the ring dropped before they were read. bytes is the size of their chunk,
// which stays in memory with them.
type givenPart struct {
	Part
	bytes uint64
}

// Follow begins to read the rows that are kept from now on. Of rows that the ring gives up unread, by
// eviction or [Recorder.Truncate], it holds at most so many bytes; the oldest are lost beyond that,
// and counted. full is called when half of these bytes are used: it must return at once and call
// nothing of this package. The caller closes the Follower. A nil Recorder has none.
func (r *Recorder) Follow(most uint64, full func()) *Follower {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	f := &Follower{recorder: r, most: most, full: full, next: r.ring.added}
	r.ring.followers = append(r.ring.followers, f)
	return f
}

// Take returns the rows that were kept since the last call, oldest first, and how many were lost.
// It costs by the number of parts, not of rows.
func (f *Follower) Take() (parts []Part, lost uint64) {
	if f == nil {
		return nil, 0
	}
	f.recorder.mu.Lock()
	defer f.recorder.mu.Unlock()
	for _, g := range f.given {
		parts = append(parts, g.Part)
	}
	ring := &f.recorder.ring
	for _, c := range ring.chunks {
		if p := c.since(f.next); p.Len() > 0 {
			parts = append(parts, p)
		}
	}
	lost = f.lost
	f.next, f.given, f.bytes, f.lost = ring.added, nil, 0, 0
	return parts, lost
}

// Close ends the reading: the Recorder holds nothing for it any more.
func (f *Follower) Close() {
	if f == nil {
		return
	}
	f.recorder.mu.Lock()
	defer f.recorder.mu.Unlock()
	ring := &f.recorder.ring
	ring.followers = slices.DeleteFunc(ring.followers, func(other *Follower) bool { return other == f })
	f.given, f.bytes = nil, 0
}

// giveUp hands the Follower a chunk that the ring gives up.
func (f *Follower) giveUp(c *chunk) {
	p := c.since(f.next)
	if p.Len() == 0 {
		return
	}
	f.next = c.first + uint64(len(c.rows))
	f.given = append(f.given, givenPart{p, c.size()})
	f.bytes += c.size()
	dropped := f.bytes > f.most
	for f.bytes > f.most {
		f.lost += uint64(f.given[0].Len())
		f.bytes -= f.given[0].bytes
		f.given = slices.Delete(f.given, 0, 1)
	}
	if dropped || f.bytes > f.most/2 {
		f.full()
	}
}
