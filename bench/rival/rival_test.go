// Package rival measures what else there is to watch a Go program with, around
// the same piece of work: an uncontended pair of Lock and Unlock. It is a
// module of its own so that nobody else needs what it compares with.
package rival

import (
	"context"
	"expvar"
	"io"
	"runtime/trace"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/clock"
)

// pair is inlined.
func pair(mu *sync.Mutex) {
	mu.Lock()
	mu.Unlock() //nolint:staticcheck // the pair is what is measured
}

// BenchmarkWatch times, or counts, a Lock and Unlock.
func BenchmarkWatch(b *testing.B) {
	var mu sync.Mutex
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			pair(&mu)
		}
	})
	b.Run("limit", func(b *testing.B) {
		var sum uint64
		for b.Loop() {
			start := clock.Cycles()
			pair(&mu)
			sum += clock.Cycles() - start
		}
	})

	s, err := perfschema.New(perfschema.Config{Instruments: []perfschema.InstrumentRule{{Pattern: "wait/synch/%", State: perfschema.InstrumentOn}}})
	if err != nil {
		b.Fatal(err)
	}
	lock := s.RegisterMutex("app", perfschema.Info{Name: "lock"})
	lookup := s.RegisterStatement("app", perfschema.Info{Name: "lookup"})
	instance := s.NewMutexInstance(lock)
	thread := s.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})
	b.Run("perfschema-wait", func(b *testing.B) {
		for b.Loop() {
			instance.Lock(thread, &mu)
			instance.Unlock(&mu)
		}
	})
	b.Run("perfschema-statement", func(b *testing.B) {
		for b.Loop() {
			st := thread.BeginStatement(lookup)
			pair(&mu)
			st.End()
		}
	})

	var count expvar.Int
	b.Run("expvar-count", func(b *testing.B) {
		for b.Loop() {
			count.Add(1)
			pair(&mu)
		}
	})

	histogram := prometheus.NewHistogram(prometheus.HistogramOpts{Name: "lock_seconds", Help: "Time to lock."})
	b.Run("prometheus-histogram", func(b *testing.B) {
		for b.Loop() {
			start := time.Now()
			pair(&mu)
			histogram.Observe(time.Since(start).Seconds())
		}
	})

	ctx := context.Background()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSampler(sdktrace.AlwaysSample()))
	defer func() { _ = provider.Shutdown(ctx) }()
	tracer := provider.Tracer("rival")
	b.Run("opentelemetry-span", func(b *testing.B) {
		if _, span := tracer.Start(ctx, "lock"); !span.IsRecording() {
			b.Fatal("the span does not record")
		}
		for b.Loop() {
			_, span := tracer.Start(ctx, "lock")
			pair(&mu)
			span.End()
		}
	})

	region := func(b *testing.B) {
		for b.Loop() {
			r := trace.StartRegion(ctx, "lock")
			pair(&mu)
			r.End()
		}
	}
	b.Run("trace-region-off", region)
	b.Run("trace-region-on", func(b *testing.B) {
		if err := trace.Start(io.Discard); err != nil {
			b.Skip(err)
		}
		defer trace.Stop()
		region(b)
	})
}
