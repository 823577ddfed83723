package words

import (
	"strings"
	"testing"
)

func TestWeight(t *testing.T) {
	const n = 10_000
	list := "SELECT 1 IN (" + strings.Repeat("1,", n) + "1)"
	for _, c := range []struct {
		name, text string
		tokens     int64
	}{
		{"a list", list, 2*n + 6},
		{"a literal", "SELECT '" + strings.Repeat("1,", n) + "'", 2},
		{"an escaped quote", `SELECT '\'` + strings.Repeat("1,", n) + "'", 2},
		{"a name", "SELECT `" + strings.Repeat("1,", n) + "`", 2},
		{"a comment", "SELECT /*" + strings.Repeat("1,", n) + "*/ 1", 2},
		{"one that is run", "SELECT /*! " + strings.Repeat("1,", n) + "*/ 1", 2*n + 2},
		{"nothing", "", 0},
	} {
		if got, want := Weight(c.text, false), c.tokens*tokenWeight+int64(len(c.text))*byteWeight; got != want {
			t.Errorf("%s: %d, not %d", c.name, got, want)
		}
	}
}

func BenchmarkWeight(b *testing.B) {
	text := "SELECT 1 IN (" + strings.Repeat("12345,", 100_000) + "1)"
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Weight(text, false)
	}
}
