// Package format writes byte counts and times as MySQL's built-in functions
// format_bytes() and format_pico_time() do, to the character. The functions of
// the sys schema, sys.format_bytes() and sys.format_time(), write differently.
//
// The arguments are floating point because MySQL evaluates the functions' argument
// as DOUBLE: counts above 2^53 lose their last digits, which the two decimals
// never show. SQL NULL gives NULL and is the caller's to handle.
package format

import (
	"math"
	"strconv"
)

// unit is a name and how many of the smallest unit it holds.
type unit struct {
	size float64
	name string
}

// The units, the largest first. Below the last, values are whole numbers.
var (
	byteUnits = [...]unit{
		{1 << 60, "EiB"}, {1 << 50, "PiB"}, {1 << 40, "TiB"},
		{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"},
	}
	timeUnits = [...]unit{
		{86400e12, "d"}, {3600e12, "h"}, {60e12, "min"},
		{1e12, "s"}, {1e9, "ms"}, {1e6, "us"}, {1e3, "ns"},
	}
)

// Bytes writes n bytes as format_bytes() does: "   1 bytes", "1.00 KiB",
// "1.00e+05 EiB". Fractions of a byte are cut off.
func Bytes(n float64) string { return string(AppendBytes(nil, n)) }

// AppendBytes appends what Bytes returns.
func AppendBytes(dst []byte, n float64) []byte {
	return appendUnit(dst, n, byteUnits[:], 4, "bytes")
}

// PicoTime writes ps picoseconds as format_pico_time() does: "  1 ps", "1.00 ns",
// "3.15 min". Fractions of a picosecond are cut off.
func PicoTime(ps float64) string { return string(AppendPicoTime(nil, ps)) }

// AppendPicoTime appends what PicoTime returns.
func AppendPicoTime(dst []byte, ps float64) []byte {
	return appendUnit(dst, ps, timeUnits[:], 3, "ps")
}

// scientificFrom is the value at which digits give way to an exponent.
const scientificFrom = 100000

// appendUnit writes v in the largest unit that fits with two decimals, or as a
// whole number of the smallest one, right-aligned to width.
func appendUnit(dst []byte, v float64, units []unit, width int, smallest string) []byte {
	for _, u := range units {
		if math.Abs(v) < u.size {
			continue
		}
		v /= u.size
		form := byte('f')
		if math.Abs(v) >= scientificFrom {
			form = 'e'
		}
		dst = strconv.AppendFloat(dst, v, form, 2, 64)
		dst = append(dst, ' ')
		return append(dst, u.name...)
	}
	var digits [8]byte
	number := strconv.AppendInt(digits[:0], int64(v), 10)
	for n := len(number); n < width; n++ {
		dst = append(dst, ' ')
	}
	dst = append(dst, number...)
	dst = append(dst, ' ')
	return append(dst, smallest...)
}
