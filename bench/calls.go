package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// How often functions of ours run is the one measure of what a statement costs that the
// machine has no part in. A server is built that counts its blocks, and does the same
// work twice: what the longer run has more of each function is of the statements that it
// had more.

// countedEvents is how many statements, or transactions, the shorter run has, and how many
// more the longer one.
var countedEvents = map[string]int{pointSelect: 2000, readWrite: 400}

// leastCalls is from how many calls an event on a function is of the statement: below are
// those that the server does by the clock, and for one statement in many.
const leastCalls = 0.04

// callCounts is what a function ran an event, by the variants.
type callCounts map[string][]float64

// countCalls prints how often each function of the repository in a directory runs for a
// point select and for a transaction of sysbench, and compares that with [pinnedFile], or with
// rewrite writes it there. If there are more, the error is errDearer.
func countCalls(out io.Writer, root string, rewrite bool) error {
	kept, err := readPinned(root)
	if err != nil && !rewrite {
		return err
	}
	now := make(pinned)
	var dearer error
	dir, err := os.MkdirTemp("", "perfschema-calls-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "perfschema")
	build := exec.Command("go", "build", "-trimpath", "-tags", "gms_pure_go", "-cover", "-covermode=atomic", "-coverpkg="+modulePath+"/...", "-o", binary, "./server/cmd/perfschema")
	build.Dir, build.Stderr = root, os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("building a server that counts: %w", err)
	}
	for _, test := range []string{pointSelect, readWrite} {
		counts := make(callCounts)
		for i, v := range instrumented {
			if err := v.count(counts, i, root, dir, binary, test); err != nil {
				return fmt.Errorf("%s, %s: %w", test, v.name, err)
			}
		}
		counts.print(out, test)
		now[test] = counts.byPackage()
		dearer = errors.Join(dearer, kept.compare(out, test, now[test]))
	}
	if rewrite {
		return now.write(root)
	}
	return dearer
}

// count counts the calls of one variant, the i-th.
func (v *variant) count(counts callCounts, i int, root, dir, binary, test string) error {
	var runs [2]coverage
	for j := range runs {
		data := filepath.Join(dir, fmt.Sprintf("%s-%d-%d", test, i, j))
		if err := os.Mkdir(data, 0o755); err != nil {
			return err
		}
		if err := os.Setenv("GOCOVERDIR", data); err != nil { // where the server leaves them when it ends
			return err
		}
		if err := v.work(binary, test, (j+1)*countedEvents[test]); err != nil {
			return err
		}
		var err error
		if runs[j], err = readCoverage(root, data); err != nil {
			return err
		}
	}
	for name, n := range runs[1] {
		each := (float64(n) - float64(runs[0][name])) / float64(countedEvents[test])
		if each < leastCalls {
			continue
		}
		if counts[name] == nil {
			counts[name] = make([]float64, 4)
		}
		counts[name][i] = each
	}
	return nil
}

// work has a new server do so many events, and end.
func (v *variant) work(binary, test string, events int) error {
	s, err := start(binary, v.flags)
	if err != nil {
		return err
	}
	defer s.stop()
	if err := s.prepare(1, v.setup); err != nil {
		return err
	}
	_, err = output("sysbench", test, "--mysql-host=127.0.0.1", "--mysql-port="+s.port, "--mysql-user=root", "--mysql-db=sbtest",
		"--tables="+strconv.Itoa(tables), "--table-size="+strconv.Itoa(tableSize), "--threads=1", "--time=0", "--rand-seed=7",
		"--events="+strconv.Itoa(events), "run")
	return err
}

func (c callCounts) print(out io.Writer, test string) {
	fmt.Fprintf(out, "\n## Functions of ours in one event of %s\n\n| server | calls | functions |\n|---|---|---|\n", test)
	for i, v := range instrumented {
		calls, functions := 0.0, 0
		for _, n := range c {
			if calls += n[i]; n[i] > 0 {
				functions++
			}
		}
		fmt.Fprintf(out, "| %s | %.0f | %d |\n", v.name, calls, functions)
	}
	fmt.Fprintf(out, "\n| OFF | nothing | default | everything | function |\n|---|---|---|---|---|\n")
	for _, name := range sortedNames(c) {
		n := c[name]
		fmt.Fprintf(out, "| %.2f | %.2f | %.2f | %.2f | %s |\n", n[0], n[1], n[2], n[3], name)
	}
}
