package perfschema_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

func TestFullDigestTableKeepsACatchAll(t *testing.T) {
	f := newFixture(t, func(c *perfschema.Config) {
		c.Sizes = perfschema.DefaultSizes()
		c.Sizes.Digests = 3
	})
	th := f.connect("joe")
	for i := range 5 {
		f.run(th, f.selectKey, fmt.Sprintf("SELECT a%d", i), time.Second)
	}
	f.run(th, f.selectKey, "SELECT a0", time.Second)
	d := f.Read().Digests()
	if len(d) != 3 || !d[0].CatchAll || d[0].DigestHex != "" || d[0].Stat.Timer.Count != 3 || d[1].Stat.Timer.Count != 2 {
		t.Fatalf("%d rows: %+v", len(d), d)
	}
	if got := th.StatementsHistory()[4]; got.DigestText != "SELECT `a4`" {
		t.Errorf("an event without a row has the digest text %q", got.DigestText)
	}
	lost := func() uint64 {
		for _, v := range f.Read().Status() {
			if v.Name == "Performance_schema_digest_lost" {
				return v.Value
			}
		}
		return 0
	}
	if lost() != 3 {
		t.Errorf("%d lost", lost())
	}
	f.Read().TruncateDigests()
	if len(f.Read().Digests()) != 0 || lost() != 3 {
		t.Error("TRUNCATE empties the table and leaves the count of lost digests")
	}
	f.Read().FlushStatus()
	if lost() != 0 {
		t.Error("FLUSH STATUS zeroes the count of lost digests")
	}
}

func TestDigestCountsAreExact(t *testing.T) {
	f := newFixture(t, nil)
	var wg sync.WaitGroup
	for range 8 {
		th := f.connect("joe")
		wg.Go(func() {
			for i := range 1250 {
				f.run(th, f.selectKey, fmt.Sprintf("SELECT c FROM t WHERE id = %d", i), 0)
			}
		})
	}
	wg.Wait()
	d := f.Read().Digests()
	if len(d) != 1 || d[0].Stat.Timer.Count != 10000 || d[0].Stat.Counters.RowsSent != 10000 || total(f.Read().ListDigests()[0].Histogram()) != 10000 {
		t.Fatalf("%d digests: %+v", len(d), d[0].Stat)
	}
	h := f.Read().StatementHistogram()
	if h.Total() != 10000 {
		t.Errorf("the histogram counts %d", h.Total())
	}
}

func total(h record.Histogram) uint64 { return h.Total() }

func TestHistogramBuckets(t *testing.T) {
	low, high := record.BucketBounds(0)
	if low != 0 || high != 10_000_000 {
		t.Errorf("bucket 0 is %d to %d", low, high)
	}
	for i := 1; i < record.HistogramBuckets; i++ {
		l, h := record.BucketBounds(i)
		if l != high || h <= l {
			t.Fatalf("bucket %d is %d to %d after %d", i, l, h, high)
		}
		high = h
	}
	for i, want := range map[int]uint64{42: 66069344, 45: 75857757} {
		if l, _ := record.BucketBounds(i); l != want {
			t.Errorf("bucket %d starts at %d, want %d", i, l, want)
		}
	}
	if high != 1<<64-1 {
		t.Errorf("the last bucket ends at %d", high)
	}
	var h record.Histogram
	h[3], h[10] = 95, 5
	_, want := record.BucketBounds(3)
	_, want99 := record.BucketBounds(10)
	if h.Quantile(950) != want || h.Quantile(990) != want99 {
		t.Errorf("quantiles %d and %d", h.Quantile(950), h.Quantile(990))
	}
}
