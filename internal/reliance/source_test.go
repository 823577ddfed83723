package reliance

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// source is a package of Go files, as one build of them has it.
type source struct {
	files map[string]*ast.File // by their names
}

// parseDir reads the Go files of a folder, without tests. If any, those of every platform.
func parseDir(t *testing.T, dir string, anyPlatform bool) source {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	build := build.Default
	build.BuildTags = append(slices.Clone(build.BuildTags), "gms_pure_go")
	s := source{make(map[string]*ast.File)}
	for _, name := range names {
		base := filepath.Base(name)
		if strings.HasSuffix(base, "_test.go") {
			continue
		}
		if fits, err := build.MatchFile(dir, base); !anyPlatform && (err != nil || !fits) {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		s.files[base] = f
	}
	return s
}

// goCommand runs the go command in the repository's folder and returns what it prints.
func goCommand(t *testing.T, arguments ...string) string {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command: ", err)
	}
	c := exec.Command("go", arguments...)
	c.Dir = root
	out, err := c.Output()
	if err != nil {
		if _, missing := os.Stat(filepath.Join(root, "go.work")); missing != nil {
			t.Skip("the other modules are not here: ", missing)
		}
		t.Fatalf("go %s: %v", strings.Join(arguments, " "), err)
	}
	return strings.TrimSpace(string(out))
}

// moduleDir is where the source of a module is; "std" is Go's own.
func moduleDir(t *testing.T, module string) string {
	t.Helper()
	if module == "std" {
		return filepath.Join(goCommand(t, "env", "GOROOT"), "src")
	}
	return goCommand(t, "list", "-m", "-f", "{{.Dir}}", module)
}

// printed is source text of an expression or type, on one line.
func printed(n any) string {
	var b bytes.Buffer
	_ = printer.Fprint(&b, token.NewFileSet(), n)
	return strings.Join(strings.Fields(b.String()), " ")
}

// typeSpec is the declaration of a type; nil if there is none.
func (s source) typeSpec(name string) (found *ast.TypeSpec) {
	s.specs(func(_ token.Token, spec ast.Spec) {
		if t, ok := spec.(*ast.TypeSpec); ok && t.Name.Name == name {
			found = t
		}
	})
	return found
}

// value reports whether a variable or constant of that name is declared.
func (s source) value(of token.Token, name string) (found bool) {
	s.specs(func(tok token.Token, spec ast.Spec) {
		if v, ok := spec.(*ast.ValueSpec); ok && tok == of {
			found = found || slices.ContainsFunc(v.Names, func(n *ast.Ident) bool { return n.Name == name })
		}
	})
	return found
}

func (s source) specs(do func(token.Token, ast.Spec)) {
	for _, f := range s.files {
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok {
				for _, spec := range g.Specs {
					do(g.Tok, spec)
				}
			}
		}
	}
}

// function is the declaration of a function or, as in "(*T).Name" and "T.Name", a method.
func (s source) function(name string) *ast.FuncDecl {
	for _, f := range s.files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && symbolOf(fn) == name {
				return fn
			}
		}
	}
	return nil
}

func symbolOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	of := f.Recv.List[0].Type
	if p, ok := of.(*ast.StarExpr); ok {
		return "(*" + printed(p.X) + ")." + f.Name.Name
	}
	return printed(of) + "." + f.Name.Name
}

// rules are the names of the rules of an analyzer: comments behind their constants.
func (s source) rules() map[string]bool {
	rules := make(map[string]bool)
	s.specs(func(tok token.Token, spec ast.Spec) {
		if v, ok := spec.(*ast.ValueSpec); ok && tok == token.CONST && v.Comment != nil && strings.HasSuffix(v.Names[0].Name, "Id") {
			rules[strings.TrimSpace(v.Comment.Text())] = true
		}
	})
	return rules
}

// batches are the names of the batches of an analyzer's rules.
func (s source) batches() map[string]bool {
	batches := make(map[string]bool)
	for _, f := range s.files {
		ast.Inspect(f, func(n ast.Node) bool {
			if kv, ok := n.(*ast.KeyValueExpr); ok && printed(kv.Key) == "Desc" {
				if text, ok := literal(kv.Value); ok {
					batches[text] = true
				}
			}
			return true
		})
	}
	return batches
}

// literals calls do for each string in the source.
func (s source) literals(do func(text string)) {
	for _, f := range s.files {
		ast.Inspect(f, func(n ast.Node) bool {
			if text, ok := literal(n); ok {
				do(text)
			}
			return true
		})
	}
}

func literal(n ast.Node) (text string, ok bool) {
	l, ok := n.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(l.Value)
	return text, err == nil
}
