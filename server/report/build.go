package report

import (
	"fmt"
	"strings"
	"time"
)

// Document makes a report of what was added. source is what the user calls it.
func (a *Analyzer) Document(source string) *Document {
	d := &Document{Title: "Where the time of queries went", Source: source, Facts: a.facts()}
	for _, s := range []Section{
		a.useSection(), a.resourceSection(), a.operatorSection(), a.heatSection(), a.groupSection(), a.slowestSection(),
		a.classSection(), a.distributionSection(), a.skewSection(), a.concurrencySection(), a.throughputSection(),
		a.storageSection(), a.parallelSection(),
	} {
		if s.Title != "" {
			d.Sections = append(d.Sections, s)
		}
	}
	return d
}

func (a *Analyzer) facts() []Fact {
	if a.workload != nil {
		return a.serverFacts()
	}
	read := Fact{"Queries", grouped(float64(a.queries)), "profiles read"}
	if a.weighted() {
		read.Note = "an estimate from " + grouped(float64(a.profiles)) + " profiles read, each of which counts as often as its WEIGHT: the others were left out, since they were short and many"
	}
	facts := []Fact{read}
	if a.store.evicted > 0 {
		facts = append(facts, Fact{"Evicted", grouped(float64(a.store.evicted)), "profiles the server had and has no more: newer ones took their room. Without options that choose queries, the totals are of all of them"})
	}
	if a.store.leftOut > 0 {
		facts = append(facts, Fact{"Left out", grouped(float64(a.store.leftOut)), "short queries without a profile since the profiler began, for which others stand (QUERY_PROFILES_LEFT_OUT of profiling.profiler_status)"})
	}
	if a.running > 0 {
		facts = append(facts, Fact{"Not ended", grouped(float64(a.running)), "queries without endTime, counted with what they have so far"})
	}
	if span := a.span(); !a.series.from.IsZero() {
		facts = append(facts, Fact{"Period", showSpan(span), "from the first createdTime to the last endTime: " +
			a.series.from.UTC().Format(moment) + " to " + a.series.to.UTC().Format(moment) + " UTC"})
		if span > 0 {
			facts = append(facts, Fact{"At a time", digits(a.all.duration.sum / (float64(span) / float64(time.Microsecond))), "queries, in the mean: the sum of durations by that span"})
		}
	}
	if a.skipped > 0 {
		facts = append(facts, Fact{"Without a time", grouped(float64(a.skipped)), "queries of which nobody knows when they ran: left out of all that is over time"})
	}
	facts = append(facts,
		Fact{"Time in queries", a.all.duration.show(unitMicroseconds), "sum of their durations (durationTotal, to the microsecond where createdTime and endTime tell)"},
		Fact{"Core time sampled", showTime(a.all.coreTime), "sum of all prof* resources: time × cores the queries might use (perServerCores)"})
	return append(facts, Fact{"Seen by the sampler", percent(part(float64(a.busy), float64(a.queries))), fmt.Sprintf("of the queries, %s; they took %s of the time. It saw nothing of the others", grouped(float64(a.busy)), percent(part(a.busyTime, a.all.duration.sum)))})
}

// show is a sum in a unit, or that it is not known.
func (k knownSum) show(u unit) string {
	if k.known == 0 {
		return unknown
	}
	return u.show(k.sum)
}

// useSection is CPU against idle.
func (a *Analyzer) useSection() Section {
	if a.workload != nil {
		return a.wallSection()
	}
	s := Section{ID: "use", Title: "CPU against idle",
		Note: "Each query may use some cores for as long as it takes; this is what became of that core time. Working: on a CPU (profCpu, profOs). Waiting: cores that stood idle because a thread waited, for storage, network or a lock. Setup: work before and after execution (profSetup, profSetupMesh, profTeardown). Idle: cores for which the query had nothing to do (profIdle): a query that runs on one core and might use two has half of its core time there, and lost no time by it."}
	if a.all.coreTime == 0 {
		s.Unknown = "No query has any time by resource: the sampler saw none at work."
		return s
	}
	c := &Stack{Title: "Core time of queries, by class", Head: "core time",
		Keys: []Key{{"working", int(familyCPU)}, {"waiting", int(familyLocal)}, {"setup", int(familySetup)}, {"idle", int(familyIdle)}}}
	add := func(label string, t *total) {
		if t.coreTime == 0 {
			return
		}
		shares := make([]float64, 4)
		for i, r := range resources {
			at := 1
			switch r.family {
			case familyCPU, familyKernel:
				at = 0
			case familySetup:
				at = 2
			case familyIdle:
				at = 3
			}
			shares[at] += t.resources[i].sum / t.coreTime
		}
		c.Rows = append(c.Rows, StackRow{label, shares, showTime(t.coreTime)})
	}
	add("all queries", &a.all)
	for i := range a.classes {
		if a.classes[i].queries < a.queries {
			add(Class(i).String(), &a.classes[i])
		}
	}
	s.Charts = append(s.Charts, c)
	return s
}

