package report

import (
	"time"

	"github.com/perfschema/perfschema/server/export"
)

// Analyzer adds profiles up. It is for one goroutine at a time.
type Analyzer struct {
	profiles int64
	queries  int64 // for which the profiles stand, each as often as it has weight
	running  int64
	// busy are those that the sampler saw, with any time by resource; they took
	// busyTime microseconds.
	busy     int64
	busyTime float64
	classes  [numClasses]total
	all      total
	metrics  []metricTotals
	series   series
	skipped  int64 // without a time that can be, so not in series

	byDigest, byDatabase, byWarehouse *grouping
	texts                             map[string]string // of digests
	ids                               map[int64]int64   // weights
	cells                             map[[2]string]float64
	cellQueries                       bool // whether a source of cells was read

	// What a server alone has; nil and zero of files.
	workload *workload
	store    keptProfiles
	slow     map[int64]*slowQuery
}

// total is what the statements of one class, or of one group, add up to.
type total struct {
	queries   int64
	duration  knownSum // µs
	cpuClock  knownSum // µs, by the threads' clocks
	coreTime  float64  // ms of all resources
	resources [22]knownSum
	operators [16]knownSum
	readLocal, readRemote,
	writtenLocal, writtenRemote,
	spilledLocal, spilledRemote,
	exchanged knownSum
	hits histogram // of each query that reads, in 1/1000
}

// knownSum is a sum of what is known, and of how many.
type knownSum struct {
	sum   float64
	known int64
}

// add adds a value n times.
func (k *knownSum) add(v int64, ok bool, n int64) {
	if ok {
		k.sum += float64(v) * float64(n)
		k.known += n
	}
}

// New makes an Analyzer. With ids it keeps the number of every query, so that
// Cell can tell which cells belong to them: for servers, whose profiles are
// bounded.
func New(ids bool) *Analyzer {
	a := &Analyzer{
		byDigest: newGrouping(), byDatabase: newGrouping(), byWarehouse: newGrouping(),
		texts: map[string]string{}, cells: map[[2]string]float64{},
	}
	if ids {
		a.ids = map[int64]int64{}
	}
	for _, m := range metrics {
		a.metrics = append(a.metrics, metricTotals{metric: m})
	}
	return a
}

// What lies outside of these is no time of a query, and would not fit a series.
var (
	earliest = time.Date(1900, 1, 1, 0, 0, 0, 0, time.UTC)
	latest   = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)
)

var (
	queryID     = column("queryId")
	warehouseID = column("warehouseId")
	databaseID  = column("databaseId")
	createdTime = column("createdTime")
	endTime     = column("endTime")
	duration    = column("durationTotal")
	userCPU     = column("userCpuTime")
	systemCPU   = column("systemCpuTime")
	spillLocal  = column("intDataWriteBytesLocalSSD")
	spillRemote = column("intDataWriteBytesS3")
	netSent     = column("intDataNetSentBytes")
)

// Add adds one profile, as often as it has weight.
func (a *Analyzer) Add(p *export.Profile) {
	n := p.Count()
	a.profiles++
	a.queries += n
	if _, ended := p.Time(endTime); !ended {
		a.running += n
	}
	if id, ok := p.Int(queryID); ok && a.ids != nil {
		a.ids[id] = n
	}
	c := classOf(p)
	before := a.all.duration.sum
	if a.all.add(p) {
		a.busy += n
		a.busyTime += a.all.duration.sum - before
	}
	a.classes[c].add(p)
	for i := range a.metrics {
		a.metrics[i].add(p, c)
	}
	if from, to, ok := p.Span(); ok && from.After(earliest) && to.Before(latest) {
		a.series.add(from, to, c, n)
	} else {
		a.skipped += n
	}
	a.byDigest.add(p, p.Digest)
	if database, ok := p.Text(databaseID); ok {
		a.byDatabase.add(p, database)
	}
	if id, ok := p.Int(warehouseID); ok {
		a.byWarehouse.add(p, formatID(id))
	}
}

// add adds a profile and says whether it has any time by resource.
func (t *total) add(p *export.Profile) bool {
	n := p.Count()
	t.queries += n
	us, ok := durationOf(p)
	t.duration.add(us, ok, n)
	cpu, ok := sumOf(p, userCPU, systemCPU)
	t.cpuClock.add(cpu, ok, n)
	before := t.coreTime
	for i, r := range resources {
		v, ok := p.Int(r.field)
		t.resources[i].add(v, ok, n)
		if ok {
			t.coreTime += float64(v) * float64(n)
		}
	}
	for i, o := range operators {
		v, ok := p.Int(o.field)
		t.operators[i].add(v, ok, n)
	}
	t.addData(p)
	return t.coreTime > before
}

func (t *total) addData(p *export.Profile) {
	for _, x := range []struct {
		to    *knownSum
		field export.Field
	}{
		{&t.readLocal, readCache}, {&t.readRemote, readRemote}, {&t.writtenLocal, writeCache}, {&t.writtenRemote, writeRemote},
		{&t.spilledLocal, spillLocal}, {&t.spilledRemote, spillRemote}, {&t.exchanged, netSent},
	} {
		v, ok := p.Int(x.field)
		x.to.add(v, ok, p.Count())
	}
	local, known := p.Int(readCache)
	remote, alsoKnown := p.Int(readRemote)
	if known && alsoKnown && local+remote > 0 {
		t.hits.add(int64(float64(local)/float64(local+remote)*1000+0.5), p.Count())
	}
}

// durationOf is how long a query took, in microseconds: durationTotal, which is
// whole milliseconds, or what createdTime and endTime say if that agrees with it.
// Most queries of many servers take less than a millisecond.
func durationOf(p *export.Profile) (int64, bool) {
	total, known := p.Int(duration)
	end, ended := p.Time(endTime)
	begin, begun := p.Time(createdTime)
	if ended && begun {
		if exact := end.Sub(begin).Microseconds(); exact >= 0 && (!known || max(exact-total*1000, total*1000-exact) <= 1000) {
			return exact, true
		}
	}
	return total * 1000, known
}

// DigestText tells the normalized text of a digest.
func (a *Analyzer) DigestText(digest, text string) { a.texts[digest] = text }

// Cell adds the time of a resource in an operator, by their columns, of one of
// the queries added before; others are left out. An operator of "" is none.
func (a *Analyzer) Cell(query int64, operator, resource string, ms float64) {
	a.cellQueries = true
	n, ok := a.ids[query]
	if a.ids == nil {
		n, ok = 1, true
	}
	if ok {
		a.cells[[2]string{operator, resource}] += ms * float64(n)
	}
}

// Empty says whether there was no profile.
func (a *Analyzer) Empty() bool { return a.profiles == 0 }

// span is from the first statement's begin to the last one's end.
func (a *Analyzer) span() time.Duration { return a.series.to.Sub(a.series.from) }
