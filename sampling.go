package perfschema

import (
	"errors"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/ring"
)

// ErrSampling is returned where a profiler samples a Schema already.
var ErrSampling = errors.New("perfschema: the threads are being sampled already")

// Sampling is a profiler's view of a Schema's threads, from
// [Reader.StartSampling] to Stop. While there is none, threads have no state
// words and publish nothing. One goroutine at a time calls Observe and Ended.
type Sampling struct {
	schema *Schema
	pages  atomic.Pointer[[]*wordPage] // grows under the registry's lock
	doings statusPages
	free   []uint32 // slots; under the registry's lock
	active activeList
	ended  *ring.Queue[endedStatement]
	extra  atomic.Uint64 // bytes that state words have beside their pages
	asleep atomic.Bool
	wake   chan struct{}
	alone  *lonely // nil where a goroutine samples

	forgetful atomic.Bool // threads need not remember what they did
	thinning  thinning
}

// wordPage holds state words side by side.
type wordPage [slotsPerPage]stateWord

// slotsPerPage is how many threads a page has room for.
const slotsPerPage = 256

// StartSampling gives every thread a state word, 64 bytes, and room for queue
// statements that have ended and were not asked for yet; what finds none is
// counted. Statements that run already are not seen. It fails with ErrSampling
// or ErrOff.
func (s *Reader) StartSampling(queue int) (*Sampling, error) {
	if !s.Schema().Enabled() {
		return nil, ErrOff
	}
	x := &Sampling{schema: s.Schema(), ended: ring.NewQueue[endedStatement](max(queue, 1)), wake: make(chan struct{}, 1)}
	x.pages.Store(new([]*wordPage))
	x.doings.init(s.Schema())
	r := &s.threads
	r.mu.Lock()
	if r.sampling != nil {
		r.mu.Unlock()
		return nil, ErrSampling
	}
	r.sampling = x
	for _, t := range r.byID {
		x.enlist(t)
	}
	r.mu.Unlock()
	s.Schema().sampleWaits(true)
	return x, nil
}

// Stop takes the state words away.
func (x *Sampling) Stop() {
	s := x.schema
	r := &s.threads
	r.mu.Lock()
	if r.sampling != x {
		r.mu.Unlock()
		return
	}
	r.sampling = nil
	for _, t := range r.byID {
		t.stateWord.Store(nil)
	}
	alone := x.alone
	x.alone = nil
	r.mu.Unlock()
	if alone != nil {
		alone.Close()
	}
	s.sampleWaits(false)
}

// sampleWaits makes waits publish what they wait for, or not.
func (s *Schema) sampleWaits(on bool) {
	s.modeMu.Lock()
	defer s.modeMu.Unlock()
	s.sampled = on
	s.refreshModes()
}

// enlist gives a thread a state word. The registry's lock is held.
func (x *Sampling) enlist(t *Thread) {
	if t.stateWord.Load() != nil {
		return
	}
	if t.owner != nil {
		x.enlist(t.owner)
	}
	if len(x.free) == 0 {
		x.grow()
	}
	last := len(x.free) - 1
	slot := x.free[last]
	x.free = x.free[:last]
	c := x.at(slot)
	c.root.Store(slot)
	if t.owner != nil {
		if o := t.owner.stateWord.Load(); o != nil {
			c.root.Store(o.root.Load())
		}
	}
	c.thread.Store(t)
	t.stateWord.Store(c)
	x.doings.set(slot, t.status())
}

// dismiss takes the state word of an ended thread back. The registry's lock is held.
func (x *Sampling) dismiss(t *Thread) {
	c := t.stateWord.Swap(nil)
	if c == nil || c.sampling != x {
		return
	}
	c.end()
	c.thread.Store(nil)
	x.doings.set(c.slot, 0)
	x.free = append(x.free, c.slot)
}

// grow adds a page of state words.
func (x *Sampling) grow() {
	old := *x.pages.Load()
	page := new(wordPage)
	first := uint32(len(old) * len(page))
	for i := range page {
		page[i].sampling, page[i].slot = x, first+uint32(i)
	}
	for i := len(page) - 1; i >= 0; i-- { // low slots are given out first
		x.free = append(x.free, first+uint32(i))
	}
	pages := append(slices.Clone(old), page)
	x.pages.Store(&pages)
	x.doings.grow()
	if x.alone != nil {
		x.alone.AddPage(len(old), unsafe.Pointer(page), unsafe.Pointer((*x.doings.pages.Load())[len(old)]))
	}
}

func (x *Sampling) at(slot uint32) *stateWord {
	pages := *x.pages.Load()
	return &pages[slot/uint32(len(pages[0]))][slot%uint32(len(pages[0]))]
}

