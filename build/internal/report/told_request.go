package report

import (
	"cmp"
	"maps"
	"slices"
)

// ToldStatement is all statements of a name inside of requests of a route, or those requests: their
// Statement is none. Statements outside of requests have no Request.
type ToldStatement struct {
	Request, Statement Statement
	Errors             uint64
	Sum                Sum // the time that they took
}

// ToldClass is all requests of a route, or all statements of a name, whatever requests they are of.
// Latencies have Sum.Count statements in all, the shortest first, and that without a bound last.
type ToldClass struct {
	Statement Statement
	Errors    uint64
	Sum       Sum
	Latencies []Latency
}

// ToldRequestWait is a line at which requests of a route waited inside of a statement, or of none.
type ToldRequestWait struct {
	Request, Statement Statement
	Child              bool   // goroutines waited that the requests had started
	Addr               uint64 // of the instance that was waited for; 0 if there were several, or none
	ToldPlace
}

// tellRequests tells of requests, in a fixed order.
func (s *Snapshot) tellRequests(t *Told) {
	t.LostRequests, t.LostRequestWaits, t.NoSlot, t.NoWork = s.lostStatements, s.lostWorkWaits, s.NoSlot, s.NoWork
	for w, timed := range s.works {
		t.Requests = append(t.Requests, ToldStatement{w.request, w.statement, timed.errors, timed.sum})
	}
	slices.SortFunc(t.Requests, func(a, b ToldStatement) int {
		return cmp.Or(a.Request.compare(b.Request), a.Statement.compare(b.Statement))
	})
	for statement, c := range s.classes {
		told := ToldClass{Statement: statement, Errors: c.errors, Sum: c.sum}
		for _, bound := range slices.Sorted(maps.Keys(c.latencies)) {
			told.Latencies = append(told.Latencies, Latency{bound, c.latencies[bound]})
		}
		if len(told.Latencies) > 0 && told.Latencies[0].UpTo == 0 {
			told.Latencies = append(told.Latencies[1:], told.Latencies[0])
		}
		t.Classes = append(t.Classes, told)
	}
	slices.SortFunc(t.Classes, func(a, b ToldClass) int { return a.Statement.compare(b.Statement) })
	waits := make(map[ToldRequestWait]*workSum)
	for w, sum := range s.workWaits {
		key := ToldRequestWait{Request: w.request, Statement: w.statement, Child: w.child, ToldPlace: s.told(w.place)}
		addr := sum.addr
		if has, ok := waits[key]; ok && has.addr != addr {
			addr = 0
		}
		of(&waits, key).sum.add(sum.sum)
		waits[key].addr = addr
	}
	for w, sum := range waits {
		w.Sum, w.Addr = sum.sum, uint64(sum.addr)
		t.RequestWaits = append(t.RequestWaits, w)
	}
	slices.SortFunc(t.RequestWaits, func(a, b ToldRequestWait) int {
		child := func(w ToldRequestWait) int {
			if w.Child {
				return 1
			}
			return 0
		}
		return cmp.Or(a.Request.compare(b.Request), a.Statement.compare(b.Statement), cmp.Compare(child(a), child(b)), a.ToldPlace.compare(b.ToldPlace))
	})
}

func (s Statement) compare(t Statement) int {
	return cmp.Or(cmp.Compare(s.Text, t.Text), cmp.Compare(s.Event, t.Event))
}
