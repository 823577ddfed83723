package perfschema

import (
	"time"

	"github.com/perfschema/perfschema/internal/digest"
	"github.com/perfschema/perfschema/internal/histogram"
	"github.com/perfschema/perfschema/internal/stat"
)

// ImportedStatement is a digest of another program's statements: a row of
// events_statements_summary_by_digest with its histogram, and a part of the sums by class. Its methods
// are safe for concurrent use; a nil ImportedStatement counts nothing.
type ImportedStatement struct {
	schema *Schema
	class  *Class
	sum    digest.Sum
	tokens []byte
}

// StatementSum is what statements took together, as WaitSum, and how many of them failed. Latencies
// have Count statements in all.
type StatementSum struct {
	WaitSum
	Errors    uint64
	Latencies []Latency
}

// Latency is how many statements took as long as UpTo, or somewhat less.
type Latency struct {
	UpTo  time.Duration
	Count uint64
}

// Statement returns the statements of a class that have a name for their digest, as those of
// [Statement.SetDigest]. It returns nil if the class is unknown.
func (i Importer) Statement(key StatementKey, name string) *ImportedStatement {
	var b digest.Builder
	sizes := i.schema.sizes
	sum, tokens := b.ComputePrefixed(digest.Name, name, int(min(sizes.MaxDigestLength, sizes.DigestLength)))
	return i.statement(key, sum, tokens)
}

// Query is Statement for SQL, whose digest is that of [Statement.ComputeDigest].
func (i Importer) Query(key StatementKey, sql string) *ImportedStatement {
	var b digest.Builder
	sizes := i.schema.sizes
	sum, tokens := b.Compute(sql, int(sizes.MaxDigestLength))
	return i.statement(key, sum, tokens[:min(len(tokens), int(sizes.DigestLength))])
}

func (i Importer) statement(key StatementKey, sum digest.Sum, tokens []byte) *ImportedStatement {
	c := i.schema.classes[KindStatement].at(uint32(key))
	if c == nil {
		return nil
	}
	return &ImportedStatement{i.schema, c, sum, tokens}
}

// Digest returns DIGEST of the statements, "" if they have none.
func (i *ImportedStatement) Digest() string {
	if i == nil || i.sum.IsZero() {
		return ""
	}
	return i.sum.String()
}

// Add adds statements, unless their instrument or the consumer global_instrumentation is off. Where the
// instrument is not TIMED they are counted alone. FIRST_SEEN and LAST_SEEN are the time of the call.
func (i *ImportedStatement) Add(sum StatementSum) {
	if i == nil || sum.Count == 0 {
		return
	}
	s, c := i.schema, i.class
	on := s.consumerSet()
	if !c.Enabled() || !on.has(ConsumerGlobalInstrumentation) {
		return
	}
	st := statementStat{timer: stat.Timer{Count: sum.Count}, errors: sum.Errors}
	timed := c.Timed()
	if timed {
		nanos := func(d time.Duration) uint64 { return uint64(max(d, 0)) }
		st.timer = stat.TimerOf(sum.Count, nanos(sum.Sum), nanos(sum.Min), nanos(sum.Max))
	}
	shared(s.direct.statements, int(c.slot)).merge(&st)
	if i.sum.IsZero() || s.sizes.Digests == 0 || !on.has(ConsumerStatementsDigest) {
		return
	}
	e := s.digests.find(i.sum, "")
	if e == nil {
		e = s.digests.insert(i.sum, "", i.tokens, c)
	}
	if e == nil {
		e = s.digests.table.Load().catchAll
	}
	now := s.clock.Now()
	us := s.wallNear(now).UnixMicro()
	e.first.CompareAndSwap(0, us)
	e.begin()
	if timed {
		for _, l := range sum.Latencies {
			bucket := histogram.Bucket(picos(uint64(max(l.UpTo, 0))))
			e.histogram.AddMany(bucket, l.Count)
			s.histogram.AddMany(bucket, l.Count)
		}
	}
	if e.catchAll {
		s.digests.lost.Add(sum.Count)
	}
	e.stat.merge(&st)
	e.lock.End()
	e.see(us, now)
}
