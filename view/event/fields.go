package event

import (
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// identityFields are the columns that begin every event table.
func identityFields[T any](of func(*T) *record.Event) []field.Field[T] {
	return []field.Field[T]{
		{Column: view.Column{Name: "THREAD_ID", Type: field.BigintUnsigned, Comment: "Thread the event is of"},
			Value: func(v *T) any { return of(v).ThreadID }},
		{Column: view.Column{Name: "EVENT_ID", Type: field.BigintUnsigned, Comment: "Number of the event in its thread"},
			Value: func(v *T) any { return of(v).EventID }},
		{Column: view.Column{Name: "END_EVENT_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Last event of the thread when this one ended; NULL while it runs"},
			Value: func(v *T) any {
				if of(v).Running {
					return nil
				}
				return of(v).EndEventID
			}},
		{Column: view.Column{Name: "EVENT_NAME", Type: field.EventName, Comment: "Instrument, as in setup_instruments"},
			Value: func(v *T) any { return of(v).EventName }},
	}
}

// timeFields are where the event was begun and when. An event that is not
// timed has all three times NULL; one whose class turned out untimed only
// later has a start, no end, and a wait of 0, as in MySQL.
func timeFields[T any](of func(*T) *record.Event) []field.Field[T] {
	return []field.Field[T]{
		{Column: view.Column{Name: "SOURCE", Type: field.Identifier, Nullable: true, Comment: "File and line that began the event"},
			Value: func(v *T) any { return field.Text(of(v).Source().String()) }},
		{Column: view.Column{Name: "TIMER_START", Type: field.BigintUnsigned, Nullable: true, Comment: "Begin, in picoseconds; NULL if not timed"},
			Value: func(v *T) any { return field.Unless(!of(v).Timed, of(v).TimerStart) }},
		{Column: view.Column{Name: "TIMER_END", Type: field.BigintUnsigned, Nullable: true, Comment: "End, in picoseconds; now while the event runs"},
			Value: func(v *T) any { return field.Unless(!of(v).EndTimed, of(v).TimerEnd) }},
		{Column: view.Column{Name: "TIMER_WAIT", Type: field.BigintUnsigned, Nullable: true, Comment: "Duration, in picoseconds; so far while the event runs"},
			Value: func(v *T) any { return field.Unless(!of(v).Timed, of(v).TimerWait) }},
	}
}

// nestingFields are the event this one is part of.
func nestingFields[T any](of func(*T) *record.Event) []field.Field[T] {
	return []field.Field[T]{
		{Column: view.Column{Name: "NESTING_EVENT_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Event this one is part of"},
			Value: func(v *T) any { return field.Unless(of(v).NestingType == record.EventNone, of(v).NestingEventID) }},
		{Column: view.Column{Name: "NESTING_EVENT_TYPE", Type: field.EventTypeEnum, Nullable: true, Comment: "Kind of that event"},
			Value: func(v *T) any { return field.Text(of(v).NestingType.String()) }},
	}
}
