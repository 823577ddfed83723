package clock

import (
	"math"
	"math/bits"
)

// scaleBits is where the binary point of a Scale stands. Picoseconds of a tick
// are below 2^20 for every counter faster than 1 MHz, and one part in 2^40 of
// a picosecond a tick is far below what calibration can tell.
const scaleBits = 40

// Scale converts durations in ticks to picoseconds: a fixed-point number of
// picoseconds a tick. It is a value; every duration converted with the same
// Scale is comparable with the others.
type Scale uint64

// nanoScale is the Scale of ticks of a nanosecond, exactly.
const nanoScale Scale = 1000 << scaleBits

// Span is d ticks in picoseconds, rounded down: a multiplication and two
// shifts. What exceeds 64 bits, which is 213 days, is math.MaxUint64.
func (k Scale) Span(d uint64) uint64 {
	hi, lo := bits.Mul64(d, uint64(k))
	if hi>>scaleBits != 0 {
		return math.MaxUint64
	}
	return hi<<(64-scaleBits) | lo>>scaleBits
}

// scaleOf is the scale at which ticks last as long as nanos, rounded to the
// nearest; 0 if no scale does, because the counter stands still.
func scaleOf(nanos, ticks uint64) Scale {
	hi, lo := bits.Mul64(nanos, uint64(nanoScale))
	lo, carry := bits.Add64(lo, ticks/2, 0)
	hi += carry
	if hi >= ticks {
		return 0
	}
	q, _ := bits.Div64(hi, lo, ticks)
	return Scale(q)
}

// saturatingAdd is a+b, or the largest number.
func saturatingAdd(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}
