package record

import "github.com/perfschema/perfschema/internal/callsite"

// EventType is the type of a nesting event.
type EventType uint8

// String is MySQL's NESTING_EVENT_TYPE, empty for none.
func (t EventType) String() string {
	return nameOf(t, "", "TRANSACTION", "STATEMENT", "STAGE", "WAIT")
}

// The event types; EventNone is NULL.
const (
	EventNone EventType = iota
	EventTransaction
	EventStatement
	EventStage
	EventWait
)

// Source is a place in the program's source; the zero value is unknown.
type Source = callsite.Frame

// Event is what all events have in common, as tables show it. Times are
// picoseconds since the Schema was made. A running event has TimerEnd = now
// and no EndEventID.
type Event struct {
	ThreadID, EventID, EndEventID uint64
	Running                       bool
	// EventName is the full name of the instrument.
	EventName string
	// Timed is false where TIMER_START, TIMER_END and TIMER_WAIT are NULL;
	// EndTimed is false where only TIMER_END is.
	Timed, EndTimed                 bool
	TimerStart, TimerEnd, TimerWait uint64
	NestingEventID                  uint64
	NestingType                     EventType

	// Site is where the event began; [Event.Source] resolves it.
	Site callsite.Site
}

// Source resolves where in the program's source the event began.
func (e *Event) Source() Source { return e.Site.Frame() }

// nameOf returns the name of a value, "" where there is none.
func nameOf[T ~uint8](v T, names ...string) string {
	if int(v) < len(names) {
		return names[v]
	}
	return ""
}

// StageEvent is a row of events_stages_*.
type StageEvent struct {
	Event
	// HasWork is false where WORK_COMPLETED and WORK_ESTIMATED are NULL.
	HasWork                      bool
	WorkCompleted, WorkEstimated uint64
}

// WaitEvent is a row of events_waits_*.
type WaitEvent struct {
	Event
	Operation string // as MySQL spells it
	// ObjectType, ObjectSchema, ObjectName and IndexName are empty for NULL.
	ObjectType, ObjectSchema, ObjectName, IndexName string
	// ObjectInstance is OBJECT_INSTANCE_BEGIN, 0 for NULL.
	ObjectInstance uint64
	// Bytes is NUMBER_OF_BYTES, NULL if HasBytes is false: bytes of files and
	// sockets, rows of tables.
	Bytes    int64
	HasBytes bool
}
