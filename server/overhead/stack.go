package overhead

import (
	"slices"
	"strings"
)

// Frame is a function on a stack, as a CPU profile names it.
type Frame struct {
	Function string // with its package's import path
	File     string
}

// helpers are the packages of the standard library whose functions do their caller's
// work: what one of ours has them do is our cost. All others, which wait, send or
// encrypt, would do the same for whoever called instead.
var helpers = []string{"bytes", "context", "errors", "fmt", "internal/bytealg", "internal/runtime/atomic", "internal/runtime/maps", "iter", "maps",
	"math", "math/bits", "reflect", "runtime", "slices", "sort", "strconv", "strings", "sync/atomic", "time", "unicode", "unicode/utf8"}

// handsOver are functions of the runtime that pass a core on to somebody else, or wait
// for one: they are the work of whoever waits.
var handsOver = []string{"runtime.chan", "runtime.close", "runtime.findRunnable", "runtime.futex", "runtime.gopark", "runtime.goready", "runtime.gosched",
	"runtime.mcall", "runtime.netpoll", "runtime.notes", "runtime.notew", "runtime.osyield", "runtime.park", "runtime.pthread", "runtime.ready", "runtime.schedule",
	"runtime.select", "runtime.sem", "runtime.send", "runtime.recv", "runtime.stopm", "runtime.startm", "runtime.usleep", "runtime.wakep"}

// charge says which feature a sample of CPU time belongs to, from the stack of the
// goroutine it fell on, the innermost function first. own is set where that function is
// one of ours, and not one that ours have called. "" is somebody else's.
func charge(stack []Frame) (f Feature, own bool) {
	if len(stack) == 0 {
		return "", false
	}
	if f := background(stack); f != "" {
		_, own = below(packageOf(stack[0].Function))
		return f, own
	}
	own = true
	for i, frame := range stack {
		pkg := packageOf(frame.Function)
		name, ours := below(pkg)
		switch {
		case ours && slices.Contains(beside, name):
			return "", false
		case ours:
			f := featureOf(sourceOf(name, frame.File))
			if f == shared {
				// What called it, or what it was inlined in, says whose it is.
				if f = callerOf(stack[i+1:]); f == "" {
					f = Statements
				}
			}
			return f, own
		case !slices.Contains(helpers, pkg) || slices.ContainsFunc(handsOver, func(prefix string) bool { return strings.HasPrefix(frame.Function, prefix) }):
			return "", false
		}
		own = false
	}
	return "", false
}

// callerOf is the feature of the innermost function of ours that is not shared.
func callerOf(stack []Frame) Feature {
	for _, frame := range stack {
		if name, ours := below(packageOf(frame.Function)); ours {
			if f := featureOf(sourceOf(name, frame.File)); f != shared {
				return f
			}
		}
	}
	return ""
}

// ownGoroutines are the functions that goroutines of ours begin with which do nothing for
// anybody else.
var ownGoroutines = map[string]Feature{
	modulePath + "/server/overhead.(*Recorder).run": Overhead,
	modulePath + "/sampler.(*Profiler).":            Profiler,
	modulePath + "/internal/lookout.":               Profiler,
}

// background is the feature of a goroutine that we have started for it alone: all that
// it does is its cost, system calls too.
func background(stack []Frame) Feature {
	for _, frame := range stack[max(0, len(stack)-2):] { // the last may be runtime.goexit
		for prefix, f := range ownGoroutines {
			if strings.HasPrefix(frame.Function, prefix) {
				return f
			}
		}
	}
	return ""
}
