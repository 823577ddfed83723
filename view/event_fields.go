package view

import "github.com/perfschema/perfschema/record"

// identityFields are the columns that begin every event table.
func identityFields[T any](of func(*T) *record.Event) []field[T] {
	return []field[T]{
		{Column{Name: "THREAD_ID", Type: bigintUnsigned, Comment: "Thread the event is of"},
			func(v *T) any { return of(v).ThreadID }},
		{Column{Name: "EVENT_ID", Type: bigintUnsigned, Comment: "Number of the event in its thread"},
			func(v *T) any { return of(v).EventID }},
		{Column{Name: "END_EVENT_ID", Type: bigintUnsigned, Nullable: true, Comment: "Last event of the thread when this one ended; NULL while it runs"},
			func(v *T) any {
				if of(v).Running {
					return nil
				}
				return of(v).EndEventID
			}},
		{Column{Name: "EVENT_NAME", Type: eventName, Comment: "Instrument, as in setup_instruments"},
			func(v *T) any { return of(v).EventName }},
	}
}

// timeFields are where the event was begun and when. An event that is not
// timed has all three times NULL; one whose class turned out untimed only
// later has a start, no end, and a wait of 0, as in MySQL.
func timeFields[T any](of func(*T) *record.Event) []field[T] {
	return []field[T]{
		{Column{Name: "SOURCE", Type: identifier, Nullable: true, Comment: "File and line that began the event"},
			func(v *T) any { return text(of(v).Source().String()) }},
		{Column{Name: "TIMER_START", Type: bigintUnsigned, Nullable: true, Comment: "Begin, in picoseconds; NULL if not timed"},
			func(v *T) any { return unless(!of(v).Timed, of(v).TimerStart) }},
		{Column{Name: "TIMER_END", Type: bigintUnsigned, Nullable: true, Comment: "End, in picoseconds; now while the event runs"},
			func(v *T) any { return unless(!of(v).EndTimed, of(v).TimerEnd) }},
		{Column{Name: "TIMER_WAIT", Type: bigintUnsigned, Nullable: true, Comment: "Duration, in picoseconds; so far while the event runs"},
			func(v *T) any { return unless(!of(v).Timed, of(v).TimerWait) }},
	}
}

// nestingFields are the event this one is part of.
func nestingFields[T any](of func(*T) *record.Event) []field[T] {
	return []field[T]{
		{Column{Name: "NESTING_EVENT_ID", Type: bigintUnsigned, Nullable: true, Comment: "Event this one is part of"},
			func(v *T) any { return unless(of(v).NestingType == record.EventNone, of(v).NestingEventID) }},
		{Column{Name: "NESTING_EVENT_TYPE", Type: eventTypeEnum, Nullable: true, Comment: "Kind of that event"},
			func(v *T) any { return text(of(v).NestingType.String()) }},
	}
}
