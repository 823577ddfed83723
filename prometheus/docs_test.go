package prometheus

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var rewrite = flag.Bool("rewrite", false, "write what the tests find as what they expect")

const page = "../docs/metrics.md"

// TestDocs holds the list of metrics in docs/metrics.md equal to the declarations.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- from here on written by go test ./prometheus -rewrite -->\n", "<!-- to here -->\n"
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the list", page)
	}
	var b strings.Builder
	b.WriteString("\n| metric | kind | labels | what | in SQL |\n|---|---|---|---|---|\n")
	for _, m := range Metrics() {
		kind := "counter"
		if m.Gauge {
			kind = "gauge"
		}
		source := ""
		if m.Source != "" {
			source = "`" + m.Source + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", m.Name, kind, strings.Join(m.Labels, ", "), m.Help, source)
	}
	b.WriteString("\n")
	want := before + begin + b.String() + end + after
	if *rewrite {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != string(text) {
		t.Errorf("%s is not what is declared; run go test ./prometheus -rewrite", page)
	}
}
