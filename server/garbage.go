package server

import (
	"os"
	"runtime/debug"

	"github.com/perfschema/perfschema/server/internal/gcpercent"
)

// CollectGarbage sets how much garbage the process may have before it is collected, in
// percent of what is in use, as GOGC does. 0, or less, chooses by memory: 400 while the process is
// well below limit, which [LimitMemory] returned, and less the nearer it is, down to Go's
// 100, which it also is without a limit. With 400 what is in use and its garbage take up to
// five times what is in use, and at most a quarter of the limit. Where the environment has GOGC,
// 0 leaves that. It is of the whole process, and [Start] does not call it; stop ends it.
func CollectGarbage(percent int, limit int64) (stop func()) {
	switch {
	case percent > 0:
		debug.SetGCPercent(percent)
	case os.Getenv("GOGC") == "" && limit > 0:
		return gcpercent.Start(uint64(limit)).Stop
	}
	return func() {}
}
