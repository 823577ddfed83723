package privilege

import (
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// CURRENT_USER() is the account whose rights count: in what runs with its definer's it is the
// definer, whoever the session's account is.

const currentUser = "current_user"

// NamesCurrentUser says whether a text may ask for CURRENT_USER().
func NamesCurrentUser(text string) bool {
	const from = len("current")
	for at := 0; ; at++ {
		i := strings.IndexByte(text[at:], currentUser[from])
		if i < 0 {
			return false
		}
		at += i
		if first := at - from; first >= 0 && first+len(currentUser) <= len(text) && strings.EqualFold(text[first:first+len(currentUser)], currentUser) {
			return true
		}
	}
}

// NameCurrentUser has CURRENT_USER() in a statement be a definer, as it is written in a
// definition.
func NameCurrentUser(stmt sqlparser.SQLNode, definer string) {
	user, host := definition.SplitDefiner(definer)
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *sqlparser.FuncExpr:
			nameCurrentUser(n, user, host)
		case *sqlparser.Declare:
			if n.Variables != nil && n.Variables.VarType.Default != nil { // where no walk goes
				NameCurrentUser(n.Variables.VarType.Default, definer)
			}
		}
		return true, nil
	}, stmt)
}

// nameCurrentUser has a call of CURRENT_USER() be the name of an account.
func nameCurrentUser(f *sqlparser.FuncExpr, user, host string) {
	if f.Name.EqualString(currentUser) && len(f.Exprs) == 0 {
		f.Name = sqlparser.NewColIdent("concat")
		f.Exprs = sqlparser.SelectExprs{&sqlparser.AliasedExpr{Expr: sqlparser.NewStrVal([]byte(user + "@" + host))}}
	}
}

// NameInTrigger has CURRENT_USER() in a definition of a trigger be its definer.
func NameInTrigger(stmt sqlparser.Statement, text string) {
	if ddl, ok := stmt.(*sqlparser.DDL); ok && ddl.TriggerSpec != nil && ddl.TriggerSpec.Definer != "" && NamesCurrentUser(text) {
		NameCurrentUser(ddl.TriggerSpec.Body, ddl.TriggerSpec.Definer)
	}
}