// resourceSection is the shares of the 22 resources.
func (a *Analyzer) resourceSection() Section {
	s := Section{ID: "resources", Title: "By resource",
		Note: "Shares of the core time of queries: what a core was used for, or stood idle for while a thread waited."}
	all := a.whole()
	if a.workload != nil {
		if bars := a.wallBars(); len(bars.Rows) > 0 {
			s.Note = "First the time of queries as their clients see it; then their core time, which counts each thread: what a core was used for, or stood idle for while a thread waited. Workers are the threads of one query, which hand rows to each other by messages within the server; one waits beside another that works, so that the second chart has more of that. CPU, setup and teardown are with what was queued for a core."
			s.Charts = append(s.Charts, bars)
		}
	}
	busy := all.coreTime - all.family(familyIdle)
	bars := &Bars{Title: "Core time by resource", Head: [2]string{"resource", "core time"}}
	var missing, never []string
	for i, r := range resources {
		switch k := all.resources[i]; {
		case k.known == 0:
			missing = append(missing, r.column)
		case r.family == familyIdle:
			s.Note += " Left out are " + showTime(k.sum) + " of cores that the queries might have used and had nothing for (profIdle)."
		case k.sum == 0:
			never = append(never, r.label)
		default:
			bars.Rows = append(bars.Rows, Bar{r.label, part(k.sum, busy), showTime(k.sum), partly(k, all.queries)})
		}
	}
	sortBars(bars)
	if len(never) > 0 && len(bars.Rows) > 0 {
		s.Note += " Watched and never seen: " + list(never) + "."
	}
	s.Unknown = notKnown(missing)
	if len(bars.Rows) > 0 {
		s.Charts = append(s.Charts, bars)
		if c := a.familyStack(); len(c.Rows) > 1 {
			s.Charts = append(s.Charts, c)
		}
	}
	return s
}

// partly says that a column is known of some queries alone.
func partly(k knownSum, queries int64) string {
	if k.known == queries {
		return ""
	}
	return "known of " + of(k.known, queries, "queries")
}

// notKnown names columns that are NULL.
func notKnown(columns []string) string {
	if len(columns) == 0 {
		return ""
	}
	return "Not known, NULL in every query: " + strings.Join(columns, ", ") + "."
}

// familyStack is the resources by class, those of a kind together.
func (a *Analyzer) familyStack() *Stack {
	c := &Stack{Title: "Core time by kind of resource, by class", Head: "core time"}
	var used []family
	for f := family(0); f < familyIdle; f++ {
		if a.all.family(f) > 0 {
			used = append(used, f)
			c.Keys = append(c.Keys, Key{familyNames[f], int(f)})
		}
	}
	add := func(label string, t *total) {
		if t.coreTime == 0 {
			return
		}
		busy := t.coreTime - t.family(familyIdle)
		row := StackRow{Label: label, Value: showTime(busy)}
		for _, f := range used {
			row.Shares = append(row.Shares, part(t.family(f), busy))
		}
		c.Rows = append(c.Rows, row)
	}
	if of := a.ofProfiles(); of != "" {
		c.Title += ", of the profiles kept"
	}
	add("all queries", &a.all)
	for i := range a.classes {
		if a.classes[i].queries < a.queries {
			add(Class(i).String(), &a.classes[i])
		}
	}
	return c
}

