package otel

import (
	"sync"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// maxExemplars is of how many digests one is kept.
const maxExemplars = 1024

// exemplar is the slowest span of a digest since somebody took it.
type exemplar struct {
	spanKey
	at   time.Time
	took time.Duration
}

// exemplars are kept by digest, as [perfschema.Statement.DigestHash] has it. It is safe
// for concurrent use.
type exemplars struct {
	mu       sync.Mutex
	wanted   bool // by a Producer
	byDigest map[uint64]exemplar
}

// remember keeps a span that is about to end, if it is sampled, for a metric to point at.
func (p *SpanProcessor) remember(x *span, s sdktrace.ReadOnlySpan) {
	if !s.SpanContext().IsSampled() {
		return
	}
	digest := x.statement.DigestHash()
	if digest == 0 {
		return
	}
	e := &p.exemplars
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.wanted {
		return
	}
	took := s.EndTime().Sub(s.StartTime())
	old, ok := e.byDigest[digest]
	if ok && old.took >= took || !ok && len(e.byDigest) >= maxExemplars || took < 0 {
		return
	}
	e.byDigest[digest] = exemplar{x.key, s.EndTime(), took}
}

// take hands out what was kept, and begins anew.
func (e *exemplars) take() map[uint64]exemplar {
	e.mu.Lock()
	defer e.mu.Unlock()
	out := e.byDigest
	e.wanted, e.byDigest = true, make(map[uint64]exemplar)
	return out
}
