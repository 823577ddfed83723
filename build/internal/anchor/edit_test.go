package anchor

import (
	"errors"
	"go/format"
	"strings"
	"testing"
)

const source = `package runtime

type g struct {
	a int // the first
	b struct{ c int }
}

func park(reason int) {
	before()
	if reason > 1 {
		mcall(park_m) // once
	}
	// a comment
	twice()
	twice()
}

func (t *timer) stop() {
	t.lock()
}

func (t timer) when() {
	t.lock()
}

func park_m()
`

// known is the fingerprint of a declaration of the source.
func known(t *testing.T, decl string, where Place) []string {
	t.Helper()
	_, err := Apply([]byte(source), []Edit{{Decl: decl, Where: where, At: "x()"}})
	var e *UnknownError
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	return []string{e.Fingerprint}
}

func TestApply(t *testing.T) {
	park := known(t, "park", Before)
	edited, err := Apply([]byte(source), []Edit{
		{Name: "end", Decl: "park", At: "mcall( park_m )", Where: Behind, Text: "ended()", Known: park},
		{Name: "begin", Decl: "park", At: "before()", Where: Before, Text: "begun()", Known: park},
		{Name: "word", Decl: "g", Where: End, Text: "word uintptr", Known: known(t, "g", End)},
		{Name: "method", Decl: "(*timer).stop", At: "t.lock()", Where: Before, Text: "a()", Known: known(t, "(*timer).stop", Before)},
		{Name: "value", Decl: "timer.when", At: "t.lock()", Where: Behind, Text: "b()", Known: known(t, "timer.when", Before)},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"begun(); before()\n", "mcall(park_m); ended() // once\n", "\n word uintptr }\n", "a(); t.lock()\n", "t.lock(); b()\n"} {
		if !strings.Contains(string(edited), want) {
			t.Errorf("the source has no %q:\n%s", want, edited)
		}
	}
	if got, want := strings.Count(string(edited), "\n"), strings.Count(source, "\n"); got != want {
		t.Errorf("%d lines, want %d", got, want)
	}
	if _, err := format.Source(edited); err != nil {
		t.Error(err)
	}
}

// TestRename holds that the name alone of a function, or method, becomes another, and that its body can
// be edited as well.
func TestRename(t *testing.T) {
	edited, err := Apply([]byte(source), []Edit{
		{Name: "method", Decl: "timer.when", Where: Rename, Text: "renamedWhen", Known: known(t, "timer.when", Rename)},
		{Name: "function", Decl: "park", Where: Rename, Text: "renamedPark", Known: known(t, "park", Rename)},
		{Name: "body", Decl: "park", At: "before()", Where: Before, Text: "begun()", Known: known(t, "park", Before)},
	})
	want := strings.NewReplacer("func park(", "func renamedPark(", ") when(", ") renamedWhen(", "before()", "begun(); before()").Replace(source)
	if err != nil || string(edited) != want {
		t.Errorf("%v:\n%s", err, edited)
	}
}

func TestApplyRefuses(t *testing.T) {
	park := known(t, "park", Before)
	for _, e := range []Edit{
		{Name: "missing", Decl: "park", At: "nothing()", Known: park},
		{Name: "double", Decl: "park", At: "twice()", Known: park},
		{Name: "function", Decl: "unpark", At: "before()", Known: park},
		{Name: "bodyless", Decl: "park_m", At: "before()", Known: park},
		{Name: "struct", Decl: "m", Where: End, Text: "a int", Known: park},
	} {
		edited, err := Apply([]byte(source), []Edit{e})
		var not *NotFoundError
		if !errors.As(err, &not) || !errors.Is(err, ErrChanged) || not.Anchor != e.Name || edited != nil {
			t.Errorf("%s: Apply returned %v", e.Name, err)
		}
	}
	_, err := Apply([]byte(source), []Edit{{Name: "lines", Decl: "park", At: "before()", Text: "a()\nb()", Known: park}})
	if err == nil {
		t.Error("a text of two lines was put in")
	}
	if _, err := Apply([]byte("package"), []Edit{{Name: "syntax", Decl: "park"}}); err == nil || errors.Is(err, ErrChanged) {
		t.Error("a file that is no Go: ", err)
	}
	if edited, err := Apply([]byte(source), nil); err != nil || string(edited) != source {
		t.Error("no edit: ", err)
	}
}

// TestFingerprint holds that comments and spaces do not change a fingerprint, and that each
// token does.
func TestFingerprint(t *testing.T) {
	park := known(t, "park", Before)
	apply := func(from, to string) error {
		changed := strings.Replace(source, from, to, 1)
		if changed == source {
			t.Fatalf("the source has no %q", from)
		}
		_, err := Apply([]byte(changed), []Edit{{Name: "begin", Decl: "park", At: "before()", Text: "begun()", Known: park}})
		return err
	}
	for from, to := range map[string]string{"// a comment": "// another", "reason > 1": "reason>1 ", "type g": "type h", "	before()": "\n\n\tbefore()"} {
		if err := apply(from, to); err != nil {
			t.Errorf("%q for %q: %v", to, from, err)
		}
	}
	for from, to := range map[string]string{"reason > 1": "reason > 2", "mcall(": "xcall(", "reason int": "reason uint", "twice()\n": "twice(); twice()\n"} {
		var unknown *UnknownError
		if err := apply(from, to); !errors.As(err, &unknown) || !errors.Is(err, ErrChanged) || unknown.Anchor != "begin" {
			t.Errorf("%q for %q: %v", to, from, err)
		}
	}
}
