package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// unknown stands for a number that nobody knows.
const unknown = "–"

// show is a number in its unit, with three digits.
func (u unit) show(v float64) string {
	switch u {
	case unitMilliseconds:
		return showTime(v)
	case unitMicroseconds:
		return showTime(v / 1000)
	case unitBytes:
		return showBytes(v)
	}
	return showCount(v)
}

// showTime shows milliseconds.
func showTime(ms float64) string {
	switch {
	case ms == 0:
		return "0 ms"
	case ms < 0.9995:
		return digits(ms*1000) + " µs"
	case ms < 999.5:
		return digits(ms) + " ms"
	case ms < 99_950:
		return digits(ms/1000) + " s"
	case ms < 100*60_000:
		return digits(ms/60_000) + " min"
	case ms < 100*3_600_000:
		return digits(ms/3_600_000) + " h"
	}
	return grouped(ms/86_400_000) + " d"
}

func showBytes(v float64) string {
	for _, u := range []string{"B", "KiB", "MiB", "GiB", "TiB"} {
		if v < 999.5 {
			return digits(v) + " " + u
		}
		v /= 1024
	}
	return digits(v) + " PiB"
}

// showCount shows a count whole, with its thousands apart, up to a million.
func showCount(v float64) string {
	switch {
	case v != math.Trunc(v) && v < 999.5:
		return digits(v)
	case v < 1e7:
		return grouped(v)
	case v < 1e9:
		return digits(v/1e6) + " M"
	case v < 1e12:
		return digits(v/1e9) + " G"
	}
	return digits(v/1e12) + " T"
}

// digits is a number with three digits, none of them for nothing.
func digits(v float64) string {
	places := 2
	switch a := math.Abs(v); {
	case a >= 99.95:
		return grouped(v)
	case a >= 9.995:
		places = 1
	}
	s := strconv.FormatFloat(v, 'f', places, 64)
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

// grouped is a whole number with its thousands apart.
func grouped(v float64) string {
	s := strconv.FormatFloat(math.Abs(v), 'f', 0, 64)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	if v <= -0.5 {
		s = "-" + s
	}
	return s
}

// percent is a share. What is there, and little, is not 0.
func percent(share float64) string {
	switch {
	case share == 0:
		return "0 %"
	case share > 0 && share < 0.0005:
		return "<0.1 %"
	}
	return strconv.FormatFloat(share*100, 'f', 1, 64) + " %"
}

// showRate is how often something happens, from how often in a second.
func showRate(v float64) string {
	switch {
	case v >= 0.995:
		return digits(v) + " /s"
	case v*60 >= 0.995:
		return digits(v*60) + " /min"
	}
	return digits(v*3600) + " /h"
}

// part is a share of a whole, 0 of nothing.
func part(v, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return v / whole
}

// showMoment is a time as finely as bins of some width need.
func showMoment(t time.Time, width time.Duration) string {
	switch {
	case width >= 24*time.Hour:
		return t.Format("2006-01-02")
	case width >= time.Minute:
		return t.Format("01-02 15:04")
	case width >= time.Second:
		return t.Format("15:04:05")
	}
	return t.Format("15:04:05.000")
}

// showSpan is how long something lasted.
func showSpan(d time.Duration) string { return showTime(float64(d) / float64(time.Millisecond)) }

// list is words with commas and an and.
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// of is n of all, such as "3 of 12 queries".
func of(n, all int64, what string) string {
	return fmt.Sprintf("%s of %s %s", grouped(float64(n)), grouped(float64(all)), what)
}
