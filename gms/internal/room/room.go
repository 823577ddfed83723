// Package room shares the memory in which statements are planned among those who plan
// at once. A text of megabytes makes a tree, and then a plan, of a hundred times as
// much, before the statement holds a row.
package room

import (
	"container/list"
	"context"
	"errors"
	"sync"
	"time"
)

// ErrTime is the error of who has waited as long as he may.
var ErrTime = errors.New("room: the time to wait is over")

// Room is memory that is lent. Who comes first is served first, so that one who wants
// much is not passed by for ever by others who want little. Who wants more than there
// is has it while nobody else has any. It is safe for concurrent use.
type Room struct {
	// Size is how much there is, in bytes. It is asked whenever somebody comes or goes.
	size func() int64

	mu      sync.Mutex
	taken   int64
	waiting list.List // of *waiter
	waits   uint64
}

type waiter struct {
	bytes   int64
	granted chan struct{} // closed when he has them
}

// New makes a Room of a size that may change.
func New(size func() int64) *Room { return &Room{size: size} }

// TryTake takes so many bytes if that can be done at once.
func (r *Room) TryTake(bytes int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.waiting.Len() > 0 || !r.fits(bytes) {
		return false
	}
	r.taken += bytes
	return true
}

// Take takes so many bytes, and waits for them until the context ends, whose error it
// returns then, or for so long, after which it returns [ErrTime]. Who has some of the
// room must give it back before, or two wait for each other.
func (r *Room) Take(ctx context.Context, bytes int64, limit time.Duration) error {
	if r.TryTake(bytes) {
		return nil
	}
	w := &waiter{bytes, make(chan struct{})}
	r.mu.Lock()
	r.waits++
	waits := r.waiting.PushBack(w)
	r.serve()
	r.mu.Unlock()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	var err error
	select {
	case <-w.granted:
		return nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-timer.C:
		err = ErrTime
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case <-w.granted: // just then
		r.taken -= bytes
	default:
		r.waiting.Remove(waits)
	}
	r.serve()
	return err
}

// Give gives back what was taken.
func (r *Room) Give(bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.taken -= bytes
	r.serve()
}

// fits says whether there is room. The lock is held.
func (r *Room) fits(bytes int64) bool { return r.taken == 0 || r.taken+bytes <= r.size() }

// serve lets in who waits and for whom there is room. The lock is held.
func (r *Room) serve() {
	for e := r.waiting.Front(); e != nil; e = r.waiting.Front() {
		w := e.Value.(*waiter)
		if !r.fits(w.bytes) {
			return
		}
		r.waiting.Remove(e)
		r.taken += w.bytes
		close(w.granted)
	}
}

// Taken is how much is taken, in bytes, and Waits how many have waited since the
// server has started.
func (r *Room) Taken() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.taken
}

// Waits is how many have had to wait, or do.
func (r *Room) Waits() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.waits
}
