package reliance

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strings"
)

// usesOf are the uses of a package's files.
func (o *own) usesOf(dir string) (uses []use) {
	s := o.packages[dir]
	finder := fieldFinder{helpers: map[string]int{"FieldByName": 0}}
	for finder.learn(s) {
	}
	constants := s.constants()
	for base, f := range s.files {
		file := path.Join(dir, base)
		add := func(what string, listed func(*entry) bool) { uses = append(uses, use{file, what, listed, false}) }
		for _, name := range finder.names(f) {
			add("the field "+name, func(e *entry) bool { return strings.HasSuffix(e.symbol(), "."+name) })
		}
		for _, target := range linknames(f) {
			add("go:linkname "+target, func(e *entry) bool {
				return e.name == target || e.module+"/"+e.name == target
			})
		}
		for _, name := range versionTags(f) {
			add("the build tag "+name, nil)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if text, ok := literal(n); ok && o.rules[text] && strings.HasPrefix(dir, "gms") {
				add("the rule "+text, func(e *entry) bool { return e.is == "rule" && e.symbol() == text })
			}
			if text, ok := literal(n); ok && o.batches[text] && strings.HasPrefix(dir, "gms") {
				add("the batch "+text, func(e *entry) bool { is, _ := e.text(); return is == text })
			}
			if text, ok := matchedText(n, constants); ok {
				uses = append(uses, use{file, "the text " + text, func(e *entry) bool { return e.isPartOf(text) }, true})
			}
			if what, ok := means(n); ok {
				add(what, nil)
			}
			for _, m := range askedMethods(n) {
				if !o.methods[m] {
					add("the method "+m, func(e *entry) bool { return strings.HasSuffix("."+e.symbol(), "."+m) })
				}
			}
			return true
		})
	}
	return uses
}

// fieldFinder finds the names of fields that are looked for by reflection: those that
// FieldByName is given, and what functions are given that hand a parameter on to it.
type fieldFinder struct{ helpers map[string]int } // which parameter

// learn finds helpers in a package; it reports whether there were new ones.
func (f fieldFinder) learn(s source) (more bool) {
	note := func(name string, t *ast.FuncType, body ast.Node) {
		if _, known := f.helpers[name]; known || name == "_" {
			return
		}
		ast.Inspect(body, func(n ast.Node) bool {
			if arg, ok := f.argument(n).(*ast.Ident); ok {
				if i := slices.Index(parameters(t), arg.Name); i >= 0 {
					f.helpers[name], more = i, true
				}
			}
			return true
		})
	}
	for _, file := range s.files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Body != nil {
					note(n.Name.Name, n.Type, n.Body)
				}
			case *ast.AssignStmt:
				for i, to := range n.Lhs {
					if fn, ok := n.Rhs[min(i, len(n.Rhs)-1)].(*ast.FuncLit); ok {
						note(calledName(to), fn.Type, fn.Body)
					}
				}
			}
			return true
		})
	}
	return more
}

// argument is the name that a call gives FieldByName or a helper; nil for other nodes.
func (f fieldFinder) argument(n ast.Node) ast.Expr {
	c, ok := n.(*ast.CallExpr)
	if !ok {
		return nil
	}
	i, ok := f.helpers[calledName(c.Fun)]
	if !ok || i >= len(c.Args) {
		return nil
	}
	return c.Args[i]
}

// names are the fields that a file looks for; "?" is one of which the name cannot be told.
func (f fieldFinder) names(file *ast.File) (names []string) {
	ranged := make(map[string][]string) // variables that go through lists of strings
	parameter := make(map[string]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			list, isList := n.X.(*ast.CompositeLit)
			v, isVariable := n.Value.(*ast.Ident)
			if isList && isVariable {
				for _, e := range list.Elts {
					if text, ok := literal(e); ok {
						ranged[v.Name] = append(ranged[v.Name], text)
					}
				}
			}
		case *ast.FuncType:
			for _, name := range parameters(n) {
				parameter[name] = true
			}
		}
		arg := f.argument(n)
		if arg == nil {
			return true
		}
		v, _ := arg.(*ast.Ident)
		switch text, ok := literal(arg); {
		case ok:
			names = append(names, text)
		case v != nil && len(ranged[v.Name]) > 0:
			names = append(names, ranged[v.Name]...)
		case v == nil || !parameter[v.Name]:
			names = append(names, "?")
		}
		return true
	})
	return names
}

func parameters(t *ast.FuncType) (names []string) {
	for _, p := range t.Params.List {
		for _, n := range p.Names {
			names = append(names, n.Name)
		}
	}
	return names
}

// linknames are the targets of a file's go:linkname directives.
func linknames(f *ast.File) (targets []string) {
	for _, g := range f.Comments {
		for _, c := range g.List {
			if words := strings.Fields(c.Text); len(words) == 3 && words[0] == "//go:linkname" {
				targets = append(targets, words[2])
			}
		}
	}
	return targets
}

// versionTags are the versions of Go that a file's build constraint names.
func versionTags(f *ast.File) (tags []string) {
	for _, g := range f.Comments {
		for _, c := range g.List {
			if constraint, ok := strings.CutPrefix(c.Text, "//go:build "); ok {
				for _, word := range strings.FieldsFunc(constraint, func(r rune) bool { return strings.ContainsRune("!&|() ", r) }) {
					if strings.HasPrefix(word, "go1.") {
						tags = append(tags, word)
					}
				}
			}
		}
	}
	return tags
}

// constants are a package's constants that are strings.
func (s source) constants() map[string]string {
	texts := make(map[string]string)
	s.specs(func(tok token.Token, spec ast.Spec) {
		if v, ok := spec.(*ast.ValueSpec); ok && tok == token.CONST {
			for i := range min(len(v.Names), len(v.Values)) {
				if text, ok := literal(v.Values[i]); ok {
					texts[v.Names[i].Name] = text
				}
			}
		}
	})
	return texts
}
