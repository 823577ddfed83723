package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// record samples the server's stacks by the kernel's clock while something runs.
// A stack is the names of its functions, the innermost first.
func (s *server) record(while func() error) ([][]string, error) {
	if _, err := exec.LookPath("perf"); err != nil {
		return nil, fmt.Errorf("perf is needed: %w", err)
	}
	file := filepath.Join(s.dir, "perf.data")
	cmd := exec.Command("perf", "record", "-q", "-e", "cpu-clock", "-F", "797", "-g", "-p", strconv.Itoa(s.cmd.Process.Pid), "-o", file)
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	err := while()
	_ = cmd.Process.Signal(syscall.SIGINT)
	if werr := cmd.Wait(); err == nil && werr != nil && cmd.ProcessState.ExitCode() > 0 {
		err = fmt.Errorf("perf: %w: %s", werr, said.String())
	}
	if err != nil {
		return nil, err
	}
	script := exec.Command("perf", "script", "-i", file, "-F", "comm,ip,sym")
	out, err := script.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := script.Start(); err != nil {
		return nil, err
	}
	stacks, err := readStacks(out)
	if werr := script.Wait(); err == nil {
		err = werr
	}
	return stacks, err
}

// readStacks reads what perf script prints: a line with the command, one for each
// frame, an empty one.
func readStacks(r io.Reader) (out [][]string, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	var stack []string
	for lines.Scan() {
		line := lines.Text()
		switch {
		case line == "":
			if len(stack) > 0 {
				out = append(out, stack)
			}
			stack = nil
		case line[0] == ' ' || line[0] == '\t':
			if _, name, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
				stack = append(stack, name)
			}
		}
	}
	if len(stack) > 0 {
		out = append(out, stack)
	}
	return out, lines.Err()
}

type stackRule struct{ contains, class string }

// stackRules say in which operator a function is, of the innermost that one of them
// knows. An empty class is beside the operators.
var stackRules = []stackRule{
	{"/gms.(*socket).", ""}, // is time for the client, and not CPU time
	{"/client.(*Conn).Write", ""},
	{"/gms.(*tableIter).", "Scan"},
	{"/gms.(*countIter).", "Scan"},
	{"dolt.(*meteredRows).", "Scan"},
	{"dolt.(*keptRows).", "Scan"},
	{"dolt.(*meteredLookups).", "Scan"},
	{"/gms.(*fusedIter).", "Hj"},
	{"/kvexec.", "Hj"},
	{"rowexec.(*joinIter).", "Hj"},
	{"rowexec.(*existsIter).", "Hj"},
	{"rowexec.(*lateralJoinIter).", "Hj"},
	{"rowexec.(*fullJoinIter).", "Hj"},
	{"rowexec.(*mergeJoinIter).", "Hj"},
	{"rowexec.(*crossJoinIterator).", "Hj"},
	{"plan.(*HashLookup).", "Hj"},
	{"rowexec.(*hashLookup", "Hj"},
	{"plan.(*FilterIter).", "Filter"},
	{"iters.(*LimitIter).", "Filter"},
	{"iters.(*sortIter).", "Sort"},
	{"/gms.(*sortIter).", "Sort"},
	{"iters.(*TopRowsIter).", "Sort"},
	{"sql/iters.(*topRowsIter).", "Sort"},
	{"rowexec.(*groupBy", "Agg"},
	{"rowexec.(*distinctIter).", "Agg"},
	{"rowexec.(*orderedDistinctIter).", "Agg"},
	{"iters.(*distinctIter).", "Agg"},
	{"aggregation.", "Agg"},
	{"rowexec.(*windowIter).", "Agg"},
	{"rowexec.(*ProjectIter).", "Proj, Res"},
	{"rowexec.(*CachedResultsIter).", "Buf"},
	{"rowexec.(*cachedResultsIter).", "Buf"},
	{"iters.(*UnionIter).", "Other"},
	{"rowexec.(*concatIter).", "Other"},
	{"rowexec.(*unionIter).", "Other"},
	{"rowexec.(*setOp", "Other"},
	{"/gms.(*firstColumn).", "Proj, Res"},
	{"/gms.(*lastColumn).", "Proj, Res"},
	{"server.RowToSQL", "Proj, Res"},
	{"server.(*Handler).resultFor", "Proj, Res"},
	{"analyzer.", ""},
	{"planbuilder.", ""},
	{"/sampler.", ""},
	{"/lookout.", ""},
}

// setOpRules go first for a query whose DISTINCT is part of a UNION.
var setOpRules = append([]stackRule{{"iters.(*distinctIter).", "Other"}}, stackRules...)

// classify says by the rules in which operator a stack is, empty for none.
func classify(stack []string, rules []stackRule) string {
	for _, f := range stack {
		for _, r := range rules {
			if strings.Contains(f, r.contains) {
				return r.class
			}
		}
	}
	return ""
}
