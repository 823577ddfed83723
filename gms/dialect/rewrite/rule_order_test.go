package rewrite

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
)

var writeRules = flag.Bool("rewrite", false, "write testdata/rules.tsv anew")

// TestRuleOrder compares the engine's rules, and their order, with those that this package was
// written for: its own rules and wrappers stand before or behind some of them.
func TestRuleOrder(t *testing.T) {
	const file = "testdata/rules.tsv"
	var got strings.Builder
	got.WriteString("# The rules of go-mysql-server's analyzer, in the order in which they are applied, by batch; numbers from 1048576 on are of this package.\n" +
		"# To make this anew: go test -tags gms_pure_go ./gms/dialect/rewrite -run TestRuleOrder -rewrite\n")
	for _, b := range analyzer.NewBuilder(memory.NewDBProvider()).Build().Batches {
		for _, r := range b.Rules {
			got.WriteString(b.Desc + "\t" + r.Id.String() + "\n")
		}
	}
	if *writeRules {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g, w := strings.Split(got.String(), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(g), len(w)) {
		var is, was string
		if i < len(g) {
			is = g[i]
		}
		if i < len(w) {
			was = w[i]
		}
		if is != was {
			t.Fatalf("line %d of %s: the engine has %q, not %q: see docs/reliances.md", i+1, file, is, was)
		}
	}
}
