// Package move is how the stand-ins for files and for sockets tell each other
// what the kernel moves between them without a Read or Write call.
package move

import "io"

// Key keeps the methods that take it for this module's own use.
type Key struct{}

// Source is a stand-in that bytes can be moved from.
type Source interface {
	// MoveFrom returns what the kernel knows as the source, and begins the
	// read that the move is; end ends it. The goroutine that moves calls both.
	MoveFrom(Key) (twin io.Reader, end func(n int64))
}

// Sink is a stand-in that bytes can be moved to.
type Sink interface {
	// MoveTo returns what the kernel knows as the sink, and begins the write
	// that the move is; end ends it. The goroutine that moves calls both.
	MoveTo(Key) (twin io.Writer, end func(n int64))
}

// From looks for a Source in r, also behind an [io.LimitedReader]. If there is
// one, it begins to read it: twin is what the twin of the sink is to read from,
// and end ends the read.
func From(r io.Reader) (twin io.Reader, end func(n int64), ok bool) {
	limited, isLimited := r.(*io.LimitedReader)
	if isLimited {
		r = limited.R
	}
	s, ok := r.(Source)
	if !ok {
		return nil, nil, false
	}
	source, stop := s.MoveFrom(Key{})
	if !isLimited {
		return source, stop, true
	}
	inner := &io.LimitedReader{R: source, N: limited.N}
	return inner, func(n int64) {
		limited.N = inner.N
		stop(n)
	}, true
}
