package clickhouse

import (
	"syscall"
	"testing"
	"time"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/internal/clickhousetest"
	"github.com/perfschema/perfschema/view"
)

// cpu is what the process has used.
func cpu(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkProfiles is what a row of query_profiles costs: to be written as Native, and
// with all there is to sending it to a ClickHouse on the same machine, whose own CPU is
// told by itself.
func BenchmarkProfiles(b *testing.B) {
	x := lookup(b, "query_profiles")
	sample := make([]view.Row, 64)
	for n := range sample {
		sample[n] = sampleRow(x, n)
	}
	per := func(b *testing.B, work func()) {
		before := cpu(b)
		b.ResetTimer()
		work()
		b.ReportMetric(float64(cpu(b)-before)/float64(b.N), "cpu-ns/row")
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
	}
	b.Run("row", func(b *testing.B) {
		per(b, func() {
			to := newBlock(x)
			var wire []byte
			for n := range b.N {
				if err := to.add(sample[n%len(sample)], uint64(n)); err != nil { //nolint:gosec // not negative
					b.Fatal(err)
				}
				if to.rows == mostRows {
					wire = to.appendTo(wire[:0])
				}
			}
		})
	})
	b.Run("sent", func(b *testing.B) {
		server := clickhousetest.Start(b)
		c := installed(b, server)
		theirs := server.CPU()
		per(b, func() {
			to := newBlock(x)
			var wire []byte
			for n := range b.N {
				if err := to.add(sample[n%len(sample)], uint64(n)); err != nil { //nolint:gosec // not negative
					b.Fatal(err)
				}
				if to.rows == mostRows || n == b.N-1 {
					wire = to.appendTo(wire[:0])
					if err := c.insert(b.Context(), x.insertStatement("f"), wire); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
		b.ReportMetric(float64(server.CPU()-theirs)/float64(b.N), "clickhouse-cpu-ns/row")
	})
	b.Run("from files", func(b *testing.B) {
		c := installed(b, clickhousetest.Start(b))
		p := newProgram(b, "0a1b2c3d-0000-1111-2222-333344445555")
		for p.runs < b.N {
			p.run(min(4000, b.N-p.runs), history.Options{})
			p.clock.advance(time.Minute)
		}
		s := p.sink(c)
		for _, t := range s.tables {
			if t.of.of.Name == x.of.Name {
				s.tables = []*shipment{t}
			}
		}
		per(b, func() { s.mustTurn(b) })
		if n := s.total().RowsSent; n != uint64(b.N) { //nolint:gosec // not negative
			b.Errorf("%d rows are sent, not %d", n, b.N)
		}
	})
}
