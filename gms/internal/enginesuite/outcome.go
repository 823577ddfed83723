package enginesuite

import (
	"bufio"
	"bytes"
	"fmt"
	"os/exec"
	"regexp"
)

// TestName is the test that runs the suites in a process of its own, and Prefix what the names of
// its tests begin with.
const (
	TestName = "TestEngineSuites"
	Prefix   = TestName + "/"
)

// Mode is the variable of the environment that asks for the suites, and says in which form.
const Mode = "PERFSCHEMA_ENGINETEST"

var outcomeLine = regexp.MustCompile(`^ *--- (PASS|FAIL|SKIP): (.*) \([0-9.]+s\)$`)

// Outcomes runs a command that runs [TestName] with -test.v, and returns how each test came out,
// by name: PASS, FAIL or SKIP. Tests that fail are no error, but suites that do not end are.
func Outcomes(cmd *exec.Cmd) (map[string]string, error) {
	out, err := cmd.Output()
	if err != nil && (cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1) { // 1: a test fails, as some do
		return nil, fmt.Errorf("the suites: %w", err)
	}
	got := make(map[string]string)
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		if m := outcomeLine.FindStringSubmatch(lines.Text()); m != nil {
			got[m[2]] = m[1]
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("the suites: %w", err)
	}
	if got[TestName] == "" {
		return nil, fmt.Errorf("the suites did not come to their end after %d tests: %s", len(got), out[max(len(out)-2000, 0):])
	}
	return got, nil
}
