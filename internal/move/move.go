// Package move is how the stand-ins for files and for sockets tell each other
// what the kernel moves between them without a Read or Write call.
package move

import (
	"io"

	"github.com/perfschema/perfschema"
)

// Key keeps the methods that take it for this module's own use.
type Key struct{}

// Source is a stand-in that bytes can be moved from.
type Source interface {
	// MoveFrom returns what the kernel knows as the source, and begins the
	// read that the move is. It is called by the goroutine that moves.
	MoveFrom(Key) (io.Reader, perfschema.Wait)
}

// Sink is a stand-in that bytes can be moved to. Its ReadFrom knows Sources.
type Sink interface {
	io.ReaderFrom
	MoveTo(Key)
}

// From looks for a Source in r, also behind an [io.LimitedReader]. If there is
// one, it begins to read it, and twin is what the twin of the sink is to read
// from. done ends the read.
func From(r io.Reader) (twin io.Reader, done func(n int64), ok bool) {
	limited, isLimited := r.(*io.LimitedReader)
	if isLimited {
		r = limited.R
	}
	s, ok := r.(Source)
	if !ok {
		return nil, nil, false
	}
	twin, w := s.MoveFrom(Key{})
	if !isLimited {
		return twin, func(n int64) { w.EndBytes(n) }, true
	}
	inner := &io.LimitedReader{R: twin, N: limited.N}
	return inner, func(n int64) {
		limited.N = inner.N
		w.EndBytes(n)
	}, true
}
