package names

import (
	"go/ast"
	"go/types"
)

// receiver names what a method of package sync is called of. A promoted method's is the
// embedded field.
func (f *finder) receiver(s *ast.SelectorExpr) string {
	selection := f.info.Selections[s]
	if selection == nil {
		return ""
	}
	index := selection.Index()
	if len(index) == 1 {
		return f.name(s.X)
	}
	return f.field(f.name(s.X), selection.Recv(), index[:len(index)-1])
}

// field names the field that a path of indexes leads to: by the named type that has it, or by
// the name of the value if that has none.
func (f *finder) field(base string, t types.Type, index []int) string {
	for _, i := range index {
		if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
			base = n.Obj().Pkg().Name() + "." + n.Obj().Name()
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok || base == "" {
			return ""
		}
		base += "." + s.Field(i).Name()
		t = s.Field(i).Type()
	}
	return base
}

// name names a value: "" if it has no name.
func (f *finder) name(x ast.Expr) string {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		v, ok := f.info.ObjectOf(x).(*types.Var)
		switch {
		case !ok:
			return ""
		case v.Pkg() != nil && v.Parent() == v.Pkg().Scope():
			return v.Pkg().Name() + "." + v.Name()
		case v.Kind() == types.ParamVar: // its caller knows it by another name
			return f.function + "(" + v.Name() + ")"
		}
		return f.function + "." + v.Name()
	case *ast.SelectorExpr:
		if selection := f.info.Selections[x]; selection != nil {
			if selection.Kind() != types.FieldVal {
				return ""
			}
			return f.field(f.name(x.X), selection.Recv(), selection.Index())
		}
		if v, ok := f.info.Uses[x.Sel].(*types.Var); ok && v.Pkg() != nil { // of another package
			return v.Pkg().Name() + "." + v.Name()
		}
	case *ast.StarExpr:
		return f.name(x.X)
	case *ast.UnaryExpr:
		return f.name(x.X)
	case *ast.IndexExpr:
		if base := f.name(x.X); base != "" {
			return base + "[]"
		}
	case *ast.CallExpr:
		return f.call(x)
	}
	return ""
}

// call names what a function returns: context.Context.Done().
func (f *finder) call(x *ast.CallExpr) string {
	var id *ast.Ident
	switch fun := ast.Unparen(x.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return ""
	}
	fn, ok := f.info.Uses[id].(*types.Func)
	if !ok || fn.Pkg() == nil {
		return ""
	}
	name := fn.Name() + "()"
	if r := fn.Signature().Recv(); r != nil {
		t := r.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := types.Unalias(t).(*types.Named); ok {
			name = n.Obj().Name() + "." + name
		}
	}
	return fn.Pkg().Name() + "." + name
}
