package activesession

import (
	"math/rand/v2"
	"testing"
	"time"
)

// newFollowed is a Recorder that rows are put into by hand.
func newFollowed(size uint64) (r *Recorder, put func(sample uint64)) {
	r = &Recorder{ring: ring{size: size}}
	none := func() string { return "" }
	return r, func(sample uint64) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.ring.add(&Row{SampleID: sample, At: time.Unix(0, int64(sample))}, none, none)
	}
}

// A follower reads each row once, in order, whatever the ring evicts and TRUNCATE takes; what it
// misses is counted, and never more than its bound lets go.
func TestFollowerReadsEachRowOnce(t *testing.T) {
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 7))
		ringSize := []uint64{1, 1_000_000}[seed%2]
		most := []uint64{1 << 30, 0, 800_000}[seed%3]
		r, put := newFollowed(ringSize)
		put(1) // before it follows
		asked := 0
		f := r.Follow(most, func() { asked++ })
		next, added, lost := uint64(2), uint64(1), uint64(0)
		take := func() {
			parts, missed := f.Take()
			lost += missed
			next += missed // the oldest are lost
			for _, p := range parts {
				n := 0
				for row := range p.Rows {
					if row.SampleID != next {
						t.Fatalf("seed %d: row %d, want %d", seed, row.SampleID, next)
					}
					next++
					n++
				}
				if n == 0 || n != p.Len() {
					t.Fatalf("seed %d: a part of %d rows, Len %d", seed, n, p.Len())
				}
			}
			if next != added+1 {
				t.Fatalf("seed %d: rows up to %d, want %d", seed, next-1, added)
			}
		}
		for range 40 {
			for range random.IntN(1500) {
				added++
				put(added)
			}
			switch random.IntN(4) {
			case 0:
				r.Truncate()
			case 1:
				take()
			}
			if f.bytes > most {
				t.Fatalf("seed %d: %d bytes are held", seed, f.bytes)
			}
		}
		take()
		if most == 1<<30 && lost != 0 || most == 0 && lost == 0 {
			t.Errorf("seed %d: %d rows were lost", seed, lost)
		}
		if most != 1<<30 && asked == 0 {
			t.Errorf("seed %d: nobody was asked to read", seed)
		}
		f.Close()
		put(added + 1)
		r.Truncate()
		if len(r.ring.followers) != 0 || f.given != nil {
			t.Error("a follower that is closed is told of rows")
		}
	}
}

// Nothing follows where there is no Recorder.
func TestNilFollower(t *testing.T) {
	f := (*Recorder)(nil).Follow(1, nil)
	if parts, lost := f.Take(); parts != nil || lost != 0 {
		t.Error(parts, lost)
	}
	f.Close()
}

// Rows are those of a span, and Since is from when on none is missing.
func TestRowsOfSpan(t *testing.T) {
	r, put := newFollowed(1)
	const n = 3*chunkRows + 5
	for i := range uint64(n) {
		put(i + 1) // at so many nanoseconds
	}
	since := r.Status().Since.UnixNano()
	if s := r.Status(); uint64(since) != s.Evicted || s.Evicted == 0 {
		t.Errorf("complete since %d, %d rows were evicted", since, s.Evicted)
	}
	seen := 0
	r.Rows(time.Unix(0, n-4), time.Unix(0, n-1), func(row *Row) {
		seen++
		if at := row.At.UnixNano(); at <= n-4 || at > n-1 {
			t.Errorf("a row at %d", at)
		}
	})
	if seen != 3 {
		t.Errorf("%d rows, want 3", seen)
	}
	r.Truncate()
	if at := r.Status().Since.UnixNano(); at != n {
		t.Errorf("complete since %d after TRUNCATE, want %d", at, n)
	}
}
