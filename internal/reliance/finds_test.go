package reliance

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

func parsed(t *testing.T, text string) source {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "it.go", "package it\n"+text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return source{map[string]*ast.File{"it.go": f}}
}

// TestChangesAreFound shows that an entry fails for what has another name, type or order.
func TestChangesAreFound(t *testing.T) {
	s := parsed(t, `
type T struct { first int; Embedded; list []*sync.Mutex }
func (t *T) Do(n int) error { t.before(); defer t.after(); return errors.New("no room left") }
var v = 1
const theRuleId = iota // theRule
`)
	for _, c := range []struct {
		name, is string
		holds    bool
	}{
		{"it.T.list", "[]*sync.Mutex", true}, {"it.T.list", "[]sync.Mutex", false}, {"it.T.lists", "[]*sync.Mutex", false}, {"it.U.list", "[]*sync.Mutex", false},
		{"it.T.first", "int, first", true}, {"it.T.list", "[]*sync.Mutex, first", false}, {"it.T.Embedded", "Embedded", true},
		{"it.(*T).Do", "func(n int) error", true}, {"it.(*T).Do", "func(n int)", false}, {"it.T.Do", "func(n int) error", false},
		{"it.(*T).Do", "calls before, after, New", true}, {"it.(*T).Do", "calls after, before", false}, {"it.(*T).Do", "calls between", false},
		{"it", `text "no room"`, true}, {"it", `text "no space"`, false},
		{"it.(*T).Do", "function", true}, {"it.Do", "function", false}, {"it.v", "var", true}, {"it.w", "var", false}, {"it.v", "const", false}, {"it.T", "type", true}, {"it.U", "type", false},
		{"it.theRule", "rule", true}, {"it.otherRule", "rule", false},
		{"it", "test internal/reliance TestChangesAreFound", true}, {"it", "test internal/reliance TestOfNobody", false},
	} {
		e := entry{name: c.name, is: c.is}
		if err := e.check(t, s); (err == nil) != c.holds {
			t.Errorf("%s %s: %v", c.name, c.is, err)
		}
	}
}

// TestUsesAreFound shows what is found in source that relies on others.
func TestUsesAreFound(t *testing.T) {
	s := parsed(t, `
//go:build linux && !go1.28

//go:linkname locks other/module.locks
var locks int
func private[T any](v reflect.Value, name string) *T { return field(v, name) }
func field(v reflect.Value, of string) any { return v.FieldByName(of) }
func f(v reflect.Value, err error, n *Node) {
	v.FieldByName("a")
	_ = private[int](v, "b")
	for _, name := range []string{"c", "d"} { v.FieldByName(name) }
	v.FieldByName(v.String())
	if strings.Contains(err.Error(), missing) || err.Error() == "is gone" {}
	if n, ok := any(n).(interface{ Hidden() int }); ok {}
	_ = *(*int)(unsafe.Pointer(n))
	_ = uint64(uintptr(unsafe.Pointer(n))) + uint64(unsafe.Sizeof(*n))
	runtime.Callers(1, nil)
	use("theRule", "a-batch")
}
const missing = "not found"
`)
	o := own{map[string]source{"gms/it": s}, map[string]bool{}, map[string]bool{"theRule": true}, map[string]bool{"a-batch": true}}
	var got []string
	for _, u := range o.usesOf("gms/it") {
		got = append(got, u.what)
	}
	slices.Sort(got)
	const want = "a text of an error; go:linkname other/module.locks; runtime.Callers; the batch a-batch; the build tag go1.28; the field ?; the field a; the field b; the field c; the field d; " +
		"the method Hidden; the rule theRule; the text is gone; the text not found; unsafe.Pointer"
	if got := strings.Join(got, "; "); got != want {
		t.Errorf("found %s\nand not %s", got, want)
	}
}
