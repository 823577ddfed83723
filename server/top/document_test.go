package top

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// docs/top.md lists the fields of the pages in JSON.
func TestDocument(t *testing.T) {
	const path, from, to = "../../docs/top.md", "<!-- fields -->\n", "<!-- end of fields -->\n"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("| page | fields of its rows |\n|---|---|\n")
	for _, p := range pages {
		var names []string
		for _, c := range p.heads() {
			names = append(names, "`"+c.name+"`")
		}
		fmt.Fprintf(&b, "| %s | %s |\n", p.name, strings.Join(names, ", "))
	}
	before, rest, ok := strings.Cut(string(data), from)
	_, after, also := strings.Cut(rest, to)
	if !ok || !also {
		t.Fatalf("%s has no place for the fields", path)
	}
	now := before + from + b.String() + to + after
	if now == string(data) {
		return
	}
	if !*rewrite {
		t.Fatalf("%s is not what there is: look at what changes with -rewrite", path)
	}
	if err := os.WriteFile(path, []byte(now), 0o644); err != nil {
		t.Fatal(err)
	}
}
