package schedule

import (
	"testing"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
)

func at(s string) time.Time {
	t, err := time.Parse("2006-01-02 15:04:05", s)
	if err != nil {
		panic(err)
	}
	return t
}

func TestOccurrence(t *testing.T) {
	once := sql.EventDefinition{HasExecuteAt: true, ExecuteAt: at("2026-03-01 12:00:00")}
	every := func(interval, starts string) sql.EventDefinition {
		return sql.EventDefinition{ExecuteEvery: interval, Starts: at(starts)}
	}
	until := func(e sql.EventDefinition, ends string) sql.EventDefinition {
		e.HasEnds, e.Ends = true, at(ends)
		return e
	}
	for _, c := range []struct {
		name  string
		event sql.EventDefinition
		from  string
		want  string // empty: it is over
	}{
		{"once, before", once, "2026-02-01 00:00:00", "2026-03-01 12:00:00"},
		{"once, at its time", once, "2026-03-01 12:00:00", "2026-03-01 12:00:00"},
		{"once, after", once, "2026-03-01 12:00:01", ""},
		{"before it starts", every("1 HOUR", "2026-01-01 00:00:00"), "2025-12-31 23:59:59", "2026-01-01 00:00:00"},
		{"at its start", every("1 HOUR", "2026-01-01 00:00:00"), "2026-01-01 00:00:00", "2026-01-01 00:00:00"},
		{"a second later", every("1 HOUR", "2026-01-01 00:00:00"), "2026-01-01 00:00:01", "2026-01-01 01:00:00"},
		{"at a later time", every("1 HOUR", "2026-01-01 00:00:00"), "2026-01-05 07:00:00", "2026-01-05 07:00:00"},
		{"of two units", every("'1:30' MINUTE_SECOND", "2026-01-01 00:00:00"), "2026-01-01 00:01:31", "2026-01-01 00:03:00"},
		{"days", every("2 DAY", "2026-01-01 06:00:00"), "2026-01-02 06:00:00", "2026-01-03 06:00:00"},
		{"months", every("1 MONTH", "2026-01-15 00:00:00"), "2026-02-16 00:00:00", "2026-03-15 00:00:00"},
		{"months, at the time", every("1 MONTH", "2026-01-15 00:00:00"), "2026-03-15 00:00:00", "2026-03-15 00:00:00"},
		{"a month without the day", every("1 MONTH", "2026-01-31 00:00:00"), "2026-02-01 00:00:00", "2026-02-28 00:00:00"},
		{"the day after it", every("1 MONTH", "2026-01-31 00:00:00"), "2026-03-01 00:00:00", "2026-03-31 00:00:00"},
		{"a leap day", every("1 YEAR", "2024-02-29 00:00:00"), "2025-01-01 00:00:00", "2025-02-28 00:00:00"},
		{"years later", every("5 MONTH", "2000-01-31 12:00:00"), "2026-11-26 00:00:00", "2027-02-28 12:00:00"},
		{"before its end", until(every("1 HOUR", "2026-01-01 00:00:00"), "2026-01-01 02:00:00"), "2026-01-01 01:30:00", "2026-01-01 02:00:00"},
		{"after its end", until(every("1 HOUR", "2026-01-01 00:00:00"), "2026-01-01 01:59:59"), "2026-01-01 01:30:00", ""},
		{"an interval of nothing", every("0 SECOND", "2026-01-01 00:00:00"), "2026-01-01 00:00:01", ""},
		{"what is no interval", every("often", "2026-01-01 00:00:00"), "2026-01-01 00:00:01", ""},
	} {
		got, ok := occurrence(&c.event, at(c.from))
		if ok != (c.want != "") || ok && !got.Equal(at(c.want)) {
			t.Errorf("%s: from %s it is %v, %v; want %q", c.name, c.from, got, ok, c.want)
		}
	}
}
