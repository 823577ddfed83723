package schedule

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"
)

// occurrence is the first time at or after another one that an event is to run; false if
// there is none any more, or its schedule cannot be read.
func occurrence(e *sql.EventDefinition, from time.Time) (time.Time, bool) {
	if e.HasExecuteAt {
		return e.ExecuteAt, !e.ExecuteAt.Before(from)
	}
	every, err := sql.EventOnScheduleEveryIntervalFromString(e.ExecuteEvery)
	if err != nil {
		return time.Time{}, false
	}
	months := 12*every.Years + every.Months
	step := time.Duration(every.Days*24+every.Hours)*time.Hour + time.Duration(every.Minutes)*time.Minute + time.Duration(every.Seconds)*time.Second
	var at time.Time
	switch {
	case !from.After(e.Starts):
		at = e.Starts
	case months > 0:
		// The number of steps is guessed too low, for months differ in length.
		k := max(int64(from.Sub(e.Starts)/(31*24*time.Hour+step))/months-1, 0)
		for at = e.Starts; at.Before(from); k++ {
			at = addMonths(e.Starts, k*months).Add(time.Duration(k) * step)
		}
	case step > 0:
		if at = e.Starts.Add(from.Sub(e.Starts).Truncate(step)); at.Before(from) {
			at = at.Add(step)
		}
	default:
		return time.Time{}, false
	}
	return at, !e.HasEnds || !at.After(e.Ends)
}

// addMonths is a time some months later: the same day, or the last that the month has.
func addMonths(t time.Time, months int64) time.Time {
	first := time.Date(t.Year(), t.Month()+time.Month(months), 1, t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), t.Location())
	return first.AddDate(0, 0, min(t.Day(), first.AddDate(0, 1, -1).Day())-1)
}
