package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// shown is how many rows a section has at most.
const shown = 20

// Write writes the report in one call of w.Write.
func Write(w io.Writer, s *Snapshot) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "== perfschema: where goroutines waited ==\n%s, process %d, %s to %s (%s)\n",
		s.Program, s.PID, s.Began.Format("2006-01-02 15:04:05"), s.Now.Format("15:04:05"), duration(s.Now.Sub(s.Began)))
	fmt.Fprintf(&b, "Built by perfschema build with %s; patches: %s", s.Go, list(s.Patches))
	if len(s.Missing) > 0 {
		fmt.Fprintf(&b, "; left out: %s", list(s.Missing))
	}
	b.WriteString("\n")
	s.writeRequests(&b)
	s.writeReasons(&b)
	s.writeInstances(&b, "Locks, conditions, wait groups", func(kind string) bool { return kind != kindChannel })
	s.writeInstances(&b, "Channels", func(kind string) bool { return kind == kindChannel })
	s.writePlaces(&b)
	s.writeWaiters(&b)
	s.writeLost(&b)
	b.WriteString("== end of the report ==\n")
	_, err := w.Write(b.Bytes())
	return err
}

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

const sumHead = "     blocked      waits       mean    longest"

func (s Sum) row() string {
	return fmt.Sprintf("%12s %10d %10s %10s", duration(s.Blocked), s.Count, duration(s.Blocked/time.Duration(max(s.Count, 1))), duration(s.Max))
}

func (s *Snapshot) writeReasons(b *bytes.Buffer) {
	fmt.Fprintf(b, "\nBlocked time by reason, of all goroutines\n%s  reason\n", sumHead)
	for _, name := range bySum(s.reasons, func(s *Sum) Sum { return *s }) {
		fmt.Fprintf(b, "%s  %s\n", s.reasons[name].row(), name)
	}
	if s.runtime.Count > 0 {
		fmt.Fprintf(b, "%s  (the runtime's own goroutines)\n", s.runtime.row())
	}
}

func (s *Snapshot) writeInstances(b *bytes.Buffer, title string, of func(kind string) bool) {
	rows := make(map[string]*named)
	for _, i := range s.instances {
		if of(i.Kind) {
			i.nameBy(s.Names)
			i.addTo(rows)
		}
	}
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s\n%s  what\n", title, sumHead)
	for _, name := range bySum(rows, func(n *named) Sum { return n.sum })[:min(len(rows), shown)] {
		row := rows[name]
		title, _, _ := strings.Cut(name, unnamedAt)
		fmt.Fprintf(b, "%s  %s", row.sum.row(), title)
		switch {
		case row.unnamed && row.instances > 1:
			fmt.Fprintf(b, " without a name, %d of them", row.instances)
		case row.unnamed:
			fmt.Fprintf(b, " %#x", row.addr)
		case row.instances > 1:
			fmt.Fprintf(b, ", %d of them", row.instances)
		case row.addr != 0:
			fmt.Fprintf(b, ", %#x", row.addr)
		}
		b.WriteString("\n")
		for _, at := range bySum(row.sites, func(s *Sum) Sum { return *s })[:min(len(row.sites), 3)] {
			share := 100.0
			if row.sum.Blocked > 0 {
				share = 100 * float64(row.sites[at].Blocked) / float64(row.sum.Blocked)
			}
			fmt.Fprintf(b, "%48.0f%% %s\n", share, at)
		}
	}
	rest(b, len(rows))
}

func (s *Snapshot) writePlaces(b *bytes.Buffer) {
	sites := mergeSites(s.places, s.where)
	if len(sites) == 0 {
		return
	}
	fmt.Fprintf(b, "\nPlaces\n%s  where\n", sumHead)
	for _, at := range bySum(sites, func(s *Sum) Sum { return *s })[:min(len(sites), shown)] {
		fmt.Fprintf(b, "%s  %s\n", sites[at].row(), at)
	}
	rest(b, len(sites))
}

