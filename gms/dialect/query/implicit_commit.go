package query

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// ImplicitCommitRule describes [SettleTransaction].
var ImplicitCommitRule = rule.Rule{
	Name: "implicit-commit-of-views", Changes: rule.Plan, About: rule.Commits,
	Why:      "To read a view, the engine binds the CREATE VIEW that made it and commits as if the statement were that; MySQL does not commit.",
	NeededBy: rule.Data, Golden: "implicit_commits",
}

// SettleTransaction has a statement commit what is open where MySQL does, and one that
// defines nothing leave it open. To read a view the engine binds the CREATE VIEW that
// made it, with the flags of the statement that reads: it would commit as if it were
// that. What is of accounts, locks tables or administers them does not commit to it.
func SettleTransaction(n sql.Node, flags *sql.QueryFlags) {
	if flags == nil || flags.IsSet(step.FlagLookedAt) {
		return
	}
	flags.Set(step.FlagLookedAt)
	if _, query := n.(*plan.Project); query && !flags.IsSet(sql.QFlagDDL) {
		return // as most
	}
	switch {
	case commits(n):
		flags.Set(sql.QFlagDDL)
	case flags.IsSet(sql.QFlagDDL) && !defines(n):
		flags.Unset(sql.QFlagDDL)
	}
}

// CommitsItself reports whether the engine commits at the end of a statement, whether or not the
// session has autocommit.
func CommitsItself(flags *sql.QueryFlags) bool {
	return flags != nil && (flags.IsSet(sql.QFlagDDL) || flags.IsSet(sql.QFlagAlterTable) || flags.IsSet(sql.QFlagDBDDL))
}

// commits reports whether a statement that is no definition commits in MySQL.
func commits(n sql.Node) bool {
	switch n := n.(type) {
	case *plan.CreateUser, *plan.AlterUser, *plan.DropUser, *plan.RenameUser, *plan.CreateRole, *plan.DropRole,
		*plan.Grant, *plan.GrantRole, *plan.GrantProxy, *plan.Revoke, *plan.RevokeRole, *plan.RevokeProxy,
		*plan.LockTables, *plan.AnalyzeTable, *plan.FlushPrivileges,
		*plan.ChangeReplicationSource, *plan.ChangeReplicationFilter, *plan.StartReplica, *plan.StopReplica, *plan.ResetReplica:
		return true
	case interface{ CommitsTransaction() bool }:
		return n.CommitsTransaction()
	}
	return false
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
