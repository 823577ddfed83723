package tooltest

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var rewrite = flag.Bool("rewrite", false, "write the tables of docs/tools.md anew")

const document = "../../docs/tools.md"

// docs/tools.md has a row for every tool, made of what is tested.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	now := string(text)
	now = section(t, now, "programs", programRows())
	now = section(t, now, "replays", replayRows(replays(t)))
	if now == string(text) {
		return
	}
	if !*rewrite {
		t.Fatal("docs/tools.md is not what is tested: look at what changes with -rewrite")
	}
	if err := os.WriteFile(document, []byte(now), 0o644); err != nil {
		t.Fatal(err)
	}
}

// section puts rows between the two comments of the document with a name.
func section(t *testing.T, text, name, rows string) string {
	t.Helper()
	from, to := "<!-- "+name+" -->\n", "<!-- end of "+name+" -->\n"
	before, rest, ok := strings.Cut(text, from)
	_, after, also := strings.Cut(rest, to)
	if !ok || !also {
		t.Fatalf("docs/tools.md has no section %s", name)
	}
	return before + from + rows + to + after
}

func replayRows(all []replay) string {
	var b strings.Builder
	b.WriteString("| tool | version | queries | failed | empty, and why | as on MySQL an error |\n|---|---|---|---|---|---|\n")
	for _, r := range all {
		var fails, errors []string
		why := map[string]int{}
		asked := 0
		for _, q := range r.questions {
			asked++
			switch {
			case q.fails != "":
				fails = append(fails, q.fails)
			case q.errno != "":
				errors = append(errors, q.errno+" "+q.why)
			case q.empty != "":
				why[q.empty]++
			}
		}
		failed := "0"
		if len(fails) > 0 {
			failed = fmt.Sprintf("%d: %s", len(fails), strings.Join(fails, "; "))
		}
		var empty []string
		for reason, n := range why {
			empty = append(empty, fmt.Sprintf("%d %s", n, reason))
		}
		slices.Sort(empty)
		fmt.Fprintf(&b, "| %s | %s | %d | %s | %s | %s |\n", r.tool, r.version, asked, failed, strings.Join(empty, "; "), strings.Join(errors, "; "))
	}
	return b.String()
}

func programRows() string {
	var b strings.Builder
	b.WriteString("| program | version | statements | failed | empty, and why | as on MySQL an error |\n|---|---|---|---|---|---|\n")
	for _, p := range programs {
		var expected []string
		for _, e := range p.expected {
			expected = append(expected, fmt.Sprintf("%d `%s`: %s", e.errno, e.like, e.why))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | 0 | %s | %s |\n", p.name, p.version, p.statements, p.empty, strings.Join(expected, "; "))
	}
	return b.String()
}
