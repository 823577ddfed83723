package history

import (
	"testing"

	"github.com/perfschema/perfschema"
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
		for i, b := range list {
			if b.Number < 0 || b.Number >= perfschema.HistogramBuckets || i > 0 && list[i-1].Number > b.Number {
				t.Fatalf("%s: %v", text, list)
			}
		}
	})
}
