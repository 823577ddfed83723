package callsite

import (
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// Frame is a place in the source.
type Frame struct {
	Function string // package path and name
	File     string // base name
	Line     int
}

// Site is where an exported function was called, PC, and where the function
// around that was called. The second is what counts where the first lies in one
// of this module's stand-ins for the standard library.
type Site struct{ PC, Above uintptr }

// standIns are the packages whose code never is the place a user looks for.
var standIns = []string{
	"github.com/perfschema/perfschema/psync.",
	"github.com/perfschema/perfschema/pchan.",
	"github.com/perfschema/perfschema/pfile.",
	"github.com/perfschema/perfschema/pnet.",
	"github.com/perfschema/perfschema/phttp.",
	"github.com/perfschema/perfschema/pdb.",
	"github.com/perfschema/perfschema.(*MutexInstance).",
}

// Frame resolves the place. It formats and allocates.
func (p Site) Frame() Frame {
	for _, pc := range []uintptr{p.PC, p.Above} {
		if pc == 0 {
			continue
		}
		frames := frames(pc)
		for more := true; more; {
			var f runtime.Frame
			f, more = frames.Next()
			if f.File != "" && !slices.ContainsFunc(standIns, func(prefix string) bool { return strings.HasPrefix(f.Function, prefix) }) {
				return Frame{Function: f.Function, File: filepath.Base(f.File), Line: f.Line}
			}
		}
	}
	return Of(p.PC)
}

// Of resolves a value that [PC] returned. It is for the read side: it formats
// and allocates. The zero Frame means unknown.
func Of(pc uintptr) Frame {
	if pc == 0 {
		return Frame{}
	}
	f, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	if f.File == "" {
		return Frame{}
	}
	return Frame{Function: f.Function, File: filepath.Base(f.File), Line: f.Line}
}

// String is MySQL's form of a SOURCE column, "file.go:123".
func (f Frame) String() string {
	if f.File == "" {
		return ""
	}
	return f.File + ":" + strconv.Itoa(f.Line)
}
