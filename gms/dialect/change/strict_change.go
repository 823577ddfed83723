package change

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// With a strict sql_mode a statement that changes rows ends where it makes a number of a text
// that is none, or only begins as one, be that in a WHERE: with a warning instead it changed
// or deleted rows that were not meant. IGNORE leaves it with the warning.

// ChangesStrictly says whether a statement changes rows, and without IGNORE.
func ChangesStrictly(stmt sqlparser.Statement) bool {
	switch stmt := stmt.(type) {
	case *sqlparser.Insert:
		return stmt.Ignore == ""
	case *sqlparser.Update:
		return stmt.Ignore == ""
	case *sqlparser.Delete:
		return !DeletesIgnoring(stmt)
	case *sqlparser.DDL:
		return stmt.Action == sqlparser.CreateStr && stmt.OptSelect != nil
	}
	return false
}

// DeletesIgnoring says whether a statement is a DELETE IGNORE, for which the grammar has no
// place but a comment.
func DeletesIgnoring(stmt sqlparser.Statement) bool {
	d, ok := stmt.(*sqlparser.Delete)
	return ok && slices.ContainsFunc(d.Comments, func(c []byte) bool {
		return strings.EqualFold(strings.Trim(string(c), "/*` "), "ignore")
	})
}

// ChangesRowsStrictly is that of the plan of a statement that was prepared.
func ChangesRowsStrictly(change sql.Node) bool {
	switch change := change.(type) {
	case *plan.InsertInto:
		return !change.Ignore
	case *plan.Update:
		return !change.Ignore
	case *plan.DeleteFrom:
		return true
	}
	return false
}
