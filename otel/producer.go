package otel

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/instrumentation"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// DefaultSeries is the default of [ProducerOptions.Series].
const DefaultSeries = 250

// ProducerOptions say what a Producer gives. The zero value is good for most.
type ProducerOptions struct {
	// Series is how many digests have a series of their own: those that were there first,
	// and of those that come together the ones that took most time, until the table is
	// truncated. The rest share one of each metric, which has no attributes: were a digest
	// to leave it, it would fall. 0 is DefaultSeries.
	Series int
	// Spans give the exemplars: of each series its slowest span since the last
	// collection. Without them there are none.
	Spans *SpanProcessor
}

// Producer gives a reader of metrics the durations of requests served and of queries
// sent, by the semantic conventions, out of what a Schema counts by digest:
//
//	http.server.request.duration   http.request.method, http.route
//	db.client.operation.duration   db.system.name, db.query.summary
//
// Both are histograms in seconds. Their bounds are those of events_statements_histogram_by_digest
// that lie nearest to the ones which the conventions advise. Requests are those of phttp and of
// spans, queries those of pdb and of spans; a program in which both record has them twice. What
// a response or a database answered is not counted by digest, and no attribute here.
//
// It is safe for concurrent use; collections take turns, and each reads all digests.
type Producer struct {
	ps      *perfschema.Schema
	options ProducerOptions

	mu     sync.Mutex
	began  time.Time
	series map[perfschema.Digest]time.Time // those that have their own, and since when
	last   time.Time                       // of the collections
	total  uint64                          // of statements then
}

var _ metric.Producer = (*Producer)(nil)

// histogram is one with the bounds of a metric.
type histogram struct {
	counts []uint64
	count  uint64
	sum    float64
}

func (h *histogram) add(o *histogram) {
	if h.counts == nil {
		h.counts = make([]uint64, len(o.counts))
	}
	for i, n := range o.counts {
		h.counts[i] += n
	}
	h.count += o.count
	h.sum += o.sum
}

// kind is a metric.
type kind struct {
	name, description string
	bounds            []float64
	buckets           []int // the first bucket of the Schema's above each bound
	of                func(eventName string) bool
	attributes        func(schema, digestText string) []attribute.KeyValue
}

var kinds = [...]*kind{
	newKind("http.server.request.duration", "Duration of HTTP server requests.",
		[]float64{0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10},
		func(name string) bool {
			return strings.HasPrefix(name, "statement/http/") || name == "statement/otel/request"
		},
		func(_, text string) []attribute.KeyValue {
			method, route, ok := strings.Cut(text, " ")
			if !ok {
				return []attribute.KeyValue{attribute.String("http.route", text)}
			}
			return []attribute.KeyValue{attribute.String("http.request.method", method), attribute.String("http.route", route)}
		}),
	newKind("db.client.operation.duration", "Duration of database client operations.",
		[]float64{0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10},
		func(name string) bool {
			return strings.HasPrefix(name, "statement/db/") || name == "statement/otel/query"
		},
		func(schema, text string) []attribute.KeyValue {
			return []attribute.KeyValue{attribute.String("db.system.name", system(schema)), attribute.String("db.query.summary", cut(text, maxSummary))}
		}),
}

// maxSummary is how long the conventions want db.query.summary at most, in bytes.
const maxSummary = 255

// cut shortens a text to so many bytes of whole characters.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

// system is db.system.name by the name of a driver.
func system(schema string) string {
	switch schema {
	case "mysql", "postgresql", "sqlite", "mariadb", "clickhouse":
		return schema
	case "sqlite3":
		return "sqlite"
	case "postgres", "pgx":
		return "postgresql"
	case "sqlserver", "mssql":
		return "microsoft.sql_server"
	}
	return "other_sql"
}

// newKind finds the Schema's bounds that are nearest to the advised ones.
func newKind(name, description string, advised []float64, of func(string) bool, attributes func(string, string) []attribute.KeyValue) *kind {
	k := &kind{name: name, description: description, of: of, attributes: attributes}
	for _, a := range advised {
		at, best := 0, math.Inf(1)
		for i := range record.HistogramBuckets {
			low, _ := record.BucketBounds(i)
			if d := math.Abs(float64(low)*picosecond - a); d < best {
				at, best = i, d
			}
		}
		low, _ := record.BucketBounds(at)
		k.bounds, k.buckets = append(k.bounds, float64(low)*picosecond), append(k.buckets, at)
	}
	return k
}

// picosecond is what times are counted in, in seconds.
const picosecond = 1e-12

// read is what a digest has counted so far.
func (k *kind) read(d perfschema.Digest) *histogram {
	all, stat := d.Histogram(), d.Stat()
	h := &histogram{counts: make([]uint64, len(k.bounds)+1), sum: float64(stat.Timer.Sum) * picosecond}
	at := 0
	for i, n := range all {
		for at < len(k.buckets) && i >= k.buckets[at] {
			at++
		}
		h.counts[at] += n
		h.count += n
	}
	return h
}