func (t *total) family(f family) float64 {
	var sum float64
	for i, r := range resources {
		if r.family == f {
			sum += t.resources[i].sum
		}
	}
	return sum
}

// operatorSection is the shares of the 16 operators.
func (a *Analyzer) operatorSection() Section {
	s := Section{ID: "operators", Title: "By operator",
		Note: "Share of the time that threads were seen in any operator of a plan, working or waiting there."}
	var whole float64
	all := a.whole()
	for _, k := range all.operators {
		whole += k.sum
	}
	bars := &Bars{Title: "Time by operator", Head: [2]string{"operator", "time"}}
	var missing []string
	for i, o := range operators {
		switch k := all.operators[i]; {
		case k.known == 0:
			missing = append(missing, o.column)
		case k.sum > 0:
			bars.Rows = append(bars.Rows, Bar{o.label, part(k.sum, whole), showTime(k.sum), partly(k, all.queries)})
		}
	}
	sortBars(bars)
	s.Unknown = notKnown(missing)
	if len(bars.Rows) == 0 {
		if s.Unknown == "" {
			s.Unknown = "No query was seen in any operator."
		}
		return s
	}
	if busy := all.coreTime - all.family(familyIdle); busy >= whole && busy > 0 {
		s.Note += fmt.Sprintf(" That is %s of the core time that was not idle; the rest was outside of operators, as in parsing, planning or sending.", percent(whole/busy))
	}
	s.Charts = append(s.Charts, bars)
	return s
}

// heatSection is resources × operators.
func (a *Analyzer) heatSection() Section {
	s := Section{ID: "heat", Title: "Resources × operators",
		Note: "Share of the core time, without idle cores, by what was used or waited for and in which operator."}
	cells := a.cells
	if a.workload != nil {
		cells = a.workload.cells
	} else if !a.cellQueries {
		s.Unknown = "Not known from a file: the Snowset's format has resources and operators each by themselves. A running server has both at once, in profiling.query_resources_by_operator."
		return s
	}
	var whole float64
	byResource, byOperator := map[string]float64{}, map[string]float64{}
	for k, ms := range cells {
		if k[1] != "profIdle" {
			whole += ms
			byOperator[k[0]] += ms
			byResource[k[1]] += ms
		}
	}
	if whole == 0 {
		s.Unknown = "The sampler saw no query at work."
		return s
	}
	h := &Heat{Title: "Core time by operator and resource", Corner: "operator"}
	rows, cols := byShare(byOperator), byShare(byResource)
	for _, c := range cols {
		h.Columns = append(h.Columns, labelOf(resources, c))
	}
	for _, r := range rows {
		line := make([]float64, len(cols))
		for i, c := range cols {
			line[i] = cells[[2]string{r, c}] / whole
		}
		h.Rows = append(h.Rows, labelOf(operators, r))
		h.Shares = append(h.Shares, line)
	}
	s.Charts = append(s.Charts, h)
	return s
}

// groupSection is the digests, databases and warehouses that took most time.
func (a *Analyzer) groupSection() Section {
	s := Section{ID: "top", Title: "What took most time",
		Note: "Share of the time in queries (the sum of durations), for queries that are alike. Where it went is shares of their core time, of which idle cores are left out; in which operators, of their time in operators."}
	if byDigest := a.digests(); len(byDigest.groups) > 0 {
		s.Charts = append(s.Charts, a.groupTable("Statements, by digest", "statement", byDigest, a.digestLabel))
		if c := a.groupStack("Statements, by digest", byDigest, a.digestLabel); len(c.Rows) > 0 {
			s.Charts = append(s.Charts, c)
		}
	} else {
		s.Unknown = "Digests are not known: the Snowset's format has no column for them."
	}
	same := func(key string) string { return key }
	byDatabase := a.byDatabase
	if a.workload != nil {
		byDatabase = a.workload.databases
		s.Note += " Cores is how many they used at a time, in the mean."
	}
	if len(byDatabase.groups) > 0 {
		s.Charts = append(s.Charts, a.groupTable("Databases", "database", byDatabase, same))
	}
	if len(a.byWarehouse.groups) > 0 {
		s.Charts = append(s.Charts, a.groupTable("Warehouses", "warehouse", a.byWarehouse, same))
	}
	return s
}
