package report

import (
	"time"
)

// workload is all queries of a running server that have ended since its summary by
// digest was last truncated. The profiles it keeps are some of them.
type workload struct {
	total
	seen              knownSum // µs of those that the sampler saw at work, and how many they are
	wall              wall
	from, to          time.Time // when the first and the last of them ended
	groups, databases *grouping // by digest, by default database
	// byResource is the queries' own time in ms, by column.
	byResource map[string]float64
	cells      map[[2]string]float64
}

// wall is the queries' own time, in milliseconds: on a CPU or waiting for a core,
// waiting for anything else, and with nothing to do. cores is the first one's time of
// all threads, queued the part of that which was waiting for a core.
type wall struct{ cpu, waiting, idle, cores, queued float64 }

func (w *wall) add(x wall) {
	w.cpu += x.cpu
	w.waiting += x.waiting
	w.idle += x.idle
	w.cores += x.cores
	w.queued += x.queued
}

func (w *wall) all() float64 { return w.cpu + w.waiting + w.idle }

// wallKeys are the parts of such time.
var wallKeys = []Key{{"on a CPU", int(familyCPU)}, {"queued", int(familyKernel)}, {"waiting", int(familyLocal)}, {"idle", int(familyIdle)}}

// shares are those of wallKeys.
func (w *wall) shares() []float64 {
	queued := w.cpu * min(part(w.queued, w.cores), 1)
	return []float64{part(w.cpu-queued, w.all()), part(queued, w.all()), part(w.waiting, w.all()), part(w.idle, w.all())}
}

// used is how many cores the queries used at a time, in the mean.
func (w *wall) used() string {
	if w.all() == 0 {
		return unknown
	}
	return digits(max(w.cores-w.queued, 0) / w.all())
}

// keptProfiles is what a server says of the profiles it keeps.
type keptProfiles struct {
	evicted, slowEvicted, lost int64
	leftOut                    int64   // short ones that never had a profile
	slowTime                   float64 // ms
}

// digestTotals is one row of the summary by digest.
type digestTotals struct {
	schema, digest      string
	queries, sampled    int64
	duration            float64 // ms
	wall                wall
	resources           [22]knownMS
	operators           [16]knownMS
	slowest             int64 // queryId, 0 for none
	longest             float64
	firstSeen, lastSeen time.Time
	slowestSeen         time.Time
}

type knownMS struct {
	ms float64
	ok bool
}

func newWorkload() *workload {
	return &workload{groups: newGrouping(), databases: newGrouping(), byResource: map[string]float64{}, cells: map[[2]string]float64{}}
}

// noDigest is the name of the statements that have none.
const noDigest = "(no digest)"

func (w *workload) add(d *digestTotals) {
	w.queries += d.queries
	w.duration.sum += d.duration * 1000
	w.duration.known += d.queries
	w.seen.known += d.sampled
	w.wall.add(d.wall)
	for i, r := range d.resources {
		w.resources[i].addSum(r, d.queries)
		w.coreTime += r.ms
	}
	for i, o := range d.operators {
		w.operators[i].addSum(o, d.queries)
	}
	if !d.firstSeen.IsZero() && (w.from.IsZero() || d.firstSeen.Before(w.from)) {
		w.from = d.firstSeen
	}
	if d.lastSeen.After(w.to) {
		w.to = d.lastSeen
	}
	key := d.digest
	if key == "" {
		key = noDigest
	}
	w.groups.addTotals(key, d)
	if d.schema != "" {
		w.databases.addTotals(d.schema, d)
	}
}

func (k *knownSum) addSum(v knownMS, queries int64) {
	if v.ok {
		k.sum += v.ms
		k.known += queries
	}
}

// addTotals adds what the queries of one digest, in one database, add up to.
func (g *grouping) addTotals(key string, d *digestTotals) {
	t := g.group(key)
	t.queries += d.queries
	t.duration.sum += d.duration * 1000
	t.duration.known += d.queries
	t.wall.add(d.wall)
	for i, r := range resources {
		t.families[r.family] += d.resources[i].ms
	}
	for i, o := range d.operators {
		t.operators[i] += o.ms
	}
	if us := int64(d.longest * 1000); us > t.longest {
		t.longest, t.slowest, t.slowestSeen = us, d.slowest, d.slowestSeen
	}
}

// whole is what the server as a whole adds up to, or the profiles where it is not
// known.
func (a *Analyzer) whole() *total {
	if a.workload != nil {
		return &a.workload.total
	}
	return &a.all
}

// digests are the groups by digest of the whole.
func (a *Analyzer) digests() *grouping {
	if a.workload != nil {
		return a.workload.groups
	}
	return a.byDigest
}

// ofProfiles says of how many queries a section tells that is made of profiles
// alone.
func (a *Analyzer) ofProfiles() string {
	if a.workload == nil {
		return ""
	}
	all := grouped(float64(a.workload.queries))
	switch gone := a.store.evicted+a.store.lost > 0; {
	case gone && a.weighted():
		return "Of the profiles alone that the server still has, " + a.standFor() + ", of " + all + ": the last ones, and of older ones those that were slow. "
	case gone:
		return "Of the " + grouped(float64(a.queries)) + " queries alone whose profiles the server still has, of " + all + ": the last ones, and of older ones those that were slow. "
	case a.weighted():
		return "An estimate from the profiles, " + a.standFor() + ", of " + all + ". "
	}
	return ""
}

// weighted reports whether any profile stands for more queries than its own.
func (a *Analyzer) weighted() bool { return a.queries != a.profiles }

// standFor says for how many queries how many profiles stand.
func (a *Analyzer) standFor() string {
	return grouped(float64(a.profiles)) + " that stand for " + grouped(float64(a.queries)) + " queries"
}
