package main

import (
	"os"
	"regexp"
	"testing"
)

// TestStockVersions checks that bench/stock requires the versions of Dolt, go-mysql-server and
// vitess that the server requires: both servers then have the same engine and the same storage.
func TestStockVersions(t *testing.T) {
	versions := func(file string) map[string]string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got := make(map[string]string)
		for _, m := range regexp.MustCompile(`(?m)^(?:require)?\s+(github\.com/dolthub/\S+) (v\S+)`).FindAllStringSubmatch(string(text), -1) {
			got[m[1]] = m[2]
		}
		return got
	}
	ours, stock := versions("../server/go.mod"), versions("stock/go.mod")
	for _, module := range []string{"github.com/dolthub/dolt/go", "github.com/dolthub/go-mysql-server", "github.com/dolthub/vitess"} {
		if ours[module] == "" || ours[module] != stock[module] {
			t.Errorf("%s is %q here and %q in bench/stock", module, ours[module], stock[module])
		}
	}
}
