//go:build amd64 && !race

package relaxed

// Uint32 is a word with one writer.
type Uint32 struct{ v uint32 }

// Store sets the word; only its writer calls it.
func (w *Uint32) Store(v uint32) { w.v = v }

// Load reads the word; any goroutine may call it.
//
//go:noinline
func (w *Uint32) Load() uint32 { return w.v }
