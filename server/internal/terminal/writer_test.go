package terminal

import (
	"strings"
	"testing"
)

// However a text is cut, the terminal gets the same of it, and nothing that it obeys.
func TestWriter(t *testing.T) {
	const text = "a,\x1b[2J,\u009b31m\n日本,\U0001f600,\xff\xfe,b\r\nend\n"
	const want = "a,\uFFFD[2J,\uFFFD31m\n日本,\U0001f600,\uFFFD\uFFFD,b \nend\n"
	for size := 1; size <= len(text); size++ {
		var out strings.Builder
		w := NewWriter(&out)
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			if m, err := w.Write([]byte(rest[:n])); m != n || err != nil {
				t.Fatal(m, err)
			}
			rest = rest[n:]
		}
		if out.String() != want {
			t.Errorf("by %d bytes: %q", size, out.String())
		}
	}
}
