package sqlerr

import (
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestErrorNumbers compares the numbers and SQLSTATEs of errors with those of the
// list of MySQL's errors.
func TestErrorNumbers(t *testing.T) {
	states := map[int]string{}
	schema, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range schema.Read().KnownErrors() {
		states[e.Number] = e.SQLState
	}
	seen := map[string]int{}
	for _, e := range errorTexts {
		if n := seen[e.kind.Message]; n != 0 && n != e.number {
			t.Errorf("%q is of errors %d and %d", e.kind.Message, n, e.number)
		}
		seen[e.kind.Message] = e.number
		switch state, known := states[e.number]; {
		case !known:
			t.Errorf("%q: MySQL has no error %d", e.kind.Message, e.number)
		case state != e.state:
			t.Errorf("%q: error %d has SQLSTATE %s, not %s", e.kind.Message, e.number, state, e.state)
		}
		if verbs := strings.Count(e.kind.Message, "%") - 2*strings.Count(e.kind.Message, "%%"); strings.Count(e.text, "$db.")+strings.Count(e.text, "$in.") > verbs {
			t.Errorf("%q has fewer parts than %q", e.kind.Message, e.text)
		}
	}
}
