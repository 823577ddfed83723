package packed

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestRoundTrip appends random values and reads the same ones back, in the same order, and zero values
// after the last.
func TestRoundTrip(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		type value struct {
			kind int
			u    uint64
			i    int64
			s    string
		}
		var values []value
		var data []byte
		for range r.IntN(50) {
			v := value{kind: r.IntN(3), u: r.Uint64() >> r.IntN(64), i: int64(r.Uint64()) >> r.IntN(64), s: strings.Repeat("é", r.IntN(200))}
			if r.IntN(20) == 0 {
				v.u, v.i = math.MaxUint64, math.MinInt64
			}
			values = append(values, v)
			switch v.kind {
			case 0:
				data = AppendUint(data, v.u)
			case 1:
				data = AppendInt(data, v.i)
			default:
				data = AppendText(data, v.s)
			}
		}
		read := NewReader(string(data))
		for i, v := range values {
			switch v.kind {
			case 0:
				if got := read.Uint(); got != v.u {
					t.Fatalf("seed %d: value %d is %d, want %d", seed, i, got, v.u)
				}
			case 1:
				if got := read.Int(); got != v.i {
					t.Fatalf("seed %d: value %d is %d, want %d", seed, i, got, v.i)
				}
			default:
				if got := read.Text(); got != v.s {
					t.Fatalf("seed %d: value %d is %q, want %q", seed, i, got, v.s)
				}
			}
		}
		if read.Uint() != 0 || read.Int() != 0 || read.Text() != "" {
			t.Fatalf("seed %d: there is something after the last value", seed)
		}
	}
}

// TestTornDataIsReadWithoutPanic reads what no writer has written.
func TestTornDataIsReadWithoutPanic(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		data := make([]byte, r.IntN(30))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		read := NewReader(string(data))
		for range 12 {
			read.Text()
			read.Int()
		}
	}
}
