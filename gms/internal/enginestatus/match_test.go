package enginestatus

import (
	"strings"
	"testing"
)

func TestLeadingWords(t *testing.T) {
	for _, test := range []struct {
		query, want string
		ok          bool
	}{
		{"SHOW ENGINE PERFORMANCE_SCHEMA STATUS", "show engine performance_schema status", true},
		{"  show\tengine `Performance_Schema`\n status ;", "show engine performance_schema status", true},
		{"/* a */ SHOW /* b */ ENGINE PERFORMANCE_SCHEMA STATUS -- c", "show engine performance_schema status", true},
		{"# x\nFLUSH STATUS", "flush status", true},
		{"FLUSH STATUS; SELECT 1", "", false},
		{"SELECT 1", "", false},
		{"", "", false},
		{";", "", false},
		{"/* unclosed", "", false},
		{"SHOW a b c d e f", "", false},
	} {
		if got, ok := leadingWords(test.query); ok != test.ok || got != test.want {
			t.Errorf("%q gives %q, %t, want %q, %t", test.query, got, ok, test.want, test.ok)
		}
	}
}

func FuzzLeadingWords(f *testing.F) {
	for _, q := range []string{"SHOW ENGINE PERFORMANCE_SCHEMA STATUS", "/* x */ flush `status`;", "-- x\nSHOW", "#", "/*"} {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, query string) {
		words, ok := leadingWords(query)
		if !ok && words != "" {
			t.Errorf("%q: not recognised, yet words %q", query, words)
		}
		if ok && !strings.HasPrefix(words, "show") && !strings.HasPrefix(words, "flush") {
			t.Errorf("%q: words %q", query, words)
		}
	})
}

// Recognising a statement that is not ours must not cost the others.
func TestMatchesIsCheap(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { Matches("SELECT c FROM sbtest1 WHERE id = 17") }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
