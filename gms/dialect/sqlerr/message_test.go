package sqlerr

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var writeMessages = flag.Bool("rewrite", false, "write testdata/messages.tsv anew")

// TestEngineMessages compares the engine's messages with those that MySQL's are made of: parts
// are taken out by the places of verbs, and an error that has no kind is known by its text.
func TestEngineMessages(t *testing.T) {
	const file = "testdata/messages.tsv"
	var got strings.Builder
	got.WriteString("# Formats of go-mysql-server's and Dolt's errors, by MySQL's numbers of these, in the order in which they are tried.\n" +
		"# To make this anew: go test -tags gms_pure_go ./gms/dialect/sqlerr -run TestEngineMessages -rewrite\n")
	for _, e := range errorTexts {
		fmt.Fprintf(&got, "%d\t%s\n", e.number, strings.ReplaceAll(e.kind.Message, "\n", `\n`))
	}
	if *writeMessages {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]bool)
	for _, line := range strings.Split(string(want), "\n") {
		known[line] = true
	}
	for _, line := range strings.Split(got.String(), "\n") {
		if !known[line] {
			t.Errorf("%s has no line %q: see docs/reliances.md", file, line)
		}
	}
	if n, m := strings.Count(got.String(), "\n"), strings.Count(string(want), "\n"); n != m {
		t.Errorf("%d errors, and %d lines in %s", n, m, file)
	}
}