func (s *Snapshot) writeWaiters(b *bytes.Buffer) {
	sites := make(map[string]*Waiters)
	listed := 0
	for p, w := range s.waiters {
		at := of(&sites, s.where(p))
		at.Goroutines += w.Goroutines
		at.Longest = max(at.Longest, w.Longest)
		listed += w.Goroutines
	}
	fmt.Fprintf(b, "\nGoroutines that wait now: %d\n", max(s.Waiting, listed))
	if len(sites) == 0 {
		return
	}
	fmt.Fprintf(b, "     longest goroutines  where\n")
	rows := slices.SortedFunc(maps.Keys(sites), func(a, b string) int {
		return cmp.Or(cmp.Compare(sites[b].Longest, sites[a].Longest), cmp.Compare(a, b))
	})
	for _, at := range rows[:min(len(rows), shown)] {
		fmt.Fprintf(b, "%12s %10d  %s\n", duration(sites[at].Longest), sites[at].Goroutines, at)
	}
	rest(b, len(rows))
	if s.Waiting > listed {
		fmt.Fprintf(b, "(%d goroutines more, whose stacks were not taken)\n", s.Waiting-listed)
	}
}

// writeLost tells what the sections above lack.
func (s *Snapshot) writeLost(b *bytes.Buffer) {
	b.WriteString("\nLost: ")
	var parts []string
	add := func(n uint64, format string, arguments ...any) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf(format, arguments...))
		}
	}
	add(s.unplaced.Count, "%d waits of %s without a place, as the table of places was full", s.unplaced.Count, duration(s.unplaced.Blocked))
	evicted := s.evicted()
	add(evicted.Count, "%d waits of %s for locks and channels that made room for others", evicted.Count, duration(evicted.Blocked))
	add(s.WithoutTable, "%d waits on a P for which there was no memory, or whose number is above 1,023", s.WithoutTable)
	add(s.lostStatements.Count, "%d requests and statements, as the table of these was full", s.lostStatements.Count)
	add(s.lostWorkWaits.Count, "%d waits of %s that are in no request, as the table of these was full", s.lostWorkWaits.Count, duration(s.lostWorkWaits.Blocked))
	add(s.NoSlot, "the waits of %d requests, as too many ran at a time", s.NoSlot)
	add(s.NoWork, "%d requests and statements on a P for which there was no memory, or whose number is above 1,023", s.NoWork)
	add(s.Unread, "%d rows that changed while they were read", s.Unread)
	if parts == nil {
		parts = []string{"nothing"}
	}
	fmt.Fprintf(b, "%s.\n", strings.Join(parts, "; "))
}

// site is the place as a row shows it: reason, line, and what was called there.
func (p Place) site() string {
	at, called := p.Stack.site()
	if called = exported(called); called != "" {
		return fmt.Sprintf("%s  %s  in %s", p.Reason, at, called)
	}
	return fmt.Sprintf("%s  %s", p.Reason, at)
}

// where is the place, and the name of what is waited for there.
func (s *Snapshot) where(p Place) string {
	if name := s.Names.of(p); name != "" {
		return p.site() + "  for " + name
	}
	return p.site()
}

// mergeSites adds up the places that rows show alike.
func mergeSites(places map[Place]*Sum, show func(Place) string) map[string]*Sum {
	sites := make(map[string]*Sum)
	for p, sum := range places {
		of(&sites, show(p)).add(*sum)
	}
	return sites
}

// bySum returns the keys, most blocked time first.
func bySum[V any](m map[string]*V, sum func(*V) Sum) []string {
	return slices.SortedFunc(maps.Keys(m), func(a, b string) int {
		return cmp.Or(cmp.Compare(sum(m[b]).Blocked, sum(m[a]).Blocked), cmp.Compare(a, b))
	})
}

func rest(b *bytes.Buffer, rows int) {
	if rows > shown {
		fmt.Fprintf(b, "(%d more)\n", rows-shown)
	}
}

// duration is a duration with four digits, right for columns.
func duration(d time.Duration) string {
	switch {
	case d >= 1000*time.Second:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d >= time.Second:
		return fmt.Sprintf("%.3f s", d.Seconds())
	case d >= time.Millisecond:
		return fmt.Sprintf("%.2f ms", float64(d)/1e6)
	case d >= time.Microsecond:
		return fmt.Sprintf("%.2f µs", float64(d)/1e3)
	}
	return fmt.Sprintf("%d ns", d)
}