// NewProducer makes one, for [metric.WithProducer]. Of a Schema that is nil or off it
// gives nothing.
func NewProducer(ps *perfschema.Schema, o ProducerOptions) *Producer {
	if o.Series <= 0 {
		o.Series = DefaultSeries
	}
	p := &Producer{ps: ps, options: o}
	p.forget(time.Now())
	return p
}

// forget begins anew.
func (p *Producer) forget(now time.Time) {
	p.began, p.last, p.series, p.total = now, now, make(map[perfschema.Digest]time.Time), 0
}

// counted is a digest at a collection.
type counted struct {
	perfschema.Digest
	kind *kind
	*histogram
}

// Produce is [metric.Producer]'s.
func (p *Producer) Produce(context.Context) ([]metricdata.ScopeMetrics, error) {
	if !p.ps.Enabled() {
		return nil, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	list, total := p.list()
	if total < p.total || !p.allIn(list) { // the table was truncated
		p.forget(now)
	}
	p.choose(list)
	p.last, p.total = now, total
	var examples map[uint64]exemplar
	if p.options.Spans != nil {
		examples = p.options.Spans.exemplars.take()
	}
	var metrics []metricdata.Metrics
	for _, k := range kinds {
		if points := p.points(k, list, examples, now); len(points) > 0 {
			metrics = append(metrics, metricdata.Metrics{Name: k.name, Description: k.description, Unit: "s",
				Data: metricdata.Histogram[float64]{Temporality: metricdata.CumulativeTemporality, DataPoints: points}})
		}
	}
	if len(metrics) == 0 {
		return nil, nil
	}
	return []metricdata.ScopeMetrics{{Scope: instrumentation.Scope{Name: "github.com/perfschema/perfschema/otel"}, Metrics: metrics}}, nil
}

// list gives the digests that are of a metric, and how many statements all have counted.
func (p *Producer) list() (list []counted, total uint64) {
	for _, d := range p.ps.Read().ListDigests() {
		if d.CatchAll() {
			continue // of whatever found the table full
		}
		name := d.EventName()
		i := slices.IndexFunc(kinds[:], func(k *kind) bool { return k.of(name) })
		if i < 0 {
			continue
		}
		h := kinds[i].read(d)
		total += h.count
		list = append(list, counted{d, kinds[i], h})
	}
	return list, total
}

// allIn says whether all that have a series are still there.
func (p *Producer) allIn(list []counted) bool {
	n := 0
	for _, c := range list {
		if _, ok := p.series[c.Digest]; ok {
			n++
		}
	}
	return n == len(p.series)
}

// choose gives series to those that have come since the last collection, while there is
// room. While there is, the rest is empty.
func (p *Producer) choose(list []counted) {
	room := p.options.Series - len(p.series)
	if room <= 0 {
		return
	}
	var fresh []counted
	for _, c := range list {
		if _, ok := p.series[c.Digest]; !ok {
			fresh = append(fresh, c)
		}
	}
	slices.SortStableFunc(fresh, func(a, b counted) int { return cmp.Compare(b.sum, a.sum) })
	for _, c := range fresh[:min(room, len(fresh))] {
		p.series[c.Digest] = p.last
	}
}

// points are the series of a metric.
func (p *Producer) points(k *kind, list []counted, examples map[uint64]exemplar, now time.Time) (out []metricdata.HistogramDataPoint[float64]) {
	var rest histogram
	point := func(h *histogram, since time.Time, attributes []attribute.KeyValue) metricdata.HistogramDataPoint[float64] {
		return metricdata.HistogramDataPoint[float64]{
			Attributes: attribute.NewSet(attributes...), StartTime: since, Time: now,
			Count: h.count, Bounds: k.bounds, BucketCounts: h.counts, Sum: h.sum,
		}
	}
	for _, c := range list {
		if c.kind != k {
			continue
		}
		since, own := p.series[c.Digest]
		if !own {
			rest.add(c.histogram)
			continue
		}
		d := point(c.histogram, since, k.attributes(c.Schema(), c.Summary().DigestText))
		if e, ok := examples[hash(c.Hex())]; ok {
			d.Exemplars = []metricdata.Exemplar[float64]{{Time: e.at, Value: e.took.Seconds(), SpanID: e.span[:], TraceID: e.trace[:]}}
		}
		out = append(out, d)
	}
	if rest.count > 0 {
		out = append(out, point(&rest, p.began, nil))
	}
	return out
}

// hash is a digest as [perfschema.Statement.DigestHash] has it.
func hash(hexadecimal string) uint64 {
	sum, err := hex.DecodeString(hexadecimal)
	if err != nil || len(sum) < 8 {
		return 0
	}
	return binary.LittleEndian.Uint64(sum)
}
