package web

import (
	"sync"
	"time"
)

// recent is something that takes long to read, as it was when it was last read: who has a
// page refreshed each second sees the same for a while. Its zero value has nothing yet.
type recent[T any] struct {
	mu sync.Mutex
	at time.Time
	is T
}

// get is what was read, and when: up to readEvery before now. It is for reading alone.
func (r *recent[T]) get(now time.Time, read func() T) (T, time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.at.IsZero() || now.Before(r.at) || now.Sub(r.at) >= readEvery {
		r.at, r.is = now, read()
	}
	return r.is, r.at
}
