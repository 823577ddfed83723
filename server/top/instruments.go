package top

import (
	"context"
	"math"
	"strings"
	"time"

	"github.com/perfschema/perfschema/view"
)

// The counts of instrumentsPage: events, and the CPU time that one has cost, in
// picoseconds, with twice its standard error.
const (
	instrumentEvents = iota
	eventCost
	eventCostError
)

// The labels of instrumentsPage.
const (
	instrumentName = iota
	instrumentEnabled
	instrumentTimed
	instrumentDocumentation
)

var instrumentsPage = page{
	name: "instruments", title: "Instruments", short: "Instr", what: " and what they cost",
	table:  "setup_instruments",
	labels: []string{"NAME", "ENABLED", "TIMED", "DOCUMENTATION"},
	counts: []string{"events", "cost", "error"},
	figures: []figure{
		{column{"core", "share_of_a_core", 8, true, 0}, func(c *change) cell { return costCell(c, c.eventRate()/1e12, showPercent) }},
		{column{"events/s", "events_per_second", 9, true, 0}, func(c *change) cell { return numberCell(c.eventRate(), digits) }},
		{column{"one event", "cpu_seconds_per_event", 9, true, 1}, func(c *change) cell {
			out := costCell(c, 1, showTime)
			if out.value != nil {
				out.value = c.counts[eventCost] / 1e12
			}
			return out
		}},
		{column{"error", "cpu_seconds_per_event_error", jsonOnly, true, 0}, func(c *change) cell { return timeCell(c.counts[eventCostError]) }},
		{column{"enabled", "enabled", 7, false, 0}, instrumentLabel(instrumentEnabled)},
		{column{"timed", "timed", 5, false, 2}, instrumentLabel(instrumentTimed)},
		{column{"what it measures", "documentation", 50, false, 9}, instrumentLabel(instrumentDocumentation)},
		{column{"instrument", "instrument", 0, false, 0}, label(instrumentName)},
	},
	sums: []int{instrumentEvents}, all: true,
}

// instrumentLabel is a label that is "" where the server does not tell it.
func instrumentLabel(i int) func(*change) cell {
	return func(c *change) cell {
		if c.labels[i] == "" {
			return cell{text: unknown}
		}
		return textCell(c.labels[i])
	}
}

// eventRate is how often an instrument counts. One that is off counts nothing: how often
// it would is not known.
func (c *change) eventRate() float64 {
	if c.labels[instrumentEnabled] != "YES" && c.delta[instrumentEvents] == 0 {
		return math.NaN()
	}
	return c.rate(instrumentEvents)
}

// costCell is what a number of events costs. A cost that may be nothing, so few are the
// samples, is shown as the most that it may be.
func costCell(c *change, events float64, show func(float64) string) cell {
	out := numberCell(c.counts[eventCost]*events, show)
	if off := c.counts[eventCostError] * events; out.value != nil && off >= c.counts[eventCost]*events && off > 0 {
		if out.text = show(c.counts[eventCost]*events + off); !strings.HasPrefix(out.text, "<") {
			out.text = "≤" + out.text
		}
	}
	return out
}

// eventTables are where instruments count, by how their names begin.
var eventTables = []struct{ prefix, table, count string }{
	{"wait/", "events_waits_summary_global_by_event_name", "COUNT_STAR"},
	{"stage/", "events_stages_summary_global_by_event_name", "COUNT_STAR"},
	{"statement/", "events_statements_summary_global_by_event_name", "COUNT_STAR"},
	{"transaction", "events_transactions_summary_global_by_event_name", "COUNT_STAR"},
	{"memory/", "memory_summary_global_by_event_name", "COUNT_ALLOC + COUNT_FREE"},
}

// pricesFor is for how long what events cost is not read anew.
const pricesFor = 5 * time.Second

// price is what one event of a feature has cost, in picoseconds, and twice its standard
// error.
type price struct{ cost, off float64 }

// readInstruments reads what is measured, how often it counts and what an event costs.
func (s *server) readInstruments(ctx context.Context, before *reading, r *reading) error {
	events := make(map[string]float64)
	readable := make(map[string]bool) // prefixes
	for _, t := range eventTables {
		if !s.has(t.table) {
			continue
		}
		err := s.each(ctx, "SELECT EVENT_NAME, "+t.count+" FROM performance_schema."+t.table+" WHERE "+t.count+" > 0", nil, 2, func(v []value) { events[v[0].text()] = v[1].number() })
		switch {
		case err == nil:
			readable[t.prefix] = true
		case ignoreDenied(err) != nil:
			return err
		}
	}
	if before != nil && time.Since(before.pricedAt) < pricesFor {
		r.prices, r.pricedAt, r.notes = before.prices, before.pricedAt, before.notes
	} else if err := s.readPrices(ctx, events, r); err != nil {
		return err
	}
	documentation := "NULL"
	if before == nil && s.hasColumn("setup_instruments", "DOCUMENTATION") {
		documentation = "DOCUMENTATION" // which never changes
	}
	r.counted = make(map[string]*counted)
	return s.each(ctx, "SELECT NAME, ENABLED, TIMED, "+documentation+" FROM performance_schema.setup_instruments", nil, 4, func(v []value) {
		c := &counted{labels: []string{v[0].text(), v[1].text(), v[2].text(), v[3].text()}, counts: []float64{math.NaN(), math.NaN(), math.NaN()}}
		name := c.labels[instrumentName]
		if before != nil && before.counted[name] != nil {
			c.labels[instrumentDocumentation] = before.counted[name].labels[instrumentDocumentation]
		}
		for _, t := range eventTables {
			if readable[t.prefix] && !view.Computed(name) && (strings.HasPrefix(name, t.prefix) || name == "idle" && t.prefix == "wait/") {
				c.counts[instrumentEvents] = events[name]
			}
		}
		if p, known := r.prices[view.FeatureOf(name)]; known {
			c.counts[eventCost], c.counts[eventCostError] = p.cost, p.off
		}
		r.counted[name] = c
	})
}

// readPrices divides the CPU time of each feature by the events of all its instruments.
func (s *server) readPrices(ctx context.Context, events map[string]float64, r *reading) error {
	r.pricedAt = time.Now()
	const lacking = "What an instrument costs is not to be had: this server has no profiling.overhead, or this account may not read it. How often it counts is shown."
	if !s.has("profiling.overhead") {
		r.notes = []string{lacking}
		return nil
	}
	by := make(map[string]float64)
	for name, n := range events {
		by[view.FeatureOf(name)] += n
	}
	r.prices = make(map[string]price)
	err := s.each(ctx, "SELECT FEATURE, CPU_TIME, CPU_TIME_ERROR FROM profiling.overhead WHERE CPU_TIME IS NOT NULL", nil, 3, func(v []value) {
		if n := by[v[0].text()]; n > 0 {
			r.prices[v[0].text()] = price{v[1].number() * 1e9 / n, 2 * v[2].number() * 1e9 / n}
		}
	})
	if err != nil {
		r.notes = []string{lacking}
		return ignoreDenied(err)
	}
	r.notes = []string{"What an event costs is the CPU time that profiling.overhead has sampled of instruments of its kind, by the events that they have counted, both since the start; ≤ is the most it may be, of few samples. Of what is off it is not known how often it would count."}
	if len(r.prices) == 0 {
		r.notes = []string{"What an event costs is not known yet: profiling.overhead samples a second of CPU time in ten."}
	}
	return nil
}
