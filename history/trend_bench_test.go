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

// BenchmarkManyDigests asks the files of an hour of ten thousand digests what took the time.
func BenchmarkManyDigests(b *testing.B) {
	d, err := history.OpenDirectory(history.FillHour(b, 10_000), nil)
	if err != nil {
		b.Fatal(err)
	}
	from := trend.Files{Directory: d}
	for b.Loop() {
		t, err := trend.Sum(b.Context(), from, history.Span{})
		if err != nil || len(t.Statements) != 10_000 {
			b.Fatal(err)
		}
	}
}
