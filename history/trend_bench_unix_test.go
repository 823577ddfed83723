//go:build unix

package history_test

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/history/trend"
)

// BenchmarkTrend asks the files of a day of a thousand digests what took the time in an
// hour, what has changed from one to the next, and for the course of a statement.
func BenchmarkTrend(b *testing.B) {
	d, err := history.OpenDirectory(history.FillDay(b), nil)
	if err != nil {
		b.Fatal(err)
	}
	from := trend.Files{Directory: d}
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	hour, next := history.Span{From: noon, To: noon.Add(time.Hour)}, history.Span{From: noon.Add(time.Hour), To: noon.Add(2 * time.Hour)}
	digest := ""
	b.Run("top", func(b *testing.B) {
		for b.Loop() {
			t, err := trend.Sum(b.Context(), from, hour)
			if err != nil || len(t.Statements) != 1000 {
				b.Fatal(err)
			}
			digest = t.ByTime()[0].Digest
		}
	})
	b.Run("diff", func(b *testing.B) {
		for b.Loop() {
			if _, err := trend.Compare(b.Context(), from, hour, next); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("show", func(b *testing.B) {
		for b.Loop() {
			if c, err := trend.Follow(b.Context(), from, hour, digest, 60); err != nil || len(c.Steps) != 60 {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkManyDigests asks the files of two hours of ten thousand digests what took the
// time in an hour that begins anywhere, by the sums beside the files, by the rows of these,
// and row by row.
func BenchmarkManyDigests(b *testing.B) {
	dir := history.FillHours(b, 2, 10_000)
	d, err := history.OpenDirectory(dir, nil)
	if err != nil {
		b.Fatal(err)
	}
	from := time.Date(2026, 3, 1, 0, 34, 30, 0, time.UTC)
	span := history.Span{From: from, To: from.Add(time.Hour)}
	run := func(name string, source trend.Source) {
		b.Run(name, func(b *testing.B) {
			began := history.ProcessTime(b)
			for b.Loop() {
				t, err := trend.Sum(b.Context(), source, span)
				if err != nil || len(t.Statements) != 10_000 {
					b.Fatal(err)
				}
			}
			b.ReportMetric((history.ProcessTime(b)-began).Seconds()*1000/float64(b.N), "CPU-ms/op")
		})
	}
	run("sums", trend.Files{Directory: d})
	run("rows", byRows{trend.Files{Directory: d}})
	history.RemoveSums(b, dir)
	run("columns", trend.Files{Directory: d})
}

// byRows has only what every source has.
type byRows struct{ trend.Source }
