package view

import "github.com/perfschema/perfschema/record"

// timerRow is the columns of performance_timers.
func timerRow() []field[record.TimerInfo] {
	type timer = record.TimerInfo
	known := func(get func(*timer) int64) func(*timer) any {
		return func(t *timer) any {
			if !t.Known {
				return nil
			}
			return get(t)
		}
	}
	return []field[timer]{
		{Column{Name: "TIMER_NAME", Type: "enum('CYCLE','NANOSECOND','MICROSECOND','MILLISECOND','THREAD_CPU')",
			Comment: "Timer"},
			func(t *timer) any { return t.Name }},
		{Column{Name: "TIMER_FREQUENCY", Type: bigint, Nullable: true,
			Comment: "Units of the timer in a second"},
			known(func(t *timer) int64 { return t.Frequency })},
		{Column{Name: "TIMER_RESOLUTION", Type: bigint, Nullable: true,
			Comment: "Step the timer takes, in its units"},
			known(func(t *timer) int64 { return t.Resolution })},
		{Column{Name: "TIMER_OVERHEAD", Type: bigint, Nullable: true,
			Comment: "CPU cycles one reading takes"},
			known(func(t *timer) int64 { return t.Overhead })},
	}
}

// performanceTimers is the table of the timers events can be measured with.
// Frequency, resolution and overhead are NULL for a timer this machine lacks.
func performanceTimers() *Table {
	fields := timerRow()
	return &Table{
		Name:    "performance_timers",
		Comment: "The timers events can be measured with",
		Columns: columns(fields),
		Open:    opener(fields, listed(func(r Reader) []record.TimerInfo { return r.Schema.Read().Timers() })),
	}
}
