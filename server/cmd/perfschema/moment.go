package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/server/export"
)

// parseMoment reads a time, or how long ago one was.
func parseMoment(v string, now time.Time) (time.Time, error) {
	if strings.EqualFold(v, "now") {
		return now, nil
	}
	if ago, err := time.ParseDuration(v); err == nil {
		return now.Add(-ago), nil
	}
	if ago, ok := parseAgo(v); ok {
		return now.Add(-ago), nil
	}
	if t, err := time.Parse("2006-01-02 15:04", v); err == nil {
		return t, nil
	}
	t, err := export.ParseTime(v)
	if err != nil {
		return t, fmt.Errorf("%q is neither a time, as '2018-03-02 14:44:02', nor so long ago, as 90m or '1 hour ago'", v)
	}
	return t, nil
}

// units are what "3 hours ago" counts; a day has 24 hours, a week 7 days.
var units = map[string]time.Duration{
	"second": time.Second, "minute": time.Minute, "hour": time.Hour, "day": 24 * time.Hour, "week": 7 * 24 * time.Hour,
}

// parseAgo reads such as "1 hour ago"; ok is false of anything else.
func parseAgo(v string) (ago time.Duration, ok bool) {
	words := strings.Fields(strings.ToLower(v))
	if len(words) != 3 || words[2] != "ago" {
		return 0, false
	}
	unit := units[strings.TrimSuffix(words[1], "s")]
	n, err := strconv.ParseUint(words[0], 10, 32)
	if err != nil || unit == 0 || n > uint64(100*365*24*time.Hour/unit) {
		return 0, false
	}
	return time.Duration(n) * unit, true //nolint:gosec // a hundred years at most
}

// parseSpan reads FROM..TO; an empty TO is now.
func parseSpan(v string, now time.Time) (s history.Span, err error) {
	from, to, ok := strings.Cut(v, "..")
	if !ok {
		return s, fmt.Errorf("%q is no span of time; want FROM..TO, as '2 hours ago..1 hour ago'", v)
	}
	if s.From, err = parseMoment(strings.TrimSpace(from), now); err != nil {
		return s, err
	}
	s.To = now
	if to = strings.TrimSpace(to); to != "" {
		if s.To, err = parseMoment(to, now); err != nil {
			return s, err
		}
	}
	if !s.From.Before(s.To) {
		return s, fmt.Errorf("%q ends before it begins", v)
	}
	return s, nil
}
