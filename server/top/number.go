package top

import (
	"math"
	"strconv"
)

// unknown stands for what the server does not tell.
const unknown = "–"

// showTime is a time in picoseconds as a person reads it.
func showTime(ps float64) string {
	for _, u := range []struct {
		ps   float64
		name string
	}{{3600e12, " h"}, {60e12, " min"}, {1e12, " s"}, {1e9, " ms"}, {1e6, " µs"}} {
		if ps >= 0.9995*u.ps {
			return digits(ps/u.ps) + u.name
		}
	}
	if ps == 0 {
		return "0"
	}
	return digits(ps/1e3) + " ns"
}

func showBytes(n float64) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	for i, unit := range []string{" B", " KiB", " MiB", " GiB"} {
		if n < 1000 {
			if i == 0 {
				return sign + strconv.FormatFloat(n, 'f', 0, 64) + unit
			}
			return sign + digits(n) + unit
		}
		n /= 1024
	}
	return sign + digits(n) + " TiB"
}

// showCount is a count whole up to a million.
func showCount(n float64) string {
	switch a := math.Abs(n); {
	case a < 1e6 && n == math.Trunc(n):
		return strconv.FormatFloat(n, 'f', 0, 64)
	case a < 1e6:
		return digits(n)
	case a < 1e9:
		return digits(n/1e6) + " M"
	default:
		return digits(n/1e9) + " G"
	}
}

func showPercent(share float64) string {
	switch {
	case share == 0:
		return "0 %"
	case share < 0.001:
		return "<0.1 %"
	}
	if share >= 0.9995 {
		return strconv.FormatFloat(share*100, 'f', 0, 64) + " %"
	}
	return strconv.FormatFloat(share*100, 'f', 1, 64) + " %"
}

// digits shows three digits that count.
func digits(v float64) string {
	places := 2
	switch a := math.Abs(v); {
	case a >= 99.95:
		places = 0
	case a >= 9.995:
		places = 1
	}
	return strconv.FormatFloat(v, 'f', places, 64)
}
