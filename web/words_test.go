package web

import (
	"testing"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// TestWords: each of the Snowset's resources and operators is shown in words, and exported
// by its name.
func TestWords(t *testing.T) {
	for _, r := range snowset.Resources() {
		if c := inWords(resourceWords)(r.Column()); c.Text == r.Column() || c.Text == "" || c.Value != r.Column() {
			t.Errorf("%s: %+v", r.Column(), c)
		}
	}
	for _, o := range snowset.Operators() {
		if c := inWords(operatorWords)(o.Column()); c.Text == o.Column() || c.Text == "" || c.Value != o.Column() {
			t.Errorf("%s: %+v", o.Column(), c)
		}
	}
	for name, want := range map[string]string{activity.RunQueue: "waiting for a core", "wait/io/file/app/data": "wait/io/file/app/data"} {
		if got := resourceWords(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if c := inWords(resourceWords)(nil); c.Value != nil || c.Text != "–" {
		t.Errorf("nothing: %+v", c)
	}
}
