package top

import (
	"os"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/snowset"
)

// Every resource has a name, and it is the one that the pages in a browser have.
func TestKinds(t *testing.T) {
	chart, err := os.ReadFile("../../web/chart.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range snowset.Resources() {
		name := r.Column()
		kind, ok := kinds[name]
		if !ok {
			t.Errorf("%s has no name", name)
		}
		if !strings.Contains(string(chart), `{"`+kind+`", `) {
			t.Errorf("%s is called %q here alone", name, kind)
		}
	}
}
