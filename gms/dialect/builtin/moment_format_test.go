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

// TestWithGaps: the digits of a part end where MySQL ends them, and what is no number stays.
func TestWithGaps(t *testing.T) {
	for _, test := range []struct{ text, format, want string }{
		{"20240209T101112", "%Y%m%dT%H%i%s", "2024 02 09T10 11 12"},
		{"101112123456", "%H%i%s%f", "10 11 12 123456"},
		{"2024-02-09 10:11:12", "%Y-%m-%d %H:%i:%s", "2024-02-09 10:11:12"},
		{"9022024", "%e%m%Y", "90 22 024"},
		{"10:11:123", "%T", "10:11:123"},
		{"Mon 10", "%W %d1", "Mon 10"},
		{"", "%Y", ""},
		{"20", "%", "20"},
	} {
		if got := withGaps(test.text, test.format); got != test.want {
			t.Errorf("%q by %q is %q, want %q", test.text, test.format, got, test.want)
		}
	}
}
