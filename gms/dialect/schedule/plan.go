package schedule

import (
	"slices"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
)

// found is an event as a database has it.
type found struct {
	database   sql.EventDatabase
	definition sql.EventDefinition
}

func (f *found) key() [2]string { return [2]string{f.database.Name(), f.definition.Name} }

// planned is an event that is known, and when it runs next: zero if it does not.
type planned struct {
	found
	next time.Time
	over bool // it has run for the last time
}

// mostCreated is how long a CREATE EVENT may take, and what reads the events may take to see
// it. One that was made longer before they were read last has come otherwise, by a merge or a
// restore, and does not run for the past.
const mostCreated = time.Minute

// plan is when events are due. It is made of what the databases have, again and again.
type plan struct {
	events map[[2]string]*planned
	read   time.Time // when the databases were read last; zero before that
}

// update takes what all databases have. An event that is as it was keeps its time, one that
// is new, or has a new schedule, runs from its beginning on, and all others from now on. It
// returns those that are over.
func (p *plan) update(all []found, now time.Time) (over []found) {
	events := make(map[[2]string]*planned, len(all))
	for _, f := range all {
		before := p.events[f.key()]
		if before != nil && before.definition == f.definition {
			before.database = f.database
			events[f.key()] = before
			continue
		}
		e := &planned{found: f}
		events[f.key()] = e
		if f.definition.Status != sql.EventStatus_Enable.String() {
			continue
		}
		from := now
		if made := p.scheduled(before, f, all).Truncate(time.Second); !p.read.IsZero() && made.Before(now) && !made.Before(p.read.Add(-mostCreated)) {
			from = made // which CREATE EVENT has taken some time since
		}
		next, ok := occurrence(&f.definition, from)
		if !ok {
			over = append(over, f)
			continue
		}
		e.next = next
	}
	p.events, p.read = events, now
	return over
}

// scheduled is when an event got the schedule that it has; zero if it had that before.
func (p *plan) scheduled(before *planned, f found, all []found) time.Time {
	is := &f.definition
	switch {
	case before == nil && p.renamed(f, all):
		return time.Time{}
	case before == nil || !before.definition.CreatedAt.Equal(is.CreatedAt):
		return is.CreatedAt
	}
	was := &before.definition
	if was.HasExecuteAt != is.HasExecuteAt || !was.ExecuteAt.Equal(is.ExecuteAt) || was.ExecuteEvery != is.ExecuteEvery || !was.Starts.Equal(is.Starts) {
		return is.LastAltered
	}
	return time.Time{}
}

// renamed says whether an event that is new by its name was there under another, which is
// gone: all are those that there are. One that has run for the last time is gone for that, and
// another may have been made of the same body in the same second.
func (p *plan) renamed(f found, all []found) bool {
	for key, e := range p.events {
		if !e.next.IsZero() && e.definition.CreatedAt.Equal(f.definition.CreatedAt) && e.definition.EventBody == f.definition.EventBody &&
			!slices.ContainsFunc(all, func(o found) bool { return o.key() == key }) {
			return true
		}
	}
	return false
}

// due are the events that are to run now. What has been missed of an event is made up for
// by one run.
func (p *plan) due(now time.Time) (run []*planned) {
	for _, e := range p.events {
		if e.next.IsZero() || e.next.After(now) {
			continue
		}
		run = append(run, e)
		e.next = time.Time{}
		if !e.definition.HasExecuteAt {
			if next, ok := occurrence(&e.definition, now.Add(1)); ok {
				e.next = next
			}
		}
		e.over = e.next.IsZero()
	}
	return run
}

// next is when the first event is due, zero if none is.
func (p *plan) next() (first time.Time) {
	for _, e := range p.events {
		if !e.next.IsZero() && (first.IsZero() || e.next.Before(first)) {
			first = e.next
		}
	}
	return first
}
