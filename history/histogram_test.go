package history

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/perfschema/perfschema/record"
)

// HISTOGRAM is read as it is written, and refused where it is not such.
func FuzzParseHistogram(f *testing.F) {
	for _, s := range []string{"", "{}", `{"101":2,"3":1}`, `{"450":1}`, `{"-1":1}`, `{"1":-1}`, `[1]`, `{"1":1e3}`, `{"1":18446744073709551615}`, `{"01":1,"1":2}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ParseHistogram(text)
		if err != nil {
			return
		}
		if quick, ok := appendWritten(nil, text); ok {
			var slow map[string]uint64
			if err := json.Unmarshal([]byte(text), &slow); err != nil || len(slow) != len(quick) {
				t.Fatalf("%s: %v, %v", text, quick, err)
			}
			for _, b := range quick {
				if n, ok := slow[strconv.Itoa(b.Number)]; !ok || n != b.Count {
					t.Fatalf("%s: %v, want %v", text, quick, slow)
				}
			}
		}
		for i, b := range list {
			if b.Number < 0 || b.Number >= record.HistogramBuckets || i > 0 && list[i-1].Number > b.Number {
				t.Fatalf("%s: %v", text, list)
			}
		}
	})
}

// What is written is read without the detour, of any histogram.
func TestAppendWritten(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for range 200 {
		var h record.Histogram
		for range 1 + random.IntN(60) {
			h[random.IntN(len(h))] = random.Uint64() >> random.IntN(64)
		}
		text, ok := histogramText(&h).(string)
		list, quick := appendWritten(nil, text)
		if ok && !quick {
			t.Fatalf("%s is not read", text)
		}
		for _, b := range list {
			h[b.Number] -= b.Count
		}
		if h.Total() != 0 {
			t.Fatalf("%s: %v", text, list)
		}
	}
}
