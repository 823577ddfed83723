package perfschema

import (
	"internal/perfschema"
	"runtime/perfschema/internal/report"
	_ "unsafe" // for linkname
)

// Package runtime has these.

//go:linkname workSizes
func workSizes() (statements, waits int)

//go:linkname hasWorkTable
func hasWorkTable(proc int) bool

//go:linkname readLostWork
func readLostWork(proc int, sums *[2][4]uint64) bool

//go:linkname readStatement
func readStatement(proc, i int, words *[6]uint64) bool

//go:linkname readWorkWait
func readWorkWait(proc, i int, words *[7]uint64) bool

//go:linkname readClass
func readClass(proc, id int, words *[5 + latencies/2]uint64) (has, read bool)

//go:linkname latencyBound
func latencyBound(i int) uint64

// latencies is perfschemaLatencies of package runtime.
const latencies = 128

//go:linkname lostWork
func lostWork() (noSlot, noTable uint64)

// A workWait is a row of waits of requests, whose place is not yet looked up.
type workWait struct {
	request, statement report.Statement
	child              bool
	reason             string
	hash               uint64 // of the place; 0 if it is not known
	addr               uintptr
	sum                report.Sum
}

// Parts of the keys of rows, as in perfschemaWorkWait of package runtime.
const (
	usedKey   = 1 << 63
	reasonKey = 16
	childKey  = 1 << 24
	routeKey  = 32
	manyAddrs = 1
)

// readWork adds requests and statements to a snapshot, and returns what they waited for.
func readWork(s *report.Snapshot, sum func([]uint64) report.Sum) (waits []workWait) {
	s.NoSlot, s.NoWork = lostWork()
	procs, _, _, _, _ := sizes()
	rows, waitRows := workSizes()
	for proc := range procs {
		if !hasWorkTable(proc) {
			continue
		}
		var lost [2][4]uint64
		if readLostWork(proc, &lost) {
			s.AddLostWork(sum(lost[0][:]), sum(lost[1][:]))
		} else {
			s.Unread++
		}
		for i := range rows {
			var w [6]uint64
			if !readStatement(proc, i, &w) {
				s.Unread++
			} else if w[0] != 0 {
				s.AddStatement(statementOf(w[0]&^usedKey>>routeKey), statementOf(w[0]&0xffff), w[1], sum(w[2:]))
			}
		}
		for id := range perfschema.Classes {
			var w [5 + latencies/2]uint64
			switch has, read := readClass(proc, id, &w); {
			case !read:
				s.Unread++
			case has:
				var l []report.Latency
				for i := range latencies {
					if n := w[5+i/2] >> (i % 2 * 32) & (1<<32 - 1); n > 0 {
						l = append(l, report.Latency{UpTo: sum([]uint64{0, latencyBound(i), 0, 0}).Blocked, Count: n})
					}
				}
				s.AddClass(statementOf(uint64(id)), w[0], sum(w[1:5]), l)
			}
		}
		for i := range waitRows {
			var w [7]uint64
			if !readWorkWait(proc, i, &w) {
				s.Unread++
				continue
			}
			if w[0] == 0 {
				continue
			}
			wait := workWait{
				request: statementOf(w[0] &^ usedKey >> routeKey), statement: statementOf(w[0] & 0xffff),
				child: w[0]&childKey != 0, hash: w[1], addr: uintptr(w[2]), sum: sum(w[3:]),
			}
			if wait.hash != 0 {
				wait.reason = reasonName(w[0] >> reasonKey & 0xff)
			}
			if wait.addr == manyAddrs {
				wait.addr = 0
			}
			waits = append(waits, wait)
		}
	}
	return waits
}

func statementOf(id uint64) report.Statement {
	event, text := perfschema.Class(uint16(id))
	return report.Statement{Event: event, Text: text}
}
