package sysview

import (
	"strconv"
	"time"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view/internal/field"
)

// A digest by the columns of events_statements_summary_by_digest: numbers that add up, and
// those that are of one statement.

var digestSums = map[string]func(*record.DigestSummary) *uint64{
	"COUNT_STAR":                  func(d *record.DigestSummary) *uint64 { return &d.Stat.Timer.Count },
	"SUM_TIMER_WAIT":              func(d *record.DigestSummary) *uint64 { return &d.Stat.Timer.Sum },
	"SUM_LOCK_TIME":               func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.LockTime },
	"SUM_ERRORS":                  func(d *record.DigestSummary) *uint64 { return &d.Stat.Errors },
	"SUM_WARNINGS":                func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.Warnings },
	"SUM_ROWS_AFFECTED":           func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.RowsAffected },
	"SUM_ROWS_SENT":               func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.RowsSent },
	"SUM_ROWS_EXAMINED":           func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.RowsExamined },
	"SUM_CREATED_TMP_DISK_TABLES": func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.CreatedTmpDiskTables },
	"SUM_CREATED_TMP_TABLES":      func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.CreatedTmpTables },
	"SUM_SELECT_FULL_JOIN":        func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.SelectFullJoin },
	"SUM_SELECT_FULL_RANGE_JOIN":  func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.SelectFullRangeJoin },
	"SUM_SELECT_RANGE":            func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.SelectRange },
	"SUM_SELECT_RANGE_CHECK":      func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.SelectRangeCheck },
	"SUM_SELECT_SCAN":             func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.SelectScan },
	"SUM_SORT_MERGE_PASSES":       func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.SortMergePasses },
	"SUM_SORT_RANGE":              func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.SortRange },
	"SUM_SORT_ROWS":               func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.SortRows },
	"SUM_SORT_SCAN":               func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.SortScan },
	"SUM_NO_INDEX_USED":           func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.NoIndexUsed },
	"SUM_NO_GOOD_INDEX_USED":      func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.NoGoodIndexUsed },
	"SUM_CPU_TIME":                func(d *record.DigestSummary) *uint64 { return &d.Stat.Counters.CPUTime },
}

var digestMarks = map[string]func(*record.DigestSummary) *uint64{
	"MIN_TIMER_WAIT":          func(d *record.DigestSummary) *uint64 { return &d.Stat.Timer.Min },
	"MAX_TIMER_WAIT":          func(d *record.DigestSummary) *uint64 { return &d.Stat.Timer.Max },
	"MAX_CONTROLLED_MEMORY":   func(d *record.DigestSummary) *uint64 { return &d.Stat.MaxControlledMemory },
	"MAX_TOTAL_MEMORY":        func(d *record.DigestSummary) *uint64 { return &d.Stat.MaxTotalMemory },
	"QUERY_SAMPLE_TIMER_WAIT": func(d *record.DigestSummary) *uint64 { return &d.SampleWait },
}

func digestText(d *record.DigestSummary, column string) *string {
	switch column {
	case "SCHEMA_NAME":
		return &d.Schema
	case "DIGEST":
		return &d.DigestHex
	case "DIGEST_TEXT":
		return &d.DigestText
	case "QUERY_SAMPLE_TEXT":
		return &d.SampleText
	}
	return nil
}

func digestTime(d *record.DigestSummary, column string) *time.Time {
	switch column {
	case "FIRST_SEEN":
		return &d.FirstSeen
	case "LAST_SEEN":
		return &d.LastSeen
	case "QUERY_SAMPLE_SEEN":
		return &d.SampleSeen
	}
	return nil
}

func digestNumber(d *record.DigestSummary, column string) *uint64 {
	if of := digestSums[column]; of != nil {
		return of(d)
	}
	if of := digestMarks[column]; of != nil {
		return of(d)
	}
	return nil
}

// SetDigest sets a normalized statement's column of events_statements_summary_by_digest, of
// which "" is NULL. Columns that follow from others, and the quantiles, it leaves.
func SetDigest(d *record.DigestSummary, column, value string) {
	if s := digestText(d, column); s != nil {
		*s = value
	} else if n := digestNumber(d, column); n != nil {
		*n, _ = strconv.ParseUint(value, 10, 64)
	}
}

// SetDigestTime is SetDigest of a time.
func SetDigestTime(d *record.DigestSummary, column string, at time.Time) {
	if t := digestTime(d, column); t != nil {
		*t = at
	}
}

// DigestValue is the value of a column, but for the quantiles, which are of a histogram that
// is not there; nil for NULL.
func DigestValue(d *record.DigestSummary, column string) any {
	if s := digestText(d, column); s != nil {
		return field.Text(*s)
	}
	if n := digestNumber(d, column); n != nil {
		return *n
	}
	if t := digestTime(d, column); t != nil {
		return *t
	}
	if column == "AVG_TIMER_WAIT" {
		return d.Stat.Timer.Avg()
	}
	return uint64(0) // COUNT_SECONDARY: there is no second engine
}

// DigestsSince is what normalized statements have done since before: those that ran since.
// What is of one statement, such as the longest time, is as it is now.
func DigestsSince(now, before []record.DigestSummary) []record.DigestSummary {
	type key struct{ schema, digest string }
	were := make(map[key]*record.DigestSummary, len(before))
	for i := range before {
		were[key{before[i].Schema, before[i].DigestHex}] = &before[i]
	}
	out := []record.DigestSummary{}
	for _, d := range now {
		was := were[key{d.Schema, d.DigestHex}]
		if was != nil && was.Stat.Timer.Count > d.Stat.Timer.Count {
			was = nil // the table was truncated meanwhile
		}
		if was != nil {
			if was.Stat.Timer.Count == d.Stat.Timer.Count {
				continue
			}
			for _, of := range digestSums {
				*of(&d) -= min(*of(was), *of(&d))
			}
		}
		out = append(out, d)
	}
	return out
}
