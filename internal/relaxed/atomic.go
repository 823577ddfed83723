//go:build !amd64 || race

package relaxed

import "sync/atomic"

// Uint32 is a word with one writer.
type Uint32 struct{ v atomic.Uint32 }

// Store sets the word; only its writer calls it.
func (w *Uint32) Store(v uint32) { w.v.Store(v) }

// Load reads the word; any goroutine may call it.
func (w *Uint32) Load() uint32 { return w.v.Load() }
