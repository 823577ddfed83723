package web

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/perfschema/perfschema/view"
	summarytable "github.com/perfschema/perfschema/view/summary"
)

// Counts of instruments, read every few seconds while somebody looks; those of waits are
// waitSums.
var (
	stageCounts       = countsOf("events_stages_summary_global_by_event_name", "COUNT_STAR")
	statementCounts   = countsOf("events_statements_summary_global_by_event_name", "COUNT_STAR")
	transactionCounts = countsOf("events_transactions_summary_global_by_event_name", "COUNT_STAR")
	memoryCounts      = countsOf("memory_summary_global_by_event_name", "COUNT_ALLOC", "COUNT_FREE").readFrom(summarytable.CountedMemory())
)

// waitsSinceStart are counts of waits that no TRUNCATE resets, as those of memory are.
var waitsSinceStart = countsOf("events_waits_summary_global_by_event_name", "COUNT_STAR").readFrom(sinceStartOf("events_waits_summary_global_by_event_name"))

func sinceStartOf(name string) *view.Table {
	tables := summarytable.SinceStart()
	return tables[slices.IndexFunc(tables, func(t *view.Table) bool { return t.Name == name })]
}

// instrumentCounts have what all instruments count.
var instrumentCounts = []*listing{waitSums, stageCounts, statementCounts, transactionCounts, memoryCounts}

func countsOf(table string, columns ...string) *listing {
	l := &listing{table: table, by: columns[0], columns: []shown{word("EVENT_NAME", "instrument")}, keep: nonZero}
	for _, c := range columns {
		l.columns = append(l.columns, count(c, strings.ToLower(c)))
	}
	return l
}

// readFrom has another table read that has the same columns.
func (l *listing) readFrom(t *view.Table) *listing {
	l.from = t
	return l
}

// events are the counts of a row of instrumentCounts.
func (l *listing) events(r view.Row) (n uint64) {
	for i, c := range l.columns {
		if strings.HasPrefix(c.of, "COUNT_") {
			n += number(r[i])
		}
	}
	return n
}

// pace is how often an instrument counted of late.
type pace struct {
	events uint64
	active time.Duration // of the steps in which it counted
}

// paces are those of all instruments, over the time that is known.
func (c *counters) paces(tables []*listing) (by map[string]pace, known time.Duration) {
	by = make(map[string]pace)
	for _, s := range c.observe() {
		d := s.to.Sub(s.from)
		known += d
		for i, l := range c.tables {
			for k, r := range s.tables[i] {
				for _, t := range tables {
					if t == l && k != "" {
						x := by[str(r[0])]
						x.events += l.events(r)
						x.active += d
						by[str(r[0])] = x
					}
				}
			}
		}
	}
	return by, known
}

// price is what one event of a feature has cost, in nanoseconds of CPU: twice the standard
// error of sampling is how far it may be off.
type price struct {
	ns, err float64
	known   bool
}

// prices are those of all features: the CPU time that was sampled of each since the start,
// by the events that its instruments counted meanwhile.
func (p *Pages) prices() map[string]price {
	if p.options.Overhead == nil {
		return nil
	}
	events := make(map[string]uint64)
	for _, l := range []*listing{waitsSinceStart, stageCounts, statementCounts, transactionCounts, memoryCounts} {
		for _, r := range l.rows(p) {
			events[view.FeatureOf(str(r[0]))] += l.events(r)
		}
	}
	out := make(map[string]price)
	for _, c := range p.options.Overhead.Costs() {
		n := events[c.Feature]
		share, standardError, ok := c.Share()
		if !ok || c.CPU == 0 || n == 0 {
			continue
		}
		each := float64(c.CPU) / float64(n)
		out[c.Feature] = price{share * each, 2 * standardError * each, true}
	}
	return out
}

// cost is what an instrument costs, or would.
type cost struct {
	price
	perSecond float64 // NaN: not known
	asOf      string  // what perSecond is from
	computed  bool    // it has no events: see [view.Computed]
}

// costs are those of instruments.
type costs struct {
	prices map[string]price
	paces  map[string]pace
	known  time.Duration
}

func (p *Pages) costs() *costs {
	c := &costs{prices: p.prices()}
	c.paces, c.known = p.sums.paces(instrumentCounts)
	return c
}

// of is what an instrument costs. What is off counts nothing: what is known of it is from
// when it was on.
func (c *costs) of(name string, on bool) cost {
	out := cost{price: c.prices[view.FeatureOf(name)], perSecond: math.NaN(), computed: view.Computed(name)}
	x, counted := c.paces[name]
	switch {
	case on && c.known > 0:
		out.perSecond, out.asOf = float64(x.events)/c.known.Seconds(), "in the last "+words(c.known.Round(time.Second))
	case counted && x.active > 0:
		out.perSecond, out.asOf = float64(x.events)/x.active.Seconds(), "in the "+words(x.active.Round(time.Second))+" in which it counted of late"
	}
	return out
}

// priceCell is what one event costs.
func (c cost) priceCell(name string) cell {
	if c.computed {
		return cell{Text: "none", Note: "it is computed when somebody reads it"}
	}
	if !c.known {
		return textCell(expectedCost(name))
	}
	return cell{Text: within(c.ns, c.err, nanoseconds), Value: c.ns}
}

// paceCell is how often it counts.
func (c cost) paceCell() cell {
	if math.IsNaN(c.perSecond) {
		return cell{Text: "not known"}
	}
	return cell{Text: digits(c.perSecond) + "/s", Value: c.perSecond, Note: c.asOf}
}

// costCell is both together, as a share of one core.
func (c cost) costCell() cell {
	if c.computed {
		return cell{Text: "none", Value: 0.0}
	}
	if !c.known {
		return cell{Text: "not known"}
	}
	if math.IsNaN(c.perSecond) {
		const often = 1000
		return cell{Text: within(often*c.ns/1e9, often*c.err/1e9, showPercent) + fmt.Sprintf(" for each %s events a second", showCount(often))}
	}
	share, off := c.perSecond*c.ns/1e9, c.perSecond*c.err/1e9
	return cell{Text: within(share, off, showPercent), Value: share}
}

// within is a value and how far it may be off; of one that may be nothing the most.
func within(v, off float64, show func(float64) string) string {
	if off >= v && off > 0 {
		return "at most " + show(v+off)
	}
	if off == 0 {
		return show(v)
	}
	return show(v) + " ± " + show(off)
}

// nanoseconds is a time that may be less than one.
func nanoseconds(ns float64) string { return showTime(uint64(max(ns, 0) * 1000)) }

const costNote = "What one event costs is measured on this server: the CPU time that profiling.overhead has sampled of a kind of instruments, by the events that they have counted, both since the start. " +
	"It has what those of them cost that are off, so of few that are on it is too high; the error is twice the standard error of sampling. " +
	"How often an instrument counts is known while it is on, and for some minutes after; of one that was not on of late it cannot be told before it has been on for a moment. " +
	"TRUNCATE of profiling.overhead, or of the summaries of stages, statements and transactions, makes the price of an event wrong for as long as the server has run until then."

const sqlCost = `SELECT FEATURE, CPU_TIME, CPU_TIME_ERROR FROM profiling.overhead;
SELECT EVENT_NAME, COUNT_STAR FROM performance_schema.events_waits_summary_global_by_event_name WHERE COUNT_STAR > 0;
-- The same of stages, statements, transactions and memory, but for what is computed when it is read, which has no events: memory/go/%, memory/os/%, memory/performance_schema/% and caches. Calls per second are the difference of two readings.`
