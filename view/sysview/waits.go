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

// waited says whether an instrument is one that the views of waits tell of: idle is none.
func waited(c *perfschema.Class, t *record.TimerStat) bool {
	return c.Name() != "idle" && t.Sum > 0
}

// waitViews are the views of waits by host, user and instrument.
func waitViews() []*view.Table {
	var tables []*view.Table
	for _, g := range groupings {
		event := groupEvent
		event.name = "event"
		tables = append(tables, twins(sysView{name: "waits_by_" + g.column + "_by_latency", comment: "Waits by " + g.column + " and instrument", reads: g.reads("events_waits_summary")},
			append([]sysField[groupOf]{g.key(), event}, waitFields()...),
			inOrder(func(r view.Reader) []groupOf { return timed(r, g, waitSource, waited) }, byGroupAndTime))...)
	}
	event := groupEvent
	event.name = "events"
	tables = append(tables, twins(sysView{name: "waits_global_by_latency", comment: "Waits by instrument", reads: []string{"events_waits_summary_global_by_event_name"}},
		append([]sysField[groupOf]{event}, waitFields()...), inOrder(allWaits, byTime))...)
	for _, by := range []struct {
		name, comment string
		compare       func(a, b *groupOf) int
	}{
		{"wait_classes_global_by_latency", "Waits by class, those that took longest together first", byTime},
		{"wait_classes_global_by_avg_latency", "Waits by class, those that take longest first", func(a, b *groupOf) int { return cmp.Compare(b.timer.Avg(), a.timer.Avg()) }},
	} {
		tables = append(tables, twins(sysView{name: by.name, comment: by.comment, reads: []string{"events_waits_summary_global_by_event_name"}},
			[]sysField[groupOf]{
				{"event_class", field.EventName, asIs, func(v *groupOf) any { return v.name }},
				{"total", sumType, asIs, func(v *groupOf) any { return v.timer.Count }},
				{"total_latency", sumType, latency, func(v *groupOf) any { return v.timer.Sum }},
				{"min_latency", field.BigintUnsigned, latency, func(v *groupOf) any { return v.timer.Min }},
				{"avg_latency", "decimal(46,4)" + notNull, latency, func(v *groupOf) any { return quotientOr0(v.timer.Sum, v.timer.Count, 4) }},
				{"max_latency", field.BigintUnsigned, latency, func(v *groupOf) any { return v.timer.Max }},
			}, inOrder(waitsByClass, by.compare))...)
	}
	return tables
}

func waitFields() []sysField[groupOf] {
	return []sysField[groupOf]{
		groupTimer("total", asIs, timerCount), groupTimer("total_latency", latency, timerTotal),
		groupTimer("avg_latency", latency, timerAvg), groupTimer("max_latency", latency, timerMax),
	}
}

// allWaits are the instruments that were waited for, anywhere.
func allWaits(r view.Reader) (out []groupOf) {
	waitSource.Each(r, record.Global, func(_ summary.GroupValues, c *perfschema.Class, t *record.TimerStat) {
		if waited(c, t) {
			out = append(out, groupOf{class: c, timer: *t})
		}
	})
	return out
}

// waitsByClass is allWaits by the first three parts of the instruments' names, such as
// wait/io/file.
func waitsByClass(r view.Reader) (out []groupOf) {
	at := make(map[string]int)
	for _, v := range allWaits(r) {
		parts := strings.SplitN(v.class.Name(), "/", 4)
		name := strings.Join(parts[:min(len(parts), 3)], "/")
		i, ok := at[name]
		if !ok {
			i = len(out)
			at[name] = i
			out = append(out, groupOf{name: name})
		}
		addTimer(&out[i].timer, &v.timer)
	}
	return out
}
