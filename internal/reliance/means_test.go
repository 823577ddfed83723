package reliance

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// means reports whether a node can read internals of a dependency, and returns its name.
func means(n ast.Node) (what string, ok bool) {
	switch n := n.(type) {
	case *ast.CallExpr:
		switch name := printed(n.Fun); {
		case strings.HasPrefix(name, "strings.") && len(n.Args) > 1 && isMessage(n.Args[0]):
			return "a text of an error", true
		case name == "uintptr" && len(n.Args) == 1 && isPointer(n.Args[0]):
			return "", false // an address as a number
		case slices.Contains([]string{"runtime.Callers", "runtime.CallersFrames", "runtime.FuncForPC", "runtime.Stack", "debug.Stack"}, name):
			return name, true
		case strings.HasSuffix(name, ".NumField"), strings.HasSuffix(name, ".PkgPath"), strings.HasSuffix(name, ".Id.String"):
			return name, true
		case (strings.HasSuffix(name, ".MatchString") || strings.HasSuffix(name, ".FindStringSubmatch")) && len(n.Args) == 1 && isMessage(n.Args[0]):
			return name, true
		}
	case *ast.SelectorExpr:
		x, _ := n.X.(*ast.Ident)
		if x != nil && x.Name == "unsafe" && slices.Contains([]string{"Add", "Offsetof", "Slice", "SliceData", "String", "StringData"}, n.Sel.Name) {
			return "unsafe." + n.Sel.Name, true
		}
		if slices.Contains([]string{"UnsafeAddr", "UnsafePointer"}, n.Sel.Name) {
			return n.Sel.Name, true
		}
	case *ast.StarExpr:
		if c, ok := n.X.(*ast.CallExpr); ok && len(c.Args) == 1 && isPointer(c.Args[0]) {
			return "unsafe.Pointer", true
		}
	}
	return "", false
}

func isPointer(e ast.Expr) bool {
	c, ok := e.(*ast.CallExpr)
	return ok && printed(c.Fun) == "unsafe.Pointer"
}

// matchedText is the text that an error's or a warning's is searched for, of which an error
// kind is made that stands for another's, or by which a metric of the runtime's is read.
func matchedText(n ast.Node, constants map[string]string) (text string, ok bool) {
	switch n := n.(type) {
	case *ast.CallExpr:
		name := printed(n.Fun)
		switch {
		case name == "goerrors.NewKind" && len(n.Args) == 1:
			return literal(n.Args[0])
		case strings.HasPrefix(name, "strings.") && len(n.Args) > 1 && isMessage(n.Args[0]):
			text, ok = textOf(n.Args[1], constants)
			return text, ok && len(text) > 3
		}
	case *ast.BinaryExpr:
		if (n.Op == token.EQL || n.Op == token.NEQ) && isMessage(n.X) {
			text, ok = textOf(n.Y, constants)
			return text, ok && text != ""
		}
	case *ast.KeyValueExpr:
		if k, ok := n.Key.(*ast.Ident); ok && k.Name == "Name" {
			if text, ok := literal(n.Value); ok && isMetric(text) {
				return text, true
			}
		}
	case *ast.CompositeLit:
		if len(n.Elts) > 0 {
			if text, ok := literal(n.Elts[0]); ok && isMetric(text) {
				return text, true
			}
		}
	case *ast.AssignStmt:
		if text, ok := literal(n.Rhs[0]); ok && isMetric(text) {
			return text, true
		}
	}
	return "", false
}

// textOf is the string that an expression is, by itself or by a constant's name.
func textOf(e ast.Expr, constants map[string]string) (text string, ok bool) {
	if v, is := e.(*ast.Ident); is {
		text, ok = constants[v.Name]
		return text, ok
	}
	return literal(e)
}

// isMetric reports whether a text is the name of a metric of the runtime's, "/x/y:unit".
func isMetric(text string) bool {
	return strings.HasPrefix(text, "/") && strings.Count(text, ":") == 1 && !strings.Contains(text, " ") && len(text) > 6
}

// isMessage reports whether an expression is the text of an error or warning, or the name of
// a function on the stack.
func isMessage(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CallExpr:
		return calledName(e.Fun) == "Error" && len(e.Args) == 0
	case *ast.SelectorExpr:
		return e.Sel.Name == "Message" || e.Sel.Name == "Function"
	case *ast.Ident:
		return e.Name == "message" || e.Name == "stack"
	}
	return false
}

// askedMethods are the methods of an interface without a name that a value is asked for: the
// compiler does not miss them.
func askedMethods(n ast.Node) (names []string) {
	a, ok := n.(*ast.TypeAssertExpr)
	if !ok {
		return nil
	}
	i, ok := a.Type.(*ast.InterfaceType)
	if !ok {
		return nil
	}
	for _, m := range i.Methods.List {
		for _, name := range m.Names {
			names = append(names, name.Name)
		}
	}
	return names
}
