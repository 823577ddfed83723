package server

import (
	"os"
	"runtime/debug"

	"github.com/perfschema/perfschema/server/internal/machine"
)

// LimitMemory sets the soft limit of the process: nearer to it the garbage collector runs
// more often and gives back what it frees, and beyond it the process goes on. 0 chooses
// three quarters of the memory of the machine, or of the control group that the process
// is in; a number below 0 sets none. Where the environment has GOMEMLIMIT, 0 leaves that
// limit. It returns the limit in bytes, 0 for none. It is of the whole process, and
// [Start] does not call it.
func LimitMemory(bytes int64) int64 {
	switch {
	case bytes < 0:
		return 0
	case bytes == 0 && os.Getenv("GOMEMLIMIT") != "":
		if n := debug.SetMemoryLimit(-1); n != noLimit {
			return n
		}
		return 0
	case bytes == 0:
		bytes = machine.Memory(os.DirFS("/")) / 4 * 3
		if bytes == 0 {
			return 0
		}
	}
	debug.SetMemoryLimit(bytes)
	return bytes
}

// noLimit is what the Go runtime has without one.
const noLimit = 1<<63 - 1
