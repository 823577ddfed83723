package server

import (
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// timerRow is the columns of performance_timers.
func timerRow() []field.Field[record.TimerInfo] {
	type timer = record.TimerInfo
	known := func(get func(*timer) int64) func(*timer) any {
		return func(t *timer) any {
			if !t.Known {
				return nil
			}
			return get(t)
		}
	}
	return []field.Field[timer]{
		{Column: view.Column{Name: "TIMER_NAME", Type: "enum('CYCLE','NANOSECOND','MICROSECOND','MILLISECOND','THREAD_CPU')",
			Comment: "Timer"},
			Value: func(t *timer) any { return t.Name }},
		{Column: view.Column{Name: "TIMER_FREQUENCY", Type: field.Bigint, Nullable: true,
			Comment: "Units of the timer in a second"},
			Value: known(func(t *timer) int64 { return t.Frequency })},
		{Column: view.Column{Name: "TIMER_RESOLUTION", Type: field.Bigint, Nullable: true,
			Comment: "Step the timer takes, in its units"},
			Value: known(func(t *timer) int64 { return t.Resolution })},
		{Column: view.Column{Name: "TIMER_OVERHEAD", Type: field.Bigint, Nullable: true,
			Comment: "CPU cycles one reading takes"},
			Value: known(func(t *timer) int64 { return t.Overhead })},
	}
}

// performanceTimers is the table of the timers events can be measured with.
// Frequency, resolution and overhead are NULL for a timer this machine lacks.
func performanceTimers() *view.Table {
	fields := timerRow()
	return &view.Table{
		Name:    "performance_timers",
		Comment: "The timers events can be measured with",
		Columns: field.Columns(fields),
		Open:    field.Opener(fields, field.Listed(func(r view.Reader) []record.TimerInfo { return r.Schema.Read().Timers() })),
	}
}
