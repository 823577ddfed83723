package reliance

import (
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestReliances looks for what each entry names, in the version that this repository is built
// with.
func TestReliances(t *testing.T) {
	l := readList(t)
	if len(l.entries) < 100 {
		t.Fatalf("only %d entries found: the page is written otherwise now", len(l.entries))
	}
	dirs, packages := make(map[string]string), make(map[string]source)
	for _, e := range l.entries {
		t.Run(e.module+"/"+e.name+" "+e.is, func(t *testing.T) {
			if dirs[e.module] == "" {
				dirs[e.module] = moduleDir(t, e.module)
			}
			dir := filepath.Join(dirs[e.module], filepath.FromSlash(e.pkg()))
			s, ok := packages[dir]
			if !ok {
				s = parseDir(t, dir, false)
				packages[dir] = s
			}
			if err := e.check(t, s); err != nil {
				t.Errorf("%v: relied on by %s, see docs/reliances.md", err, strings.Join(e.files, ", "))
			}
		})
	}
}

// check returns an error if a package does not have what the entry names, as it is there.
func (e *entry) check(t *testing.T, s source) error {
	if test, ok := strings.CutPrefix(e.is, "test "); ok {
		return heldBy(t, test)
	}
	if len(s.files) == 0 {
		return fmt.Errorf("%s has no package %s", e.module, e.pkg())
	}
	if want, ok := e.text(); ok {
		return s.says(want)
	}
	name := e.symbol()
	var found bool
	switch {
	case e.is == "var":
		found = s.value(token.VAR, name)
	case e.is == "const":
		found = s.value(token.CONST, name)
	case e.is == "rule":
		found = s.rules()[name]
	case e.is == "function":
		found = s.function(name) != nil
	case e.is == "type":
		found = s.typeSpec(name) != nil
	case strings.HasPrefix(e.is, "func("):
		f := s.function(name)
		if found = f != nil; found && printed(f.Type) != e.is {
			return fmt.Errorf("%s is %s", e.name, printed(f.Type))
		}
	case strings.HasPrefix(e.is, "calls "):
		return s.calls(name, strings.Split(strings.TrimPrefix(e.is, "calls "), ", "))
	default:
		return s.field(name, e.is)
	}
	if !found {
		return fmt.Errorf("there is no %s %s", e.is, e.name)
	}
	return nil
}

// field returns an error if a struct's field, "Type.field", is not of a type. A type that ends
// in ", first" is of the struct's first field.
func (s source) field(name, is string) error {
	of, field, _ := strings.Cut(name, ".")
	spec := s.typeSpec(of)
	if spec == nil {
		return fmt.Errorf("there is no type %s", of)
	}
	st, ok := spec.Type.(*ast.StructType)
	if !ok {
		return fmt.Errorf("%s is no struct", of)
	}
	is, first := strings.CutSuffix(is, ", first")
	for i, f := range st.Fields.List {
		names := []string{strings.TrimPrefix(printed(f.Type), "*")}
		if len(f.Names) > 0 {
			names = nil
		}
		for _, n := range f.Names {
			names = append(names, n.Name)
		}
		for j, n := range names {
			if n[strings.LastIndexByte(n, '.')+1:] != field {
				continue
			}
			if got := printed(f.Type); got != is {
				return fmt.Errorf("%s is of type %s", name, got)
			}
			if first && i+j > 0 {
				return fmt.Errorf("%s is not the first field", name)
			}
			return nil
		}
	}
	return fmt.Errorf("%s has no field %s", of, field)
}

// calls returns an error if a function does not call others in that order.
func (s source) calls(name string, want []string) error {
	f := s.function(name)
	if f == nil {
		return fmt.Errorf("there is no %s", name)
	}
	var got []string
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			got = append(got, calledName(c.Fun))
		}
		return true
	})
	at := 0
	for _, called := range got {
		if at < len(want) && called == want[at] {
			at++
		}
	}
	if at < len(want) {
		return fmt.Errorf("%s does not call %s in that order: %s is missing", name, strings.Join(want, ", "), want[at])
	}
	return nil
}

// says returns an error if no string of the source has a text in it.
func (s source) says(want string) error {
	found := false
	s.literals(func(text string) { found = found || strings.Contains(text, want) })
	if !found {
		return fmt.Errorf("no string has %q in it", want)
	}
	return nil
}

// heldBy returns an error if there is no such test, "folder TestName".
func heldBy(t *testing.T, test string) error {
	dir, name, _ := strings.Cut(test, " ")
	files, err := filepath.Glob(filepath.Join(root, dir, "*_test.go"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no tests in %s", dir)
	}
	for _, file := range files {
		if declaresTest(t, file, name) {
			return nil
		}
	}
	return fmt.Errorf("there is no %s in %s, which holds it", name, dir)
}
