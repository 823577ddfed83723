//go:build unix

package build

import (
	"bufio"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// figures are the four of a row: blocked, waits, mean, longest.
var figures = regexp.MustCompile(`(?m)^ *([0-9.]+) (ns|µs|ms|s) +([0-9]+) +([0-9.]+) (ns|µs|ms|s) +([0-9.]+) (ns|µs|ms|s)  (.*)$`)

// TestReportUnderLoad reads tables while they are written: no row may be torn.
func TestReportUnderLoad(t *testing.T) {
	text, err := os.ReadFile("testdata/busy/main.go")
	if err != nil {
		t.Fatal(err)
	}
	dir := files(t, map[string]string{"main.go": string(text), "go.mod": goMod})
	must(t, dir, nil, "build", "-o", "program", ".")
	c := exec.Command("./program")
	c.Dir, c.Env = dir, append(os.Environ(), "PERFSCHEMA_REPORT=signal", "PERFSCHEMA_FILE=report.txt")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	const end = "== end of the report ==\n"
	var reports []string
	enough := func() bool { // what is looked for below is in the last report
		last := reports[len(reports)-1]
		return strings.Contains(last, "  sync.Mutex main.main.mu, 0x") && strings.Contains(last, "  chan main.main.ping, 2 of them\n") && strings.Contains(last, "main.main.done")
	}
	for n := 1; n <= 6 || !enough(); n++ {
		if err := c.Process.Signal(syscall.SIGUSR1); err != nil {
			t.Fatal(err)
		}
		for len(reports) < n {
			text, _ := os.ReadFile(filepath.Join(dir, "report.txt"))
			all := strings.SplitAfter(string(text), end)
			reports = all[:len(all)-1]
			time.Sleep(time.Millisecond)
		}
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
