// Package watermark keeps high and low marks of a sum that many goroutines have parts
// of, without all of them writing to it at every change.
//
// To follow every change the marks would have to be written by all. Instead each tells
// of a hysteresis band that its part is in, and again when it leaves that. The sum of
// all ceilings is never below the sum of the parts, and the highest it was is the high
// mark; so with floors and the low mark. A mark is off by no more than the bands are
// wide.
package watermark

import "sync/atomic"

// Follow moves a band as little as holds use, so that what goes up and down a little
// does so inside. Up to a sixteenth of use, and no more than grain, the band is ahead
// of it; up to twice that it stays behind.
func Follow(floor, ceil *int64, use, grain int64) {
	switch {
	case use > *ceil:
		*ceil = use + min(max(use, -use)>>4, grain)
		*floor = min(max(*floor, *ceil-2*grain), use)
	case use < *floor:
		*floor = use - min(max(use, -use)>>4, grain)
		*ceil = max(min(*ceil, *floor+2*grain), use)
	}
}

// Sum is the sum of bands and how far it ever reached. Any goroutine may call its
// methods. The zero value has no bands.
type Sum struct{ floor, ceil, low, high atomic.Int64 }

// Move says how far the floor and the ceiling of a band have moved. Two atomic adds at
// most, and a compare-and-swap or more where a mark moves.
func (s *Sum) Move(floor, ceil int64) {
	if ceil != 0 {
		if v := s.ceil.Add(ceil); ceil > 0 {
			s.raise(v)
		}
	}
	if floor != 0 {
		if v := s.floor.Add(floor); floor < 0 {
			s.lower(v)
		}
	}
}

// Low is the low mark: the sum was never below it.
func (s *Sum) Low() int64 { return s.low.Load() }

// High is the high mark: the sum was never above it.
func (s *Sum) High() int64 { return s.high.Load() }

func (s *Sum) raise(v int64) { Raise(&s.high, v) }

func (s *Sum) lower(v int64) {
	for old := s.low.Load(); v < old && !s.low.CompareAndSwap(old, v); old = s.low.Load() {
	}
}

// Reset makes the sum as it is both marks. What a writer moves meanwhile is marked
// by it or by the second look.
func (s *Sum) Reset() {
	s.low.Store(s.floor.Load())
	s.high.Store(s.ceil.Load())
	s.lower(s.floor.Load())
	s.raise(s.ceil.Load())
}

// Raise makes a word at least v.
func Raise(word *atomic.Int64, v int64) {
	for old := word.Load(); v > old && !word.CompareAndSwap(old, v); old = word.Load() {
	}
}
