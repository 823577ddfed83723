//go:build !amd64 || race || portable

package relaxed

import "sync/atomic"

// Uint32 is a word with one writer.
type Uint32 struct{ v atomic.Uint32 }

// Store sets the word; only its writer calls it.
func (w *Uint32) Store(v uint32) { w.v.Store(v) }

// Load reads the word; any goroutine may call it.
func (w *Uint32) Load() uint32 { return w.v.Load() }

// Uint64 is a word with one writer at a time.
type Uint64 struct{ v atomic.Uint64 }

// Store sets the word; only its writer calls it.
func (w *Uint64) Store(v uint64) { w.v.Store(v) }

// Add adds to the word; only its writer calls it.
func (w *Uint64) Add(d uint64) { w.v.Store(w.v.Load() + d) }

// Raise sets the word to v unless it is higher; only its writer calls it.
func (w *Uint64) Raise(v uint64) {
	if v > w.v.Load() {
		w.v.Store(v)
	}
}

// Load reads the word; any goroutine may call it.
func (w *Uint64) Load() uint64 { return w.v.Load() }
