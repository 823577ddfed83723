package web

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// showTime is a time in picoseconds as a person reads it.
func showTime(ps uint64) string {
	for _, u := range []struct {
		ps   float64
		name string
	}{{3600e12, "h"}, {60e12, "min"}, {1e12, "s"}, {1e9, "ms"}, {1e6, "µs"}} {
		if float64(ps) >= 0.9995*u.ps {
			return digits(float64(ps)/u.ps) + " " + u.name
		}
	}
	if ps == 0 {
		return "0"
	}
	return digits(float64(ps)/1e3) + " ns"
}

func showDuration(d time.Duration) string { return showTime(uint64(max(d, 0)) * 1000) }

// digits shows three digits that count.
func digits(v float64) string {
	switch a := math.Abs(v); {
	case a >= 100 || a == 0:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case a >= 10:
		return strconv.FormatFloat(v, 'f', 1, 64)
	default:
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
}

// showCount groups the digits of a number.
func showCount(n uint64) string {
	s := strconv.FormatUint(n, 10)
	var b strings.Builder
	for i, c := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	return b.String()
}

func showBytes(n int64) string {
	v, sign := float64(n), ""
	if n < 0 {
		v, sign = -v, "−"
	}
	for _, unit := range []string{"B", "KiB", "MiB", "GiB"} {
		if v < 1024 {
			if unit == "B" {
				return fmt.Sprintf("%s%.0f B", sign, v)
			}
			return sign + digits(v) + " " + unit
		}
		v /= 1024
	}
	return sign + digits(v) + " TiB"
}

func showPercent(share float64) string {
	switch {
	case share == 0:
		return "0 %"
	case share < 0.001:
		return "< 0.1 %"
	case share < 0.0995:
		return fmt.Sprintf("%.1f %%", share*100)
	}
	return fmt.Sprintf("%.0f %%", share*100)
}

// showRatio is how many there are of one for each of another.
func showRatio(of, to uint64) string {
	if to == 0 {
		return "–"
	}
	return digits(float64(of) / float64(to))
}

// clockTime is a moment as pages show it, in UTC.
func clockTime(t time.Time) string { return t.UTC().Format("15:04:05") }
