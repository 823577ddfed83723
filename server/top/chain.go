package top

import (
	"fmt"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/server/internal/terminal"
)

// mostChained is how many sessions the trees show.
const mostChained = 200

// chains are trees of who holds up whom: a holder, and below it those that wait for it.
// Of sessions that wait for each other in a ring one stands at the top, and again at the
// end of its ring. A session that waits for several holders stands below each, and those
// that wait for it below the first alone.
func chains(list []*session) (lines []string) {
	by := make(map[uint64]*session, len(list))
	waiters := make(map[uint64][]*session)
	for _, e := range list {
		by[e.thread] = e
	}
	for _, e := range list {
		for _, h := range e.heldBy {
			waiters[h] = append(waiters[h], e)
		}
	}
	holders := make([]uint64, 0, len(waiters))
	for h := range waiters {
		holders = append(holders, h)
	}
	slices.Sort(holders)
	seen := make(map[uint64]bool)
	cut := false
	var put func(thread uint64, indent, mark string)
	put = func(thread uint64, indent, mark string) {
		if len(lines) >= mostChained {
			cut = true
			return
		}
		text := fmt.Sprintf("thread %d", thread)
		if e := by[thread]; e != nil {
			text = e.inChain()
		}
		if seen[thread] {
			if len(waiters[thread]) > 0 {
				text += " (as above)"
			}
			lines = append(lines, indent+mark+text)
			return
		}
		seen[thread] = true
		lines = append(lines, indent+mark+text)
		switch mark {
		case "├─ ":
			indent += "│  "
		case "└─ ":
			indent += "   "
		}
		for i, w := range waiters[thread] {
			mark := "├─ "
			if i == len(waiters[thread])-1 {
				mark = "└─ "
			}
			put(w.thread, indent, mark)
		}
	}
	for _, free := range []bool{true, false} { // those first that wait for nobody
		for _, h := range holders {
			if waits := by[h] != nil && len(by[h].heldBy) > 0; !seen[h] && waits != free {
				put(h, "", "")
			}
		}
	}
	if cut {
		lines = append(lines, "and more")
	}
	return lines
}

// inChain is a session in a line of a tree.
func (s *session) inChain() string {
	out := fmt.Sprintf("%d %s@%s", s.connection, s.user, s.host)
	if !s.working() {
		out += " " + s.command
	}
	out += ", " + showTime(s.seconds*1e12)
	if s.waitsFor != "" {
		out += ", waits for " + s.waitsFor
	}
	return terminal.Printable(strings.TrimSpace(out + "  " + s.statement))
}
