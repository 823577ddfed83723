package window

import (
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// The engine takes OVER w for a window without ORDER BY, whatever w has: its frame is the
// whole partition. So what a window has is written where it is named.

// NamedWindowsRule is the rule named-windows.
var NamedWindowsRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "named-windows", Changes: rule.Tree, About: rule.Windows,
		Why:      "The engine ignores ORDER BY of a named window, so that its frame is the whole partition.",
		NeededBy: rule.Data, Golden: "windows_of_all_rows",
	},
	Apply: step.TreeStep{Sought: step.SoughtWindow | step.SoughtOver, Apply: namedWindowsIn, Programs: true},
}

// namedWindowsIn writes them there.
func namedWindowsIn(n sqlparser.SQLNode) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		s, ok := n.(*sqlparser.Select)
		if !ok || len(s.Window) == 0 {
			return true, nil
		}
		named := make(map[string]*sqlparser.WindowDef, len(s.Window))
		for _, w := range s.Window {
			if !HasWindow(w.PartitionBy, w.OrderBy) { // which might be of this one
				named[w.Name.Lowered()] = w
			}
		}
		inSelect := func(n sqlparser.SQLNode) (bool, error) {
			switch n := n.(type) {
			case *sqlparser.Subquery:
				return false, nil // has windows of its own
			case *sqlparser.FuncExpr:
				writeWindow(n.Over, named)
			}
			return true, nil
		}
		_ = syntaxtree.Walk(inSelect, s.SelectExprs, s.OrderBy)
		return true, nil
	}, n)
}

// writeWindow puts what a window has that is named, and others that it names, into an
// OVER. What is not allowed is left to the engine to refuse.
func writeWindow(over *sqlparser.Over, named map[string]*sqlparser.WindowDef) {
	for range named { // none is named by itself
		if over == nil || over.NameRef.IsEmpty() {
			return
		}
		w := named[over.NameRef.Lowered()]
		if w == nil || len(over.PartitionBy) > 0 || len(over.OrderBy) > 0 && len(w.OrderBy) > 0 {
			return
		}
		alone := len(over.OrderBy) == 0 && over.Frame == nil
		if w.Frame != nil && !alone {
			return
		}
		out := *over
		out.NameRef, out.PartitionBy = w.NameRef, w.PartitionBy
		if len(w.OrderBy) > 0 {
			out.OrderBy = w.OrderBy
		}
		if w.Frame != nil {
			out.Frame = w.Frame
		}
		*over = out
	}
}
