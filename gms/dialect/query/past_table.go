package query

import (
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// PastTable stands with the check of the rights to a table that is read as it was at another
// time. It is the stored table, also where the session has a temporary one of its name.
type PastTable struct{}

// PastTablesRule is the rule past-tables.
var PastTablesRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "past-tables", Changes: rule.Tree, About: rule.Queries,
		Why:      "A table that is read AS OF another time is the stored table, also where the session has a temporary one of its name; the check of rights learns this here.",
		NeededBy: rule.Rights, Golden: "hidden_tables",
	},
	Apply: step.TreeStep{Sought: step.SoughtPast, Apply: pastTablesIn, Programs: true},
}

// pastTablesIn marks those of a statement.
func pastTablesIn(stmt sqlparser.SQLNode) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if t, ok := n.(*sqlparser.AliasedTableExpr); ok && t != nil && t.AsOf != nil {
			MarkPast(t)
		}
		return true, nil
	}, stmt)
}

// MarkPast marks a table that is read as it was at another time.
func MarkPast(t *sqlparser.AliasedTableExpr) {
	if t.Auth.Extra == nil {
		t.Auth.Extra = PastTable{}
	}
}
