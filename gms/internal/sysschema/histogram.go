package sysschema

import (
	"fmt"
	"strconv"
	"strings"
)

// Of the histogram of statements' average times.
const (
	histogramBuckets = 16
	histogramWidth   = 80 // signs of the longest line
)

// latencyHistogram is ps_statement_avg_latency_histogram.
func (c *call) latencyHistogram() error {
	rows, err := c.texts("SELECT cnt, avg_us FROM sys.`x$ps_digest_avg_latency_distribution` ORDER BY avg_us")
	if err != nil {
		return err
	}
	averages := make([][2]uint64, len(rows))
	for i, r := range rows {
		for j := range averages[i] {
			if averages[i][j], err = strconv.ParseUint(r[j], 10, 64); err != nil {
				return fmt.Errorf("read how long statements take: %w", err)
			}
		}
	}
	return c.tell("Performance Schema Statement Digest Average Latency Histogram", histogramOf(averages))
}

// histogramOf draws how many of the averages, which are in order, each a count and
// microseconds, fall into each of sixteen spans of equal length.
func histogramOf(averages [][2]uint64) string {
	var counts [histogramBuckets]uint64
	var total, least, size, most uint64
	if len(averages) > 0 {
		least = averages[0][1]
		size = (averages[len(averages)-1][1] - least + histogramBuckets) / histogramBuckets
	}
	for _, a := range averages {
		n := &counts[min((a[1]-least)/size, histogramBuckets-1)]
		*n += a[0]
		total += a[0]
		most = max(most, *n)
	}
	unit := max(1, (most+3*histogramWidth-1)/(3*histogramWidth)) // statements that one unit stands for
	scale, name := uint64(1), "us"
	switch {
	case size >= 10_000_000:
		scale, name = 1_000_000, "s"
	case size >= 10_000:
		scale, name = 1_000, "ms"
	}
	var b strings.Builder
	b.WriteString("\n\n  . = 1 unit\n  * = 2 units\n  # = 3 units\n\n")
	var spans [histogramBuckets]string
	width := 0
	for i := range spans {
		from := least + uint64(i)*size
		spans[i] = fmt.Sprintf("(%d - %d%s)", from/scale, (from+size)/scale, name)
		width = max(width, len(spans[i]))
	}
	digits := len(strconv.FormatUint(most, 10))
	for i, n := range counts {
		fmt.Fprintf(&b, "    %-*s %-*d | %s\n", width, spans[i], digits, n, bar((n+unit-1)/unit))
	}
	fmt.Fprintf(&b, "\n  Total Statements: %d; Buckets: %d; Bucket Size: %d %s", total, histogramBuckets, size/scale, name)
	if unit > 1 {
		fmt.Fprintf(&b, "; 1 unit: %d statements", unit)
	}
	b.WriteString(";\n")
	return b.String()
}

// bar draws a number of units by the sign that makes it short enough.
func bar(units uint64) string {
	for i, sign := range []string{".", "*", "#"} {
		per := uint64(i + 1)
		if units < 40*per || per == 3 {
			return strings.Repeat(sign, int((units+per-1)/per))
		}
	}
	return ""
}
