package perfschema_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestConsumers compares the consumers and what is on with MySQL's.
func TestConsumers(t *testing.T) {
	text, err := os.ReadFile("testdata/mysql-consumers.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for line := range strings.Lines(string(text)) {
		if name, on, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && on != "default" {
			want = append(want, name+" "+strings.ToLower(on))
		}
	}
	for _, c := range perfschema.Consumers() {
		on := " false"
		if c.Default() {
			on = " true"
		}
		got = append(got, c.String()+on)
		if named, ok := perfschema.ParseConsumer(c.String()); !ok || named != c {
			t.Errorf("%s is found as %v", c, named)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
