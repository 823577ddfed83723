package histogram

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/heapsize"
)

// bucketsPerPage divides Buckets, and is those of a factor of ten: the durations of a statement hit a
// page or two, and there are few pointers to pages.
const bucketsPerPage = 50

// page is neighbouring buckets.
type page [bucketsPerPage]atomic.Uint64

// Counts counts for many writers, none of which waits. Pages of buckets are made when
// first hit: the durations of one statement are close together. The zero value has
// counted nothing. It is safe for concurrent use.
type Counts struct {
	pages [Buckets / bucketsPerPage]atomic.Pointer[page]
}

// Add counts a duration by its [Bucket]. One atomic add; it allocates where the page is
// new.
func (c *Counts) Add(bucket int) { c.AddMany(bucket, 1) }

// AddMany is n times Add.
func (c *Counts) AddMany(bucket int, n uint64) {
	slot := &c.pages[bucket/bucketsPerPage]
	p := slot.Load()
	for p == nil { // Clear may take it away again
		if p = new(page); !slot.CompareAndSwap(nil, p) {
			p = slot.Load()
		}
	}
	p[bucket%bucketsPerPage].Add(n)
}

// Load copies the counts, each as it is when it is read.
func (c *Counts) Load() (out [Buckets]uint64) {
	for i := range c.pages {
		p := c.pages[i].Load()
		if p == nil {
			continue
		}
		for k := range p {
			out[i*bucketsPerPage+k] = p[k].Load()
		}
	}
	return out
}

// Clear forgets what was counted. What is counted at the same time may be forgotten too.
func (c *Counts) Clear() { c.Take() }

// Taken are counts that [Counts.Take] has removed.
type Taken [Buckets / bucketsPerPage]*page

// Take removes what was counted. A writer that has found a page before may still count in
// it: the caller waits for the writers before it reads what it got.
func (c *Counts) Take() (out Taken) {
	for i := range c.pages {
		if c.pages[i].Load() != nil {
			out[i] = c.pages[i].Swap(nil)
		}
	}
	return out
}

// Any reports whether there may be counts in what was taken.
func (t *Taken) Any() bool {
	for _, p := range t {
		if p != nil {
			return true
		}
	}
	return false
}

// AddTo adds what was taken to other counts.
func (t *Taken) AddTo(to *Counts) {
	for i, p := range t {
		if p == nil {
			continue
		}
		for k := range p {
			if n := p[k].Load(); n != 0 {
				to.AddMany(i*bucketsPerPage+k, n)
			}
		}
	}
}

// Bytes is the memory of the counts beyond c itself.
func (c *Counts) Bytes() (n uint64) {
	for i := range c.pages {
		if c.pages[i].Load() != nil {
			n += heapsize.Plain(bucketsPerPage * 8)
		}
	}
	return n
}