// Observe appends the threads at work to dst. It takes no lock, holds up nobody,
// and costs by the number of threads that are or were at work of late.
func (x *Sampling) Observe(dst []activity.Observed) []activity.Observed {
	x.each(func(c *listedWord, w activity.State) {
		if o, ok := x.observe(c.stateWord, w); ok {
			dst = append(dst, o)
		}
	})
	return dst
}

// observe is what a sample makes of a thread; false if it is not at work.
func (x *Sampling) observe(c *stateWord, w activity.State) (o activity.Observed, working bool) {
	if !w.Active() {
		return o, false
	}
	root, of := c.root.Load(), w
	if root != c.slot {
		if of = x.at(root).state(); !of.Active() {
			return o, false
		}
	}
	return activity.Observed{State: w, Slot: c.slot, Query: root, Of: of}, true
}

// Changes is Observe without the threads that have the same state as at the last
// call: of those it takes little more than a load each. Children at work are
// always there. working is how many there are at work in all. late is how long
// ago the sample was due: threads that have said by [Thread.EnterResource] when they
// waited are seen as they were then.
func (x *Sampling) Changes(dst []activity.Change, late time.Duration) (changes []activity.Change, working int) {
	x.each(func(c *listedWord, w activity.State) {
		w = x.doings.see(c.slot, c.asOf(x.schema, w, late), w, late)
		was, cores := c.last, c.said()
		if w == was && cores == c.cores && (!w.Active() || c.root.Load() == c.slot) {
			if w.Active() {
				working++
			}
			return
		}
		c.last, c.cores = w, cores
		if c.root.Load() == c.slot {
			if w.Active() {
				working++
			} else if !was.Active() {
				return
			}
			dst = append(dst, activity.Change{Observed: activity.Observed{State: w, Slot: c.slot, Query: c.slot, Of: w}, Was: was})
			return
		}
		if o, ok := x.observe(c.stateWord, w); ok {
			working++
			dst = append(dst, activity.Change{Observed: o})
		}
	})
	return dst, working
}

// Cores is what the statement of a thread said it may use, 0 for nothing.
func (x *Sampling) Cores(slot uint32) int {
	return int(x.at(slot).said())
}

// said is how many cores its statement said it may use, 0 for nothing.
func (c *stateWord) said() uint32 {
	if m := c.more.Load(); m != nil {
		return m.cores.Load()
	}
	return 0
}

// Thread is the thread at a slot, nil if it is gone.
func (x *Sampling) Thread(slot uint32) *Thread { return x.at(slot).thread.Load() }

// ThreadState is the state word of one thread.
type ThreadState struct {
	Thread *Thread
	State  activity.State
	// Of is the thread whose statement it works on: itself, or its parent.
	Of *Thread
}

// States returns the state words of all threads. Any goroutine may call it.
func (x *Sampling) States() []ThreadState {
	var out []ThreadState
	for _, p := range *x.pages.Load() {
		for i := range p {
			c := &p[i]
			if t := c.thread.Load(); t != nil && t.stateWord.Load() == c {
				out = append(out, ThreadState{t, x.doings.judge(c.slot, c.state()), x.Thread(c.root.Load())})
			}
		}
	}
	return out
}

// Sleep says that the profiler is about to sleep until Woken: the next
// statement that begins wakes it. Sample once more some milliseconds later before
// sleeping: a statement may have begun just now that did not see it.
func (x *Sampling) Sleep() { x.asleep.Store(true) }

// Rouse takes Sleep back.
func (x *Sampling) Rouse() { x.asleep.Store(false) }

// Woken receives when a statement begins during sleep.
func (x *Sampling) Woken() <-chan struct{} { return x.wake }

// awake wakes the profiler, once for each sleep. It never blocks.
func (x *Sampling) awake() {
	if x.asleep.CompareAndSwap(true, false) {
		select {
		case x.wake <- struct{}{}:
		default:
		}
	}
}

// Lost counts the statements that ended while the queue was full.
func (x *Sampling) Lost() uint64 { return x.ended.Lost() }

// Bytes is the memory of the state words, and of the queue of statements that
// have ended.
func (x *Sampling) Bytes() (words, queue uint64) {
	words = uint64(len(*x.pages.Load()))*uint64(unsafe.Sizeof(wordPage{})) + x.extra.Load()
	if a := x.alone; a != nil {
		words += a.Bytes() + uint64(cap(a.words))*uint64(unsafe.Sizeof(aloneWord{}))
	}
	return words, x.ended.Bytes()
}
