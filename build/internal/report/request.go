package report

import (
	"strings"
	"time"
)

// A Statement is a request that is served, by its route, or what a request asks of others: a query
// without its literals, a peer, a connection of a pool. The zero Statement is none. Event is the
// Performance Schema's name for events of this kind.
type Statement struct{ Event, Text string }

// work is a statement inside of a request, or the request itself, whose statement is none.
type work struct{ request, statement Statement }

// timed adds up statements.
type timed struct {
	errors uint64
	sum    Sum // the time that they took, blocked or not
}

// workWait is a place where a request's goroutines waited inside of a statement.
type workWait struct {
	work
	child bool // of the goroutine that serves the request
	place Place
}

// workSum adds up waits. addr is that of what was waited for, 0 if it is not known or not one alone.
type workSum struct {
	sum  Sum
	addr uintptr
}

// AddStatement adds the statements of one P inside of requests of a route, or those requests.
func (s *Snapshot) AddStatement(request, statement Statement, errors uint64, sum Sum) {
	t := of(&s.works, work{request, statement})
	t.errors += errors
	t.sum.add(sum)
}

// AddRequestWait adds the waits of one P inside of a route's requests. addr and name are as those of
// AddInstance.
func (s *Snapshot) AddRequestWait(request, statement Statement, child bool, p Place, addr uintptr, name string, sum Sum) {
	if p.own() || p.ofRuntime() || runtimeOwn[p.Reason] {
		return
	}
	if addr != 0 && name == "" {
		_, addr = p.instance(addr)
	}
	key := workWait{work{request, statement}, child, p}
	if w, ok := s.workWaits[key]; ok && w.addr != addr {
		addr = 0
	}
	w := of(&s.workWaits, key)
	w.addr = addr
	w.sum.add(sum)
}

// A Latency is how many statements took as long as UpTo at most, and longer than the Latency before has
// it. UpTo is 0 if there is no bound.
type Latency struct {
	UpTo  time.Duration
	Count uint64
}

// class is all statements of a class, in whatever request.
type class struct {
	timed
	latencies map[time.Duration]uint64
}

// AddClass adds the requests or statements of one P that are of a class.
func (s *Snapshot) AddClass(statement Statement, errors uint64, sum Sum, latencies []Latency) {
	c := of(&s.classes, statement)
	c.errors += errors
	c.sum.add(sum)
	if c.latencies == nil {
		c.latencies = make(map[time.Duration]uint64)
	}
	for _, l := range latencies {
		c.latencies[l.UpTo] += l.Count
	}
}

// AddLostWork adds the statements and the waits of one P that found no room.
func (s *Snapshot) AddLostWork(statements, waits Sum) {
	s.lostStatements.add(statements)
	s.lostWorkWaits.add(waits)
}

// instance returns the kind and the address of what is waited for at a place.
func (p Place) instance(addr uintptr) (kind string, at uintptr) {
	kind, at = owner(p.Reason, addr)
	if called := p.Stack.lockedBy(); kind == kindMutex {
		switch {
		case strings.HasPrefix(called, "sync.(*RWMutex)."):
			kind = kindRWMutex
		case strings.HasPrefix(called, "sync.(*Once)."):
			kind, at = kindOnce, at-mutexOfOnce
		}
	}
	return kind, at
}
