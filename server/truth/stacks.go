package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
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
	// It begins to sample when told to, and says so: on a busy machine it takes a second
	// to start, in which all clients do the same, the beginning of a query.
	cmd := exec.Command("perf", "record", "-q", "-e", "cpu-clock", "-F", "797", "-g", "-D", "-1", "--control", "fd:3,4", "-p", strconv.Itoa(s.cmd.Process.Pid), "-o", file)
	var said bytes.Buffer
	cmd.Stderr = &said
	control, err := startControlled(cmd)
	if err != nil {
		return nil, err
	}
	defer control.close()
	if err = control.enable(); err == nil {
		err = while()
	}
	_ = cmd.Process.Signal(syscall.SIGINT)
	if werr := cmd.Wait(); werr != nil && cmd.ProcessState.ExitCode() > 0 {
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

// perfControl are the pipes of perf's option control. It ends if they are closed.
type perfControl struct{ commands, answers *os.File }

func (c *perfControl) close() {
	c.commands.Close()
	c.answers.Close()
}

func startControlled(cmd *exec.Cmd) (*perfControl, error) {
	theirs, commands, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	answers, ack, err := os.Pipe()
	if err != nil {
		commands.Close()
		return nil, err
	}
	defer ack.Close()
	c := &perfControl{commands, answers}
	cmd.ExtraFiles = []*os.File{theirs, ack}
	if err := cmd.Start(); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// enable has perf begin, and returns when it has.
func (c *perfControl) enable() error {
	if _, err := c.commands.WriteString("enable\n"); err != nil {
		return fmt.Errorf("perf: %w", err)
	}
	if _, err := bufio.NewReader(c.answers).ReadString('\n'); err != nil {
		return fmt.Errorf("perf does not begin: %w", err)
	}
	return nil
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
// knows. An empty class is beside the operators. Ours begin with the path of the module, by
// which a test finds those that have moved.
var stackRules = []stackRule{
	{"github.com/perfschema/perfschema/gms/internal/wire.(*Socket).", ""}, // is time for the client, and not CPU time
	{"github.com/perfschema/perfschema/gms/internal/client.(*Conn).Write", ""},
	{"github.com/perfschema/perfschema/gms.(*tableIter).", "Scan"},
	{"github.com/perfschema/perfschema/gms.(*countIter).", "Scan"},
	{"github.com/perfschema/perfschema/server/dolt/fusedjoin.(*meteredRows).", "Scan"},
	{"github.com/perfschema/perfschema/server/dolt/fusedjoin.(*keptRows).", "Scan"},
	{"github.com/perfschema/perfschema/server/dolt/fusedjoin.(*meteredLookups).", "Scan"},
	{"github.com/perfschema/perfschema/gms.(*fusedIter).", "Hj"},
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
	{"github.com/perfschema/perfschema/gms.(*sortIter).", "Sort"},
	{"iters.(*TopRowsIter).", "Sort"},
	{"sql/iters.(*topRowsIter).", "Sort"},
	{"rowexec.(*groupBy", "Agg"},
	{"rowexec.(*distinctIter).", "Agg"},
	{"rowexec.(*orderedDistinctIter).", "Agg"},
	{"iters.(*distinctIter).", "Agg"},
	{"aggregation.", "Agg"},
	{"github.com/perfschema/perfschema/gms/dialect/operand.(*sumBuffer).", "Agg"},
	{"github.com/perfschema/perfschema/gms/dialect/operand.(*sumWindow).", "Agg"},
	{"rowexec.(*windowIter).", "Agg"},
	{"rowexec.(*ProjectIter).", "Proj, Res"},
	{"rowexec.(*CachedResultsIter).", "Buf"},
	{"rowexec.(*cachedResultsIter).", "Buf"},
	{"iters.(*UnionIter).", "Other"},
	{"rowexec.(*concatIter).", "Other"},
	{"rowexec.(*unionIter).", "Other"},
	{"rowexec.(*setOp", "Other"},
	{"github.com/perfschema/perfschema/gms/internal/pipeline.(*firstColumn).", "Proj, Res"},
	{"github.com/perfschema/perfschema/gms/internal/pipeline.(*lastColumn).", "Proj, Res"},
	{"server.RowToSQL", "Proj, Res"},
	{"server.(*Handler).resultFor", "Proj, Res"},
	{"analyzer.", ""},
	{"planbuilder.", ""},
	{"github.com/perfschema/perfschema/sampler.", ""},
	{"github.com/perfschema/perfschema/internal/lookout.", ""},
}

// setOpRules go first for a query whose DISTINCT is part of a UNION.
var setOpRules = append([]stackRule{{"iters.(*distinctIter).", "Other"}}, stackRules...)

// betweenOperators is what goes from one operator to the next: itself it is in neither.
const betweenOperators = "github.com/perfschema/perfschema/gms/internal/plantree.(*NodeIter)."

// classify says by the rules in which operator a stack is, empty for none.
func classify(stack []string, rules []stackRule) string {
	if strings.Contains(stack[0], betweenOperators) {
		return ""
	}
	for _, f := range stack {
		for _, r := range rules {
			if strings.Contains(f, r.contains) {
				return r.class
			}
		}
	}
	return ""
}
