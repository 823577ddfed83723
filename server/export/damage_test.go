package export

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/racetest"
)

// TestParquetDamaged: whatever is damaged in a Parquet file, reading it ends soon.
func TestParquetDamaged(t *testing.T) {
	racetest.SkipAlone(t)
	whole := write(t, NewWriter, Parquet, Described(), profiles(t))
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		b := bytes.Clone(whole)
		for range 1 + r.IntN(2) {
			at := r.IntN(len(b))
			if r.IntN(2) == 0 { // the footer has most lengths
				at = len(b) - 1 - r.IntN(min(len(b), 12000))
			}
			copy(b[at:], [][]byte{{0xff, 0xff, 0xff, 0x7f}, {0xfe, 0xff, 0xff, 0xff, 0x0f}, {0}, {0x80}, {byte(r.IntN(256))}}[r.IntN(5)])
		}
		done := make(chan int, 1)
		go func() {
			n := 0
			if s, err := newParquetSource(bytes.NewReader(b), int64(len(b)), io.NopCloser(bytes.NewReader(nil))); err == nil {
				for p := NewProfile(); s.Next(p) == nil; n++ {
				}
				_ = s.Close()
			}
			done <- n
		}()
		select {
		case n := <-done:
			if n > len(whole) {
				t.Fatalf("%d rows", n)
			}
		case <-time.After(5 * time.Minute): // a test that hangs fails
			panic("it does not end")
		}
	}
}
