//go:build unix

package build

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// figures are the four of a row: blocked, waits, mean, longest.
var figures = regexp.MustCompile(`(?m)^ *([0-9.]+) (ns|µs|ms|s) +([0-9]+) +([0-9.]+) (ns|µs|ms|s) +([0-9.]+) (ns|µs|ms|s)  (.*)$`)

// TestReportUnderLoad reads tables while they are written: no row may be torn, and each that a
// place waited for names the place, of the first moment too.
func TestReportUnderLoad(t *testing.T) {
	dir := busy(t)
	c, in, lines := running(t, dir, "PERFSCHEMA_REPORT=signal")
	next := func() string { // a report, or what came before the program's end
		var b strings.Builder
		for !strings.HasSuffix(b.String(), "== end of the report ==\n") {
			l, err := lines.ReadString('\n')
			b.WriteString(l)
			if err != nil {
				t.Fatalf("%v\n%s", err, b.String())
			}
		}
		return b.String()
	}
	var reports []string
	enough := func() bool { // what is looked for below is in the last report
		last := reports[len(reports)-1]
		return strings.Contains(last, "  sync.Mutex main.main.mu, 0x") && strings.Contains(last, "  chan main.main.ping, 2 of them\n") && strings.Contains(last, "main.main.done")
	}
	for len(reports) < 6 || !enough() {
		if err := c.Process.Signal(syscall.SIGUSR1); err != nil {
			t.Fatal(err)
		}
		reports = append(reports, next())
	}
	in.Close()
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
	before := make(map[string]float64)
	for _, report := range reports {
		rows := figures.FindAllStringSubmatch(report, -1)
		if len(rows) == 0 {
			t.Fatalf("%d rows in\n%s", len(rows), report)
		}
		for _, m := range rows {
			blocked, mean, longest := span(t, m[1], m[2]), span(t, m[4], m[5]), span(t, m[6], m[7])
			count, _ := strconv.ParseFloat(m[3], 64)
			// Three or four digits are shown.
			if math.Abs(mean*count-blocked) > blocked/50+count || longest > blocked*1.02 || longest < mean*0.98 {
				t.Errorf("torn: %s", m[0])
			}
		}
		if strings.Contains(report, "place not known") && !strings.Contains(report, "whose place") {
			t.Errorf("a place is not known:\n%s", report)
		}
		reasons, _, _ := strings.Cut(report, "\nLocks")
		for _, m := range figures.FindAllStringSubmatch(reasons, -1) {
			count, _ := strconv.ParseFloat(m[3], 64)
			if count < before[m[8]] {
				t.Errorf("%s: %v waits after %v", m[8], count, before[m[8]])
			}
			before[m[8]] = count
		}
	}
}

// span is a duration in nanoseconds.
func span(t *testing.T, number, unit string) float64 {
	t.Helper()
	d, err := time.ParseDuration(number + unit)
	if err != nil {
		t.Fatal(err)
	}
	return float64(d)
}
