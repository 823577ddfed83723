package sysview

import (
	"cmp"
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
	"github.com/perfschema/perfschema/view/summary"
)

// background is what views of sys call the user and the host of threads that have none.
const background = "background"

// timerSum adds up what several instruments have counted.
type timerSum = record.TimerStat

// The sources of what views of sys group by thread, user or host.
var (
	statementSource = summary.Family[record.StatementStat]{Kind: perfschema.KindStatement, Read: (*perfschema.Reader).StatementSummary}
	stageSource     = summary.Family[record.TimerStat]{Kind: perfschema.KindStage, Read: (*perfschema.Reader).StageSummary}
	waitSource      = summary.Family[record.TimerStat]{Classes: (*perfschema.Reader).WaitClasses, Read: (*perfschema.Reader).WaitSummary}
	memorySource    = summary.Family[record.MemoryStat]{Kind: perfschema.KindMemory, Read: (*perfschema.Reader).MemorySummary}
)

// fileIO says whether an instrument is of files.
func fileIO(eventName string) bool { return strings.HasPrefix(eventName, "wait/io/file/") }

// grouping is one of the two ways that the same views group connections by.
type grouping struct {
	by          record.Grouping
	prefix      string // of the views' names
	column, typ string
	of          func(summary.GroupValues) any
	other       string // what unique others are called
	table       string // how the tables that are read name it
	latency     string // how one view names a total latency
	avgNull     string // whether an average may be NULL
	maxType     string // of the longest statement of a group
	ofAccount   func(record.AccountInfo) (own, other string, noOwn, noOther bool)
}

var groupings = []grouping{
	{
		by: record.ByHost, prefix: "host_summary", column: "host", typ: "varchar(255)", of: func(g summary.GroupValues) any { return g.Host },
		other: "unique_users", table: "host", latency: "total_latency", maxType: field.BigintUnsigned,
		ofAccount: func(a record.AccountInfo) (string, string, bool, bool) {
			return a.Host, a.User, a.HostNull, a.UserNull
		},
	},
	{
		by: record.ByUser, prefix: "user_summary", column: "user", typ: "varchar(32)", of: func(g summary.GroupValues) any { return g.User },
		other: "unique_hosts", table: "user", latency: "latency", avgNull: notNull, maxType: "decimal(42,0)",
		ofAccount: func(a record.AccountInfo) (string, string, bool, bool) {
			return a.User, a.Host, a.UserNull, a.HostNull
		},
	},
}

// name is a group's name in a view.
func (g grouping) name(of summary.GroupValues) string {
	if s, ok := g.of(of).(string); ok {
		return s
	}
	return background
}

// groupOf is what a row of a view of users or hosts tells of: a group, and perhaps an
// instrument of it.
type groupOf struct {
	name       string
	class      *perfschema.Class
	timer      timerSum
	statements record.StatementStat
}

// groupKey is the column that names the group.
func groupKey[T any](g grouping, name func(*T) string) sysField[T] {
	return sysField[T]{g.column, g.typ, asIs, func(v *T) any { return name(v) }}
}

func (v *groupOf) scans() uint64 {
	return v.statements.Counters.NoIndexUsed + v.statements.Counters.NoGoodIndexUsed
}

func (g grouping) key() sysField[groupOf] {
	return groupKey(g, func(v *groupOf) string { return v.name })
}

// reads are the tables that a view is of, by this group.
func (g grouping) reads(families ...string) (out []string) {
	for _, f := range families {
		out = append(out, f+"_by_"+g.table+"_by_event_name")
	}
	return out
}

const (
	sumType  = "decimal(42,0)"
	scanType = "decimal(43,0)"
)

// timed lists the groups' instruments that have taken time, group by group, the longest
// first.
func timed(r view.Reader, g grouping, source summary.Family[record.TimerStat], keep func(*perfschema.Class, *record.TimerStat) bool) (out []groupOf) {
	source.Each(r, g.by, func(of summary.GroupValues, c *perfschema.Class, t *record.TimerStat) {
		if keep(c, t) {
			out = append(out, groupOf{name: g.name(of), class: c, timer: *t})
		}
	})
	return out
}

func byGroupAndTime(a, b *groupOf) int {
	return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(b.timer.Sum, a.timer.Sum))
}

func byTime(a, b *groupOf) int { return cmp.Compare(b.timer.Sum, a.timer.Sum) }

// groupTimer is a figure of a timer, of type bigint unsigned.
func groupTimer(name string, as form, of func(record.TimerStat) uint64) sysField[groupOf] {
	return sysField[groupOf]{name, field.BigintUnsigned + notNull, as, func(v *groupOf) any { return of(v.timer) }}
}

func timerCount(t record.TimerStat) uint64 { return t.Count }
func timerTotal(t record.TimerStat) uint64 { return t.Sum }
func timerMax(t record.TimerStat) uint64   { return t.Max }
func timerAvg(t record.TimerStat) uint64   { return t.Avg() }

var groupEvent = sysField[groupOf]{"event_name", field.EventName + notNull, asIs, func(v *groupOf) any { return v.class.Name() }}

// groupViews are the views of one grouping.
func (g grouping) views() []*view.Table {
	hasTime := func(t *record.TimerStat) bool { return t.Sum > 0 }
	tables := twins(sysView{name: g.prefix + "_by_file_io", comment: "File I/O by " + g.column, reads: g.reads("events_waits_summary")},
		[]sysField[groupOf]{g.key(),
			{"ios", sumType, asIs, func(v *groupOf) any { return v.timer.Count }},
			{"io_latency", sumType, latency, func(v *groupOf) any { return v.timer.Sum }},
		}, inOrder(g.fileIO, byTime))
	tables = append(tables, twins(sysView{name: g.prefix + "_by_file_io_type", comment: "File I/O by " + g.column + " and instrument", reads: g.reads("events_waits_summary")},
		[]sysField[groupOf]{g.key(), groupEvent, groupTimer("total", asIs, timerCount), groupTimer(g.latency, latency, timerTotal), groupTimer("max_latency", latency, timerMax)},
		inOrder(func(r view.Reader) []groupOf {
			return timed(r, g, waitSource, func(c *perfschema.Class, t *record.TimerStat) bool { return t.Count > 0 && fileIO(c.Name()) })
		}, byGroupAndTime))...)
	tables = append(tables, twins(sysView{name: g.prefix + "_by_stages", comment: "Stages by " + g.column + " and instrument; none while the instruments of stages are off", reads: g.reads("events_stages_summary")},
		[]sysField[groupOf]{g.key(), groupEvent, groupTimer("total", asIs, timerCount), groupTimer("total_latency", latency, timerTotal), groupTimer("avg_latency", latency, timerAvg)},
		inOrder(func(r view.Reader) []groupOf {
			return timed(r, g, stageSource, func(_ *perfschema.Class, t *record.TimerStat) bool { return hasTime(t) })
		}, byGroupAndTime))...)
	return append(append(tables, g.statements()...), g.summary()...)
}

// fileIO is the file I/O of each group.
func (g grouping) fileIO(r view.Reader) (out []groupOf) {
	waitSource.Each(r, g.by, func(of summary.GroupValues, c *perfschema.Class, t *record.TimerStat) {
		if !fileIO(c.Name()) {
			return
		}
		if name := g.name(of); len(out) == 0 || out[len(out)-1].name != name {
			out = append(out, groupOf{name: name})
		}
		addTimer(&out[len(out)-1].timer, t)
	})
	return out
}
