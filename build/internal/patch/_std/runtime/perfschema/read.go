package perfschema

import (
	"os"
	"runtime"
	"runtime/perfschema/internal/report"
	"time"
	_ "unsafe" // for linkname
)

// Package runtime has these.

//go:linkname start
func start()

//go:linkname secure
func secure() bool

//go:linkname lost
func lost() uint64

//go:linkname ticks
func ticks() (now, second int64)

//go:linkname reasonName
func reasonName(reason uint64) string

//go:linkname semaphoreName
func semaphoreName(addr uintptr) string

//go:linkname sizes
func sizes() (procs, reasons, places, instances, frames int)

//go:linkname hasTable
func hasTable(proc int) bool

//go:linkname readReason
func readReason(proc, reason int, sums *[2][4]uint64) bool

//go:linkname readPlace
func readPlace(proc, i int, words *[6 + frames]uint64) bool

//go:linkname readInstance
func readInstance(proc, i int, words *[6]uint64) bool

//go:linkname waiting
func waiting(waiters []waiter) int

// frames is how many return addresses a place has: perfschemaFrames of package runtime, which
// init compares it with.
const frames = 16

// A waiter is laid out as perfschemaWaiter of package runtime.
type waiter struct {
	reason uint64
	begin  int64
	pcs    [frames]uintptr
}

// shownWaiters is the most waiting goroutines whose stacks are taken: the world stands still
// meanwhile.
const shownWaiters = 10_000

// read takes everything that has been recorded.
func read() *report.Snapshot {
	s := &report.Snapshot{
		Program: os.Args[0], PID: os.Getpid(), Go: runtime.Version(), Patches: recorded(), Missing: missing,
		Began: began, Now: time.Now(), WithoutTable: lost(), Names: parsedNames(),
	}
	now, second := ticks()
	// A duration for ticks: 2^63 ns are 292 years.
	span := func(t uint64) time.Duration { return time.Duration(float64(t) * 1e9 / float64(second)) }
	sum := func(w []uint64) report.Sum {
		return report.Sum{Count: w[0], Blocked: span(w[1]), Max: span(w[2]), Min: span(^w[3])}
	}
	stacks := newStacks()
	// Places are recorded before what names them.
	work := readWork(s, sum)
	byHash := make(map[uint64]report.Place)

	procs, reasons, places, instances, _ := sizes()
	for proc := range procs {
		if !hasTable(proc) {
			continue
		}
		for r := range reasons {
			var w [2][4]uint64
			if !readReason(proc, r, &w) {
				s.Unread++
			} else {
				s.AddLost(reasonName(uint64(r)), sum(w[0][:]), sum(w[1][:]))
			}
		}
		keys := make([]report.Place, places)
		readKey := func(i int, w *[6 + frames]uint64) (read bool) {
			if read = readPlace(proc, i, w); read && w[0] != 0 && w[2] > 0 {
				keys[i] = report.Place{Reason: reasonName(w[1]), Stack: stacks.of(w[6:])}
				byHash[w[0]] = keys[i]
			}
			return read
		}
		for i := range keys {
			var w [6 + frames]uint64
			if !readKey(i, &w) {
				s.Unread++
			} else if keys[i].Stack != nil {
				s.AddPlace(keys[i], sum(w[2:6]))
			}
		}
		for i := range instances {
			var w [6]uint64
			if !readInstance(proc, i, &w) {
				s.Unread++
			} else if w[0] != 0 && w[2] > 0 {
				place := report.Place{Reason: reasonName(w[1] & 0xff)}
				if n := int(w[1] >> 8); n > 0 {
					if keys[n-1].Stack == nil { // the place is newer than the reading of places
						readKey(n-1, new([6 + frames]uint64))
					}
					if keys[n-1].Stack != nil {
						place = keys[n-1]
					}
				}
				s.AddInstance(uintptr(w[0]), semaphoreName(uintptr(w[0])), place, sum(w[2:6]))
			}
		}
	}

	for _, w := range work {
		place, ok := byHash[w.hash]
		if !ok {
			place.Reason = w.reason
		}
		s.AddRequestWait(w.request, w.statement, w.child, place, w.addr, semaphoreName(w.addr), w.sum)
	}

	waiters := make([]waiter, min(runtime.NumGoroutine()+100, shownWaiters))
	s.Waiting = waiting(waiters)
	for _, w := range waiters[:min(s.Waiting, len(waiters))] {
		pcs := make([]uint64, frames)
		for i, pc := range w.pcs {
			pcs[i] = uint64(pc)
		}
		s.AddWaiter(report.Place{Reason: reasonName(w.reason), Stack: stacks.of(pcs)}, span(uint64(max(now-w.begin, 0))))
	}
	return s
}

// stacks has the frames of each stack once, so that pointers to equal ones are equal.
type stacks map[[frames]uintptr]*report.Stack

func newStacks() stacks { return make(stacks) }

func (s stacks) of(words []uint64) *report.Stack {
	var key [frames]uintptr
	n := 0
	for i, w := range words {
		key[i] = uintptr(w)
		if w != 0 {
			n = i + 1
		}
	}
	if stack, ok := s[key]; ok {
		return stack
	}
	stack := &report.Stack{}
	for next := runtime.CallersFrames(key[:n]); n > 0; {
		f, more := next.Next()
		if f.Function != "" || f.File != "" {
			stack.Frames = append(stack.Frames, report.Frame{Func: f.Function, File: f.File, Line: f.Line, Standard: standard(f.Function)})
		}
		if !more {
			break
		}
	}
	s[key] = stack
	return stack
}
