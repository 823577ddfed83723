package window

import (
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// FIRST_VALUE(), LAST_VALUE(), LAG() and LEAD() over all rows, OVER (), the engine cannot run:
// what a window is divided and ordered by it counts among their arguments, of which there
// have to be two. So their window is divided by a literal, which is one part.

// WindowsOfAllRowsRule is the rule windows-of-all-rows.
var WindowsOfAllRowsRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "windows-of-all-rows", Changes: rule.Tree, About: rule.Windows,
		Why:      "The engine panics at FIRST_VALUE(), LAST_VALUE(), LAG() and LEAD() OVER (), which rolls the open transaction back.",
		NeededBy: rule.Data, Golden: "windows_of_all_rows",
	},
	Apply: step.TreeStep{Sought: step.SoughtOver, Apply: undividedWindowsIn, Programs: true},
}

// undividedWindowsIn divides them so.
func undividedWindowsIn(n sqlparser.SQLNode) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		f, ok := n.(*sqlparser.FuncExpr)
		if !ok || f.Over == nil || !f.Over.NameRef.IsEmpty() || len(f.Over.PartitionBy)+len(f.Over.OrderBy) > 0 {
			return true, nil
		}
		switch f.Name.Lowered() {
		case "first_value", "last_value", "lag", "lead":
			over := *f.Over
			over.PartitionBy = sqlparser.Exprs{sqlparser.NewStrVal(nil)}
			f.Over = &over
		}
		return true, nil
	}, n)
}
