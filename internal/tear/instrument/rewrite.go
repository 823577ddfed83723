package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

const tearPath = "github.com/perfschema/perfschema/internal/tear"

// edit replaces so many bytes at an offset.
type edit struct {
	at, drop int
	text     string
}

// rewriter makes the copy of a file.
type rewriter struct {
	info  *types.Info
	file  *token.File
	text  []byte
	edits []edit
	// kept are expressions that stay as they are: what is assigned to, or has its
	// address taken.
	kept map[ast.Expr]bool
}

// rewrite notes what is to be changed; false if there is nothing.
func (r *rewriter) rewrite(f *ast.File) bool {
	r.kept = make(map[ast.Expr]bool)
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || strings.Contains(pragmas(fn), "go:nosplit") {
			continue
		}
		r.walk(fn.Body)
	}
	if len(r.edits) == 0 {
		return false
	}
	r.edit(f.Name.End(), 0, `; import tear "`+tearPath+`"`)
	return true
}

func pragmas(fn *ast.FuncDecl) (all string) {
	if fn.Doc != nil {
		for _, c := range fn.Doc.List {
			all += c.Text + "\n"
		}
	}
	return all
}

func (r *rewriter) edit(at token.Pos, drop int, text string) {
	r.edits = append(r.edits, edit{r.file.Offset(at), drop, text})
}

// apply makes the changes. Of two at one place the one that was noted first comes
// first.
func (r *rewriter) apply() []byte {
	slices.SortStableFunc(r.edits, func(a, b edit) int { return a.at - b.at })
	var out []byte
	at := 0
	for _, e := range r.edits {
		out = append(out, r.text[at:e.at]...)
		out = append(out, e.text...)
		at = e.at + e.drop
	}
	return append(out, r.text[at:]...)
}

func (r *rewriter) walk(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			r.pauses(n.List)
		case *ast.CaseClause:
			r.pauses(n.Body)
		case *ast.CommClause:
			r.pauses(n.Body)
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				r.kept[ast.Unparen(x)] = true
			}
			r.store(n)
		case *ast.IncDecStmt:
			r.kept[ast.Unparen(n.X)] = true
		case *ast.RangeStmt:
			for _, x := range []ast.Expr{n.Key, n.Value} {
				if x != nil {
					r.kept[ast.Unparen(x)] = true
				}
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				r.kept[ast.Unparen(n.X)] = true
			}
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok {
				if p, ok := s.X.(*ast.Ident); ok && p.Name == "unsafe" {
					return false
				}
			}
		case *ast.SelectorExpr:
			// What a field is chosen from, or a method is called on, is not copied
			// for that.
			if t := r.info.TypeOf(n.X); t != nil && !pointed(t) {
				r.kept[ast.Unparen(n.X)] = true
			}
			r.load(n)
		case *ast.IndexExpr:
			if t := r.info.TypeOf(n.X); t != nil && isArray(t) {
				r.kept[ast.Unparen(n.X)] = true
			}
			r.load(n)
		case *ast.SliceExpr:
			if t := r.info.TypeOf(n.X); t != nil && (isArray(t) || pointed(t)) {
				r.kept[ast.Unparen(n.X)] = true // Go 1.26 cannot compile p[:] of a pointer that a generic function gives
			}
		case *ast.StarExpr:
			r.load(n)
		case ast.Expr:
			if v, ok := r.info.Types[n]; ok && v.IsType() {
				return false
			}
		}
		return true
	})
}

// pauses puts a pause before each statement.
func (r *rewriter) pauses(list []ast.Stmt) {
	for _, s := range list {
		switch s.(type) {
		case *ast.EmptyStmt, *ast.CaseClause, *ast.CommClause:
		default:
			r.edit(s.Pos(), 0, "tear.Pause(); ")
		}
	}
}

// load has what is read through a pointer read in steps.
func (r *rewriter) load(x ast.Expr) {
	v, ok := r.info.Types[x]
	if !ok || r.kept[x] || !v.IsValue() || !r.shared(x) || !copied(v.Type) {
		return
	}
	if s, ok := x.(*ast.StarExpr); ok {
		r.edit(s.Star, 1, "tear.Load(")
	} else {
		r.edit(x.Pos(), 0, "tear.Load(&")
	}
	r.edit(x.End(), 0, ")")
}

// store has what is stored through a pointer stored in steps.
func (r *rewriter) store(n *ast.AssignStmt) {
	if n.Tok != token.ASSIGN || len(n.Lhs) != 1 {
		return
	}
	x := ast.Unparen(n.Lhs[0])
	v, ok := r.info.Types[x]
	if !ok || !r.shared(x) || !copied(v.Type) {
		return
	}
	if s, ok := x.(*ast.StarExpr); ok {
		r.edit(s.Star, 1, "tear.Store(")
	} else {
		r.edit(x.Pos(), 0, "tear.Store(&")
	}
	r.edit(x.End(), 0, ")")
	r.edit(n.TokPos, 1, "(")
	r.edit(n.Rhs[0].End(), 0, ")")
}

// shared says whether an expression is a variable that others may have a pointer
// to: one that is reached through a pointer or a slice itself.
func (r *rewriter) shared(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.StarExpr:
		return true
	case *ast.SelectorExpr:
		s := r.info.Selections[x]
		return s != nil && s.Kind() == types.FieldVal && (s.Indirect() || r.shared(x.X))
	case *ast.IndexExpr:
		t := r.info.TypeOf(x.X)
		if t == nil {
			return false
		}
		switch t := t.Underlying().(type) {
		case *types.Slice:
			return true
		case *types.Pointer:
			return isArray(t.Elem())
		case *types.Array:
			return r.shared(x.X)
		}
	}
	return false
}

func pointed(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return true
	}
	return false
}

func isArray(t types.Type) bool {
	_, ok := t.Underlying().(*types.Array)
	return ok
}

// copied says whether values of a type may be copied: not locks and atomic words.
// An array is copied along with what it is part of, and not else.
func copied(t types.Type) bool { return !isArray(t) && plain(t) }

func plain(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
		switch n.Obj().Pkg().Name() {
		case "sync", "atomic", "relaxed", "seqlock":
			return false
		}
	}
	switch t := t.Underlying().(type) {
	case *types.Struct:
		for i := range t.NumFields() {
			if !plain(t.Field(i).Type()) {
				return false
			}
		}
	case *types.Array:
		return plain(t.Elem())
	}
	return true
}
