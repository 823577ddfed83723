package rewrite

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// flagLookedAt is set in the flags of a statement whose outermost node has been seen:
// what is analyzed within it has the same flags. The engine's own are half as many.
const flagLookedAt = 63

// KeepTransaction has a statement that defines nothing leave the transaction open. To
// read a view the engine binds the CREATE VIEW that made it, with the flags of the
// statement that reads: it would commit as if it were that.
func KeepTransaction(n sql.Node, flags *sql.QueryFlags) {
	if flags == nil || flags.IsSet(flagLookedAt) {
		return
	}
	flags.Set(flagLookedAt)
	if flags.IsSet(sql.QFlagDDL) && !defines(n) {
		flags.Unset(sql.QFlagDDL)
	}
}

// defines reports whether a statement may commit by itself. What is not known may.
func defines(n sql.Node) bool {
	switch n := n.(type) {
	case *plan.InsertInto, *plan.Update, *plan.DeleteFrom, *plan.Call:
		return false
	case plan.Nothing, *plan.Block: // of DDL that finds nothing to do, of several changes to a table
		return true
	case *plan.CreateTable: // a temporary one from what a view has
		return !n.Temporary()
	case *plan.Into:
		return defines(n.Child)
	}
	return plan.IsDDLNode(n) || !n.IsReadOnly()
}
