package build

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// waits builds testdata/waits.
func waits(t *testing.T, flags ...string) (dir string, source []string) {
	t.Helper()
	text, err := os.ReadFile("testdata/waits/main.go")
	if err != nil {
		t.Fatal(err)
	}
	dir = files(t, map[string]string{"main.go": string(text), "go.mod": goMod})
	must(t, dir, nil, append(append([]string{"build", "-o", "program"}, flags...), ".")...)
	return dir, strings.Split(string(text), "\n")
}

// row is a row of the section Places.
var row = regexp.MustCompile(`(?m)^ *([0-9.]+) (ns|µs|ms|s) +([0-9]+) +[0-9.]+ \S+ +[0-9.]+ \S+  (.+?)  (main\.\S+) main\.go:([0-9]+)(  in (\S+))?(  for (main\.account\..+|\S+))?$`)

type waited struct {
	reason, called string
	name           string
	count          int
	blocked        time.Duration
}

// places reads a report's section Places, by line of main.go.
func places(t *testing.T, report string) map[int]waited {
	t.Helper()
	_, section, ok := strings.Cut(report, "\nPlaces\n")
	section, _, _ = strings.Cut(section, "\n\n")
	if !ok {
		t.Fatal("no section Places in\n", report)
	}
	all := make(map[int]waited)
	for _, m := range row.FindAllStringSubmatch(section, -1) {
		blocked, err := time.ParseDuration(m[1] + m[2])
		if err != nil {
			t.Fatal(err)
		}
		count, _ := strconv.Atoi(m[3])
		line, _ := strconv.Atoi(m[6])
		if old, ok := all[line]; ok && old.reason != m[4] {
			line = -line // the same line, for another reason
		}
		all[line] = waited{m[4], m[8], m[10], count, blocked}
	}
	return all
}

// blockProfile reads what Go's block profile says, by the innermost line of main.go.
func blockProfile(t *testing.T, file string) map[int]time.Duration {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[int]time.Duration)
	var second float64
	var blocked time.Duration
	placed := true
	line := regexp.MustCompile(`main\.\S+\s+\S+/main\.go:([0-9]+)`)
	for l := range strings.Lines(string(text)) {
		var cycles, count float64
		if _, err := fmt.Sscanf(l, "cycles/second=%g", &second); err == nil {
			continue
		}
		if _, err := fmt.Sscanf(l, "%g %g @", &cycles, &count); err == nil {
			blocked, placed = time.Duration(cycles/second*1e9), false
		} else if m := line.FindStringSubmatch(l); m != nil && !placed {
			n, _ := strconv.Atoi(m[1])
			all[n] += blocked
			placed = true
		}
	}
	if second == 0 || len(all) == 0 {
		t.Fatalf("no block profile in\n%s", text)
	}
	return all
}

// TestReport holds what a report says of each way to wait: class, place, instance, and as much
// blocked time as Go's own block profile of the same run.
func TestReport(t *testing.T) {
	dir, source := waits(t)
	out := reported(t, dir, "./program", "block.txt")
	found, profile := places(t, out), blockProfile(t, filepath.Join(dir, "block.txt"))

	var ours, gos time.Duration
	for line, blocked := range profile {
		gos += blocked
		ours += min(found[line].blocked+found[-line].blocked, blocked)
		if all := found[line].blocked + found[-line].blocked; all < blocked*95/100 && blocked > time.Millisecond {
			t.Errorf("line %d: %v, of %v in the block profile", line, all, blocked)
		}
	}
	if ours < gos*95/100 {
		t.Errorf("%v of %v in the block profile\n%s", ours, gos, out)
	}
	t.Logf("of %v in the block profile, %v is in the report", gos, ours)

	marked := 0
	for i, text := range source {
		if _, reason, ok := strings.Cut(text, "// wait: "); ok {
			marked++
			w := found[i+1]
			if w.reason != reason || w.count != 1 || w.blocked < 19*time.Millisecond || profile[i+1] == 0 {
				t.Errorf("line %d, %s: %+v, %v in the block profile", i+1, reason, w, profile[i+1])
			}
			if !strings.HasPrefix(w.name, "main.account.") {
				t.Errorf("line %d, %s: waits for %q", i+1, reason, w.name)
			}
			if strings.HasPrefix(reason, "sync.") && strings.NewReplacer("(*", "", ")", "").Replace(w.called) != reason {
				t.Errorf("line %d, %s: waits in %s", i+1, reason, w.called)
			}
		}
	}
	if marked != 8 {
		t.Errorf("%d lines are marked, want 8", marked)
	}
	if want := fmt.Sprintf("chan receive  main.(*account).hang main.go:%d  for main.account.requests\n", lineOf(source, "// hang: ")); !strings.Contains(afterHead(out, "\nGoroutines that wait now: 1\n"), want) {
		t.Errorf("no %q among those that wait now in\n%s", want, out)
	}
	if !strings.Contains(out, "patches: park, semaphore, request, http, http2, sql\n") || !strings.Contains(out, "\nLost: nothing.\n") {
		t.Error(out)
	}
}

