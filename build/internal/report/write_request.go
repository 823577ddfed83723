package report

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// shownWork is how many statements, and how many waits, a route shows.
const shownWork = 3

// writeRequests writes the routes that took the longest, and below each its statements and waits, as
// shares of its time. Goroutines of a request wait beside it, so that shares may add up to more than
// the whole.
func (s *Snapshot) writeRequests(b *bytes.Buffer) {
	requests := make(map[Statement]*timed)
	for w, t := range s.works {
		if w.statement == (Statement{}) || w.request == (Statement{}) {
			r := of(&requests, w.request)
			r.errors += t.errors
			r.sum.add(t.sum)
		}
	}
	if len(requests) == 0 {
		return
	}
	b.WriteString("\nRequests\n        time      count       mean    longest     errors  route\n")
	routes := slices.SortedFunc(maps.Keys(requests), func(a, b Statement) int {
		return cmp.Or(cmp.Compare(requests[b].sum.Blocked, requests[a].sum.Blocked), strings.Compare(a.Text, b.Text), strings.Compare(a.Event, b.Event))
	})
	for _, route := range routes[:min(len(routes), shown)] {
		r := requests[route]
		fmt.Fprintf(b, "%s %10d  %s\n", r.sum.row(), r.errors, cmp.Or(Printable(route.Text), "(outside of requests)"))
		s.writeWork(b, route, r.sum)
	}
	rest(b, len(routes))
}

// writeWork writes what requests of a route did and waited for.
func (s *Snapshot) writeWork(b *bytes.Buffer, route Statement, all Sum) {
	share := func(sum Sum) float64 { return 100 * float64(sum.Blocked) / float64(max(all.Blocked, 1)) }
	statements := make(map[string]*Sum)
	for w, t := range s.works {
		if w.request == route && w.statement != (Statement{}) {
			row := fmt.Sprintf("%d of %s", t.sum.Count, w.statement.title())
			if t.errors > 0 {
				row += fmt.Sprintf(", %d failed", t.errors)
			}
			of(&statements, row).add(t.sum)
		}
	}
	waits := make(map[string]*Sum)
	for w, sum := range s.workWaits {
		if w.request == route {
			row := "waits  " + s.where(w.place)
			if w.place.Reason == "" {
				row = "waits  (place not known)"
			}
			if w.child {
				row += "  in goroutines that it started"
			}
			if w.statement != (Statement{}) {
				row += "  in " + w.statement.title()
			}
			of(&waits, row).add(sum.sum)
		}
	}
	for _, rows := range []map[string]*Sum{statements, waits} {
		for _, row := range bySum(rows, func(s *Sum) Sum { return *s })[:min(len(rows), shownWork)] {
			fmt.Fprintf(b, "%48.0f%% %s\n", share(*rows[row]), row)
		}
	}
}

// title is the text, for what has one, or what the event is called.
func (s Statement) title() string {
	switch {
	case strings.HasPrefix(s.Event, "wait/io/socket/http/"):
		return "HTTP to " + cmp.Or(Printable(s.Text), "?")
	case strings.HasPrefix(s.Event, "wait/io/socket/grpc/"):
		return "gRPC " + cmp.Or(Printable(s.Text), "?")
	case s.Event == "wait/synch/cond/db/connection":
		return "(wait for a connection of the pool)"
	case s.Text == "":
		return s.Event
	}
	return Printable(s.Text)
}

// Printable returns a text with a question mark for what cannot be printed: a terminal would obey a
// route or a host that has control characters.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}
