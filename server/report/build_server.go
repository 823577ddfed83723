package report

import (
	"fmt"
	"time"
)

const moment = "2006-01-02 15:04:05"

// serverFacts are those of a running server: of all queries that have ended.
func (a *Analyzer) serverFacts() []Fact {
	w := a.workload
	ended := "have ended since the summary by digest began: all of them, where nothing else is said"
	if a.weighted() {
		ended += ". An estimate, as are their times: short ones were left out"
	}
	facts := []Fact{{"Queries", grouped(float64(w.queries)), ended}}
	if !w.from.IsZero() {
		span := w.to.Sub(w.from)
		facts = append(facts, Fact{"Period", showSpan(span), "from the end of the first to that of the last: " + w.from.UTC().Format(moment) + " to " + w.to.UTC().Format(moment) + " UTC"})
		if ms := float64(span) / float64(time.Millisecond); ms > 0 {
			facts = append(facts,
				Fact{"At a time", digits(w.duration.sum / 1000 / ms), "queries, in the mean: the sum of durations by that span"},
				Fact{"Cores used", digits(max(w.wall.cores-w.wall.queued, 0) / ms), "at a time, in the mean: those on which threads of queries ran"})
		}
	}
	facts = append(facts, Fact{"Time in queries", w.duration.show(unitMicroseconds), "sum of their durations, as measured"},
		Fact{"Sampled", percent(part(w.wall.all()*1000, w.duration.sum)), fmt.Sprintf("of that time, in samples of %s of the queries: a sample every 10 ms meets few of the short ones, and stands for the others", grouped(float64(w.seen.known)))},
		Fact{"Profiles kept", grouped(float64(a.profiles)), a.evictions()})
	if a.running > 0 {
		facts = append(facts, Fact{"Not ended", grouped(float64(a.running)), "of the profiles: queries that run, with what they have so far"})
	}
	return facts
}

// evictions says which profiles there are no more.
func (a *Analyzer) evictions() string {
	s := &a.store
	what := "of these queries"
	if a.weighted() {
		what = "that stand for " + grouped(float64(a.queries)) + " of these queries"
	}
	if s.evicted > 0 {
		what += ": the last ones, and of older ones those that were slow. " + grouped(float64(s.evicted)) + " made room for newer ones, " + grouped(float64(s.slowEvicted)) + " of them of slow queries (from " + showTime(s.slowTime) + " on)"
	}
	if s.lost > 0 {
		what += ". " + grouped(float64(s.lost)) + " queries have none, too many ended at once"
	}
	if s.leftOut > 0 {
		what += ". " + grouped(float64(s.leftOut)) + " short ones have had none since the profiler began, and others stand for them (QUERY_PROFILES_LEFT_OUT of profiling.profiler_status)"
	}
	return what
}

// wallSection is where the time of queries went, as their clients see it.
func (a *Analyzer) wallSection() Section {
	s := Section{ID: "use", Title: "Where the time went",
		Note: "The time of queries as their clients see it, whatever cores they might use. On a CPU: at least one thread of the query ran. Queued: one would have, had a core been free (CPU_QUEUED, an estimate). Waiting: none would have run, and one waited, for storage, network or a lock. Idle: none had anything to do, as in SLEEP()."}
	w := a.workload
	if w.wall.all() == 0 {
		s.Unknown = "The sampler saw no query at work."
		return s
	}
	c := &Stack{Title: "Time of queries", Head: "time", Code: true, Keys: wallKeys}
	c.Rows = append(c.Rows, StackRow{"all queries", w.wall.shares(), w.duration.show(unitMicroseconds)})
	for i, t := range w.groups.top(topGroups) {
		if t.wall.all() > 0 {
			c.Rows = append(c.Rows, StackRow{cut(rank(i)+a.digestLabel(t.key), 48), t.wall.shares(), t.duration.show(unitMicroseconds)})
		}
	}
	s.Charts = append(s.Charts, c)
	return s
}

// wallBars is that time by resource.
func (a *Analyzer) wallBars() *Bars {
	bars := &Bars{Title: "Time of queries by resource", Head: [2]string{"resource", "time"}}
	var whole float64
	for _, ms := range a.workload.byResource {
		whole += ms
	}
	for _, r := range resources {
		if ms := a.workload.byResource[r.column]; ms > 0 {
			label := r.label
			if r.family == familyIdle {
				label = "nothing to do"
			}
			bars.Rows = append(bars.Rows, Bar{Label: label, Share: part(ms, whole), Value: showTime(ms)})
		}
	}
	sortBars(bars)
	return bars
}
