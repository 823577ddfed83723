package schedule

import (
	"testing"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
)

// fakeDatabase is a database of events that has a name, and is asked for nothing else.
type fakeDatabase struct{ sql.EventDatabase }

func (fakeDatabase) Name() string { return "shop" }

// TestEventSeenLate has an event run whose CREATE EVENT was seen only after the events had
// been read again since its time, and none that has come from elsewhere with an older one.
func TestEventSeenLate(t *testing.T) {
	read := at("2026-03-01 12:00:00")
	for _, c := range []struct {
		made string
		runs bool
	}{
		{"2026-03-01 12:00:03", true},  // since
		{"2026-03-01 11:59:57", true},  // before the last time that they were read, which has missed it
		{"2026-03-01 11:59:01", true},  // and took long
		{"2026-03-01 11:58:00", false}, // has come otherwise
		{"2025-03-01 00:00:00", false},
	} {
		var p plan
		p.update(nil, read)
		event := sql.EventDefinition{Name: "e", HasExecuteAt: true, ExecuteAt: at(c.made), CreatedAt: at(c.made), Status: sql.EventStatus_Enable.String()}
		now := read.Add(5 * time.Second)
		over := p.update([]found{{fakeDatabase{}, event}}, now)
		if due := p.due(now); (len(due) == 1) != c.runs || (len(over) == 0) != c.runs {
			t.Errorf("made at %s: %d are due, %d are over", c.made, len(due), len(over))
		}
	}
	// One that is renamed does not run again.
	made := sql.EventDefinition{Name: "a", ExecuteEvery: "1 HOUR", Starts: read, CreatedAt: read, EventBody: "SELECT 1", Status: sql.EventStatus_Enable.String()}
	renamed := plan{read: read}
	renamed.update([]found{{fakeDatabase{}, made}}, read)
	renamed.due(read)
	made.Name = "b"
	renamed.update([]found{{fakeDatabase{}, made}}, read.Add(2*time.Second))
	if due := renamed.due(read.Add(2 * time.Second)); len(due) != 0 {
		t.Error("it runs again under another name")
	}
	// One that is made like another runs beside it.
	another := made
	another.Name = "c"
	renamed.update([]found{{fakeDatabase{}, made}, {fakeDatabase{}, another}}, read.Add(4*time.Second))
	if due := renamed.due(read.Add(4 * time.Second)); len(due) != 1 || due[0].definition.Name != "c" {
		t.Errorf("%d run beside one that is alike", len(due))
	}
	// One that is made of the body of another in the same second, which has run and is gone, runs too.
	once := sql.EventDefinition{Name: "a", HasExecuteAt: true, ExecuteAt: read, CreatedAt: read, EventBody: "SELECT 1", Status: sql.EventStatus_Enable.String()}
	alike := plan{read: read}
	alike.update([]found{{fakeDatabase{}, once}}, read)
	if due := alike.due(read); len(due) != 1 {
		t.Fatalf("%d are due", len(due))
	}
	once.Name = "b"
	alike.update([]found{{fakeDatabase{}, once}}, read.Add(2*time.Second))
	if due := alike.due(read.Add(2 * time.Second)); len(due) != 1 {
		t.Error("what is made like one that is gone does not run")
	}
	// One that is made anew under its name runs, and one that gets another time.
	anew := plan{read: read}
	once.Name = "e"
	anew.update([]found{{fakeDatabase{}, once}}, read)
	anew.due(read)
	for i, change := range []func(at time.Time){
		func(at time.Time) { once.CreatedAt, once.LastAltered, once.ExecuteAt = at, at, at },
		func(at time.Time) { once.LastAltered, once.ExecuteAt = at, at },
	} {
		at := read.Add(time.Duration(10*(i+1)) * time.Second)
		change(at)
		over := anew.update([]found{{fakeDatabase{}, once}}, at.Add(300*time.Millisecond))
		if due := anew.due(at.Add(300 * time.Millisecond)); len(due) != 1 || len(over) != 0 {
			t.Errorf("change %d: %d are due, %d over", i, len(due), len(over))
		}
	}
	// At the first time that they are read none runs for the past.
	var p plan
	event := sql.EventDefinition{Name: "e", HasExecuteAt: true, ExecuteAt: read, CreatedAt: read, Status: sql.EventStatus_Enable.String()}
	if over := p.update([]found{{fakeDatabase{}, event}}, read.Add(time.Second)); len(over) != 1 {
		t.Errorf("%d are over", len(over))
	}
}
