package sys

import (
	"math"
	"strconv"
)

// unit is a name and how many of the smallest unit it holds.
type unit struct {
	size float64
	name string
}

// The units, the largest first.
var (
	byteUnits = []unit{{1 << 50, "PiB"}, {1 << 40, "TiB"}, {1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}, {1, "bytes"}}
	timeUnits = []unit{
		{7 * 86400e12, "w"}, {86400e12, "d"}, {3600e12, "h"}, {60e12, "m"},
		{1e12, "s"}, {1e9, "ms"}, {1e6, "us"}, {1e3, "ns"}, {1, "ps"},
	}
)

// FormatBytes writes a count of bytes with a unit, rounded to two places: "512 bytes",
// "1.5 KiB".
func FormatBytes(n float64) string { return inUnit(n, byteUnits) }

// FormatTime writes picoseconds with a unit, rounded to two places: "1 ns", "3.15 m".
func FormatTime(ps float64) string { return inUnit(ps, timeUnits) }

func inUnit(v float64, units []unit) string {
	u := units[len(units)-1]
	for _, of := range units {
		if v >= of.size {
			u = of
			break
		}
	}
	return strconv.FormatFloat(math.Round(v/u.size*100)/100, 'f', -1, 64) + " " + u.name
}
