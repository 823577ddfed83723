package grammar

import (
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// NameCollation adds to SET NAMES the collation that its text names, which the engine's
// parser reads and forgets. text is the statement's.
func NameCollation(stmt sqlparser.Statement, text string) {
	set, ok := stmt.(*sqlparser.Set)
	if !ok || len(set.Exprs) != 1 || !set.Exprs[0].Name.EqualString("names") {
		return
	}
	words := strings.Fields(strings.TrimRight(text, "; \t\r\n"))
	const collate, collation = 3, 4 // SET NAMES utf8mb4 COLLATE ...
	if len(words) != collation+1 || !strings.EqualFold(words[collate], "collate") {
		return
	}
	set.Exprs = append(set.Exprs, &sqlparser.SetVarExpr{
		Name: sqlparser.NewColName("collation_connection"),
		Expr: sqlparser.NewStrVal([]byte(strings.Trim(words[collation], "'\"`"))),
	})
}
