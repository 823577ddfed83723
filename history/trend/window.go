package trend

import (
	"time"

	"github.com/perfschema/perfschema/history"
)

// Window is what one statement did in one window.
type Window struct {
	Start, End time.Time
	Key
	// Text is the normalized text. Empty where it is not known, as in the row of all for
	// which there was no room.
	Text string
	Figures
	// Buckets are what its histogram has counted, in the order of their numbers.
	Buckets []history.Bucket
	// Sample is the text of one execution, if one was taken in the window.
	Sample string
}

// Key tells statements apart: by default database and digest, either of which may be empty.
type Key struct{ Schema, Digest string }

// Figures are sums. Time is picoseconds.
type Figures struct {
	Count, Time, Errors, Warnings, RowsSent, RowsExamined uint64
}

func (f *Figures) add(g *Figures) {
	f.Count += g.Count
	f.Time += g.Time
	f.Errors += g.Errors
	f.Warnings += g.Warnings
	f.RowsSent += g.RowsSent
	f.RowsExamined += g.RowsExamined
}

// Mean is the mean duration, 0 of none.
func (f *Figures) Mean() float64 {
	if f.Count == 0 {
		return 0
	}
	return float64(f.Time) / float64(f.Count)
}

// ErrorWindow is how often an error was raised in one window.
type ErrorWindow struct {
	Start, End time.Time
	Number     uint64
	Name       string
	Raised     uint64
}