func lineOf(source []string, mark string) int {
	for i, text := range source {
		if strings.Contains(text, mark) {
			return i + 1
		}
	}
	return 0
}

// afterHead is what follows a line.
func afterHead(text, head string) string {
	_, after, _ := strings.Cut(text, head)
	return after
}

// TestReportInstances holds that locks and channels have the names and addresses that the program
// knows them by, and that a report comes at a signal and not before.
func TestReportInstances(t *testing.T) {
	dir, _ := waits(t)
	c := ready(t, dir, []string{"PERFSCHEMA_REPORT=signal", "PERFSCHEMA_FILE=report.txt"}, "./program", "block.txt", "wait")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	pipe, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	c.Stderr = &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(pipe)
	addresses := make(map[string]string)
	for {
		l, err := out.ReadString('\n')
		if err != nil {
			t.Fatal(err, said.String())
		}
		if l == "ready\n" {
			break
		}
		name, address, _ := strings.Cut(strings.TrimSpace(l), " ")
		addresses[name] = address
	}
	file := filepath.Join(dir, "report.txt")
	if _, err := os.Stat(file); err == nil {
		t.Error("there is a report before the signal")
	}
	fmt.Fprintln(in)
	var report string
	for begun := time.Now(); !strings.HasSuffix(report, "== end of the report ==\n"); {
		if time.Since(begun) > limit {
			t.Fatalf("no report: %q, %s", report, said.String())
		}
		text, _ := os.ReadFile(file)
		report = string(text)
		time.Sleep(time.Millisecond)
	}
	fmt.Fprintln(in)
	if err := c.Wait(); err != nil || said.Len() > 0 {
		t.Errorf("%v, %s", err, said.String())
	}
	fields := map[string]string{
		"mutex": "mu", "rwmutex": "rw", "cond": "cond", "waitgroup": "group", "once": "once", "requests": "requests", "answers": "answers",
		"quit": "requests or main.account.quit", // only the select waited for it
	}
	for name, kind := range map[string]string{
		"mutex": "sync.Mutex", "rwmutex": "sync.RWMutex", "cond": "sync.Cond", "waitgroup": "sync.WaitGroup", "once": "sync.Once", "requests": "chan", "answers": "chan", "quit": "chan",
	} {
		if want := fmt.Sprintf("  %s main.account.%s, %s\n", kind, fields[name], addresses[name]); !strings.Contains(report, want) {
			t.Errorf("the report has no %q:\n%s", want, report)
		}
	}
}

// TestReportOff holds that nothing is said unless it is asked for.
func TestReportOff(t *testing.T) {
	dir, _ := waits(t)
	for setting, want := range map[string]string{"": "", "often": `PERFSCHEMA_REPORT has "often"`} {
		c := ready(t, dir, []string{"PERFSCHEMA_REPORT=" + setting}, "./program")
		var said bytes.Buffer
		c.Stderr = &said
		if err := c.Run(); err != nil || !strings.Contains(said.String(), want) || want == "" && said.Len() > 0 || strings.Contains(said.String(), "==") {
			t.Errorf("%q: %v, %s", setting, err, said.String())
		}
	}
}

// TestNewProcs holds that no wait is lost on Ps that a program adds.
func TestNewProcs(t *testing.T) {
	dir := files(t, map[string]string{"go.mod": goMod, "main.go": `package main

import (
	"runtime"
	"sync"
)

func main() {
	runtime.GOMAXPROCS(runtime.NumCPU() + 6)
	var all sync.WaitGroup
	for range 64 {
		ping, pong := make(chan int), make(chan int)
		all.Go(func() {
			for range 2000 {
				ping <- 1
				<-pong
			}
		})
		all.Go(func() {
			for range 2000 {
				<-ping
				pong <- 1
			}
		})
	}
	all.Wait()
}
`})
	must(t, dir, nil, "build", "-o", "program", ".")
	if report := reported(t, dir, "./program"); strings.Contains(report, "waits on a P") || !strings.Contains(report, "chan receive  main.main.func2 main.go:") {
		t.Error(report)
	}
}
