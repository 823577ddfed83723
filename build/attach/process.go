package attach

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// AddressOf returns the address of a program, or of the program with a number of a process: that
// which its PERFSCHEMA_LISTEN had when it was started. The latter is for linux alone.
func AddressOf(program string) (string, error) {
	pid, err := strconv.Atoi(program)
	if err != nil {
		return program, nil
	}
	if pid <= 0 {
		return "", fmt.Errorf("%d is no number of a process", pid)
	}
	environment, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", fmt.Errorf("no environment of a process %d is found; give the address of its PERFSCHEMA_LISTEN", pid)
	case err != nil:
		return "", fmt.Errorf("read the environment of process %d: %w", pid, err)
	}
	for variable := range strings.SplitSeq(string(environment), "\x00") {
		address, ok := strings.CutPrefix(variable, "PERFSCHEMA_LISTEN=")
		switch {
		case !ok:
		case strings.HasSuffix(address, ":0"):
			return "", fmt.Errorf("process %d has chosen its port itself; give the address that it has printed", pid)
		case address != "":
			return address, nil
		}
	}
	return "", fmt.Errorf("process %d was started without PERFSCHEMA_LISTEN; start it anew with PERFSCHEMA_LISTEN=127.0.0.1:6061", pid)
}
