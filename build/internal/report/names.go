package report

import (
	"path"
	"strconv"
	"strings"
)

// Names are what locks and channels are called in the source, by the lines that wait for them.
type Names map[nameKey]string

type nameKey struct {
	file string // the package's path and the file's name
	line int
	kind Kind
}

// A Kind is a way to wait, as a table of names has it.
type Kind byte

const (
	Sync   Kind = 's' // a call of package sync
	Chan   Kind = 'c' // a send, a receive, or a range over a channel
	Select Kind = 'e' // a select: the names of all its channels
)

// ParseNames reads a table of names: lines "line kind name" below a line for each file. Lines
// that are otherwise are passed over.
func ParseNames(table string) Names {
	names := make(Names)
	file := ""
	for l := range strings.SplitSeq(table, "\n") {
		number, rest, ok := strings.Cut(l, " ")
		if !ok {
			file = l
			continue
		}
		kind, name, ok := strings.Cut(rest, " ")
		if n, err := strconv.Atoi(number); err == nil && ok && len(kind) == 1 {
			names[nameKey{file, n, Kind(kind[0])}] = name
		}
	}
	return names
}

// of is what is waited for at a place, "" if it has no name: the lock of package sync that the
// line locks itself, the channel, or the channels of the select.
func (n Names) of(p Place) string {
	at, called := p.Stack.named()
	kind := Chan
	switch called = exported(called); {
	case strings.HasPrefix(p.Reason, "select"):
		kind = Select
	case calledFor(p.Reason, called):
		kind = Sync
	case called == condWait && (p.Reason == reasonMutexLock || strings.HasPrefix(p.Reason, "sync.RWMutex.")):
		if cond := n.at(at, Sync); cond != "" {
			return lockOf + cond
		}
		return ""
	}
	if kind != Sync && called != "" {
		return "" // something of the standard library has it
	}
	return n.at(at, kind)
}

// at is the name that a table has for a line.
func (n Names) at(f Frame, kind Kind) string {
	return n[nameKey{path.Join(packageOf(f.Func), path.Base(f.File)), f.Line, kind}]
}

// condWait waits for the Cond's lock when it has been woken, and lockOf begins the name of that: the
// line has the Cond's name only. Where another line has the lock's own name, it goes by that.
const (
	condWait = "sync.(*Cond).Wait"
	lockOf   = "lock of "
)

// calledFor reports whether a function of package sync waits for its receiver, by a reason.
func calledFor(reason, called string) bool {
	of := strings.NewReplacer("(*", "", ")", "").Replace(called)
	return of == reason || reason == reasonMutexLock && (of == reasonRWMutexLock || of == onceDo) ||
		strings.HasPrefix(reason, "sync.WaitGroup.Wait") && of == "sync.WaitGroup.Wait"
}

// packageOf is the package path of a function's name.
func packageOf(function string) string {
	function, _, _ = strings.Cut(function, "[")
	slash := strings.LastIndexByte(function, '/') + 1
	last, _, _ := strings.Cut(function[slash:], ".")
	return function[:slash] + strings.ReplaceAll(last, "%2e", ".")
}
