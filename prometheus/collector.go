package prometheus

import (
	"sync"
	"time"

	client "github.com/prometheus/client_golang/prometheus"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// Defaults of the empty fields of [Options].
const (
	DefaultDigests    = 250
	DefaultDigestText = 120
)

// Options say what a Collector gives. The zero value is good for most.
type Options struct {
	// Digests is how many digests have series of their own: those that took most time.
	// 0 is DefaultDigests; with a negative number none has.
	Digests int
	// DigestText is how many characters the label digest_text has at most. 0 is
	// DefaultDigestText; with a negative number it is empty.
	DigestText int
	// Overhead tells what the product itself costs; nil: no metrics of that.
	Overhead view.OverheadSource
	// Foreign says that the Schema has the waits of another program, by [perfschema.Schema.Import].
	// There are metrics of waits then, and none of this process, such as of its memory.
	Foreign bool
}

// Collector is a prometheus.Collector of what a Schema has counted. It is safe for
// concurrent use; collections take turns.
type Collector struct {
	schema  *perfschema.Schema
	options Options

	mu         sync.Mutex
	statements statements
	times      map[string]counted // of the last collection
}

var _ client.Collector = (*Collector)(nil)

// NewCollector makes one. Of a nil Schema, and of one that is off, it says that and no
// more.
func NewCollector(schema *perfschema.Schema, options Options) *Collector {
	for _, o := range []struct {
		n      *int
		preset int
	}{{&options.Digests, DefaultDigests}, {&options.DigestText, DefaultDigestText}} {
		switch {
		case *o.n == 0:
			*o.n = o.preset
		case *o.n < 0:
			*o.n = 0
		}
	}
	return &Collector{schema: schema, options: options}
}

// Describe implements prometheus.Collector.
func (c *Collector) Describe(to chan<- *client.Desc) {
	for _, m := range declared {
		to <- m.desc
	}
}

var (
	enabled = gauge("perfschema_enabled", "performance_schema (system variable)",
		"Whether the Performance Schema is on: 1 or 0. While it is 0 there are no other figures of it.")
	collectSeconds = gauge("perfschema_collect_duration_seconds", "",
		"How long it took to read the figures of this scrape.")
)

// Collect implements prometheus.Collector.
func (c *Collector) Collect(to chan<- client.Metric) {
	c.mu.Lock()
	begin := time.Now()
	s := newSeries()
	if c.schema.Enabled() {
		reader := c.schema.Read()
		s.add(enabled, 1)
		collectWaits(s, reader)
		collectLost(s, reader)
		if !c.options.Foreign {
			c.statements.collect(s, reader, c.options)
			collectFiles(s, reader)
			collectMemory(s, reader)
			collectErrors(s, reader)
		}
	} else {
		s.add(enabled, 0)
	}
	if c.options.Overhead != nil {
		collectOverhead(s, c.options.Overhead)
	}
	c.times = s.rest(c.times)
	s.add(collectSeconds, time.Since(begin).Seconds())
	c.mu.Unlock() // whoever takes the values may be slow
	s.send(to)
}
