package names

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/build/internal/report"
)

// A site is a line of a file that may wait.
type site struct {
	file string
	line int
	kind report.Kind
}

// waiting are the functions that wait for their receiver.
var waiting = []string{
	"(*sync.Mutex).Lock", "(*sync.RWMutex).Lock", "(*sync.RWMutex).RLock", "(*sync.Cond).Wait", "(*sync.WaitGroup).Wait", "(*sync.Once).Do",
}

// A finder goes through the files of one package.
type finder struct {
	files    *token.FileSet
	info     *types.Info
	function string // that is gone through
	found    map[site][]string
}

// find returns the names of each line that may wait.
func find(files *token.FileSet, syntax []*ast.File, info *types.Info) map[site][]string {
	f := &finder{files, info, "", make(map[site][]string)}
	for _, file := range syntax {
		for _, d := range file.Decls {
			f.function = file.Name.Name
			if fn, ok := d.(*ast.FuncDecl); ok {
				f.function = file.Name.Name + "." + functionName(fn)
			}
			ast.Inspect(d, f.look)
		}
	}
	return f.found
}

func functionName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) != 1 {
		return fn.Name.Name
	}
	receiver := fn.Recv.List[0].Type
	for {
		switch t := receiver.(type) {
		case *ast.StarExpr:
			receiver = t.X
		case *ast.IndexExpr:
			receiver = t.X
		case *ast.IndexListExpr:
			receiver = t.X
		case *ast.Ident:
			return t.Name + "." + fn.Name.Name
		default:
			return fn.Name.Name
		}
	}
}

// look takes down a node that may wait.
func (f *finder) look(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		if s, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok {
			if fn, ok := f.info.Uses[s.Sel].(*types.Func); ok && slices.Contains(waiting, fn.FullName()) {
				f.add(report.Sync, f.receiver(s), n.Pos(), s.Sel.Pos())
			}
		}
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			f.add(report.Chan, f.name(n.X), n.Pos(), n.Pos())
		}
	case *ast.SendStmt:
		f.add(report.Chan, f.name(n.Chan), n.Pos(), n.Arrow)
	case *ast.RangeStmt:
		if t := f.info.TypeOf(n.X); t != nil {
			if _, ok := t.Underlying().(*types.Chan); ok {
				f.add(report.Chan, f.name(n.X), n.For, n.X.Pos())
			}
		}
	case *ast.SelectStmt:
		f.add(report.Select, f.cases(n), n.Pos(), n.Pos())
	}
	return true
}

// cases names the channels of a select, "" if one has no name.
func (f *finder) cases(n *ast.SelectStmt) string {
	var all []string
	for _, c := range n.Body.List {
		name := ""
		switch c := c.(*ast.CommClause).Comm.(type) {
		case nil: // default
			return ""
		case *ast.SendStmt:
			name = f.name(c.Chan)
		case *ast.ExprStmt:
			name = f.received(c.X)
		case *ast.AssignStmt:
			name = f.received(c.Rhs[0])
		}
		if name == "" {
			return ""
		}
		if !slices.Contains(all, name) { // two tickers' channels are called alike
			all = append(all, name)
		}
	}
	return strings.Join(distinct(all), " or ")
}

func (f *finder) received(x ast.Expr) string {
	if u, ok := ast.Unparen(x).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
		return f.name(u.X)
	}
	return ""
}

// add takes down a name at the lines of two positions: of a call over several lines, the
// compiler has one or the other.
func (f *finder) add(kind report.Kind, name string, at ...token.Pos) {
	if name == "" {
		return
	}
	for _, p := range at {
		position := f.files.Position(p)
		// A line directive may name a file of another directory; functions have only the last part.
		s := site{path.Base(filepath.ToSlash(position.Filename)), position.Line, kind}
		if !slices.Contains(f.found[s], name) {
			f.found[s] = append(f.found[s], name)
		}
	}
}
