package histogram

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/heapsize"
)

const bucketsPerPage = 18 // divides Buckets

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
func (c *Counts) Add(bucket int) {
	slot := &c.pages[bucket/bucketsPerPage]
	p := slot.Load()
	for p == nil { // Clear may take it away again
		if p = new(page); !slot.CompareAndSwap(nil, p) {
			p = slot.Load()
		}
	}
	p[bucket%bucketsPerPage].Add(1)
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

// Clear forgets what was counted. What is counted at the same time may be lost.
func (c *Counts) Clear() { c.MoveTo(nil) }

// MoveTo is Clear that adds what it takes away to others; nil: to none. One goroutine
// at a time may move to the same others.
func (c *Counts) MoveTo(to *Counts) {
	for i := range c.pages {
		p := c.pages[i].Swap(nil)
		if p == nil || to == nil {
			continue
		}
		if to.pages[i].Load() == nil {
			to.pages[i].Store(new(page))
		}
		for k := range p {
			to.pages[i].Load()[k].Add(p[k].Load())
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
