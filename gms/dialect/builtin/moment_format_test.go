package builtin

import (
	"testing"
	"time"
)

// What a format has read is a moment if it is a whole date, and a time within a day.
func TestReadsMoment(t *testing.T) {
	date := func(y, m, d int) time.Time { return time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC) }
	for _, test := range []struct {
		read         any
		text, format string
		want         bool
	}{
		{date(2020, 2, 29), "2020-02-29", "%Y-%m-%d", true},
		{date(2020, 3, 1), "2020-02-30", "%Y-%m-%d", false},
		{date(2020, 3, 1), "2020-03-01", "%Y-%m-%d", true},
		{date(2020, 3, 1), "1st March 2020", "%D %M %Y", true},
		{date(2019, 11, 30), "2020", "%Y", false},
		{date(-1, 12, 5), "5", "%e", false},
		{date(2020, 12, 31), "2020 366", "%Y %j", true},
		{date(2020, 1, 6), "2020 1 Monday", "%Y %u %W", true},
		{"23:59:59", "23:59:59", "%H:%i:%s", true},
		{"01:00:00", "25", "%H", false},
		{"11:10:00", "10:70", "%H:%i", false},
		{"13:00:00", "13 PM", "%h %p", false},
		{"12:00:00", "12 PM", "%h %p", true},
		{"00:00:00", "00", "%h", false},
		{"10:11:12", "10:11:12", "%T", true},
	} {
		if got := readsMoment(test.read, test.text, test.format); got != test.want {
			t.Errorf("%q by %q as %v: %v", test.text, test.format, test.read, got)
		}
	}
}
