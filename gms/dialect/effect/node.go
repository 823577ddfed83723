package effect

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// Commit stands for the commit that FLUSH makes.
var Commit = plan.NewCommit()

// ChangesData says of a node that what it does must wait for the global read lock:
// it changes rows, definitions or accounts, or commits.
func ChangesData(n sql.Node) bool {
	switch n := n.(type) {
	case *plan.ResolvedTable, *plan.IndexedTableAccess, *plan.Project, *plan.Filter, *plan.Limit, *plan.Sort, *plan.TopN, *plan.JoinNode,
		*plan.GroupBy, *plan.Distinct, *plan.TableAlias, *plan.SubqueryAlias, *plan.SetOp, *plan.HashLookup, *plan.Having, *plan.Window:
		return false // of nearly all statements: no more is asked of them
	case *plan.InsertInto, *plan.Update, *plan.DeleteFrom, *plan.Truncate, *plan.TableCopier,
		*plan.CreateTable, *plan.DropTable, *plan.RenameTable, *plan.CreateIndex, *plan.DropIndex, *plan.AlterIndex, *plan.AlterPK,
		*plan.AddColumn, *plan.DropColumn, *plan.RenameColumn, *plan.ModifyColumn, *plan.AlterAutoIncrement,
		*plan.AlterDefaultSet, *plan.AlterDefaultDrop, *plan.AlterTableCollation, *plan.AlterTableComment,
		*plan.CreateForeignKey, *plan.DropForeignKey, *plan.RenameForeignKey, *plan.CreateCheck, *plan.DropCheck, *plan.DropConstraint,
		*plan.CreateDB, *plan.DropDB, *plan.AlterDB, *plan.CreateSchema, *plan.DropSchema, *plan.CreateView, *plan.DropView, *plan.SingleDropView,
		*plan.CreateTrigger, *plan.DropTrigger, *plan.CreateProcedure, *plan.DropProcedure, *plan.CreateEvent, *plan.AlterEvent, *plan.DropEvent,
		*plan.CreateUser, *plan.AlterUser, *plan.DropUser, *plan.RenameUser, *plan.CreateRole, *plan.DropRole,
		*plan.Grant, *plan.GrantRole, *plan.GrantProxy, *plan.Revoke, *plan.RevokeRole, *plan.RevokeProxy,
		*plan.AnalyzeTable, *plan.UpdateHistogram, *plan.DropHistogram, *plan.CreateSpatialRefSys, *plan.Binlog:
		return true
	case *plan.Call:
		return callChanges(n)
	case *node.Command:
		return n.Writes
	}
	return IsCommit(n)
}

// IsCommit says whether a node does nothing but to commit what has been changed before.
func IsCommit(n sql.Node) bool {
	switch n := n.(type) {
	case *plan.Commit, *plan.StartTransaction, *plan.LockTables, *plan.UnlockTables:
		return true
	case *plan.Set:
		for _, e := range n.Exprs {
			if set, ok := e.(*expression.SetField); ok {
				if v, ok := set.LeftChild.(*expression.SystemVar); ok && strings.EqualFold(v.Name, sql.AutoCommitSessionVar) {
					return true
				}
			}
		}
	}
	return false
}

// OwnTables says of a node that all tables it changes are temporary, or tables of the
// server's own that no backup holds.
func OwnTables(n sql.Node) bool {
	targets := TargetsOf(n)
	for _, t := range targets {
		if !OwnTable(t) {
			return false
		}
	}
	return len(targets) > 0
}

// TargetsOf are the nodes of the tables that a node changes, where it tells; nil where it
// does not.
func TargetsOf(n sql.Node) []sql.Node {
	switch n := n.(type) {
	case *plan.CreateTable:
		return []sql.Node{n}
	case *plan.InsertInto:
		return []sql.Node{n.Destination}
	case *plan.Update:
		return updatedBy(n)
	case *plan.DeleteFrom:
		return n.GetDeleteTargets()
	case *plan.Truncate:
		return []sql.Node{n.Child}
	case *plan.TableCopier:
		return []sql.Node{n.Destination}
	case *plan.DropTable:
		return n.Tables
	case *plan.AddColumn, *plan.DropColumn, *plan.RenameColumn, *plan.ModifyColumn, *plan.AlterIndex, *plan.AlterPK,
		*plan.AlterDefaultSet, *plan.AlterDefaultDrop, *plan.AlterAutoIncrement, *plan.AlterTableCollation, *plan.AlterTableComment:
		return n.Children()
	}
	return nil
}

// updatedBy are the tables whose columns an UPDATE sets.
func updatedBy(n *plan.Update) (tables []sql.Node) {
	set := make(map[string]bool)
	transform.Inspect(n, func(n sql.Node) bool {
		source, ok := n.(*plan.UpdateSource)
		if ok {
			for _, e := range source.UpdateExprs {
				if field, ok := e.(*expression.SetField); ok {
					if column, ok := field.LeftChild.(*expression.GetField); ok {
						set[strings.ToLower(column.Table())] = true
					}
				}
			}
		}
		return !ok
	})
	transform.Inspect(n, func(n sql.Node) bool {
		switch t := n.(type) {
		case *plan.TableAlias, *plan.ResolvedTable, *plan.IndexedTableAccess:
			if set[strings.ToLower(t.(sql.Nameable).Name())] {
				tables = append(tables, t)
			}
			_, aliased := t.(*plan.TableAlias)
			return !aliased
		}
		return true
	})
	return tables
}

// OwnTable says of a node that it has tables below it and all of them are such.
func OwnTable(n sql.Node) bool {
	if create, ok := n.(*plan.CreateTable); ok { // as a query gives its rows
		return create.Temporary()
	}
	named, own := 0, true
	transform.Inspect(n, func(n sql.Node) bool {
		switch n.(type) {
		case *plan.ResolvedTable, *plan.IndexedTableAccess:
			if t := n.(sql.TableNode); !plan.IsDualTable(t.UnderlyingTable()) {
				named++
				own = own && (node.IsTemporary(t.UnderlyingTable()) || isOverlay(t.Database()))
			}
		}
		return own
	})
	return own && named > 0
}

func isOverlay(db sql.Database) bool {
	switch strings.ToLower(node.DatabaseName(db)) {
	case computed.PerformanceSchema, computed.Profiling:
		return true
	}
	return false
}

// ChangesMore says of a node that changes data that it changes definitions, accounts or files,
// and not rows alone.
func ChangesMore(n sql.Node) bool {
	switch n := n.(type) {
	case *plan.InsertInto, *plan.Update, *plan.DeleteFrom, *plan.Binlog:
		return false
	case *plan.Call:
		switch strings.ToLower(n.Name) {
		case "dolt_add", "dolt_commit": // of what has been changed
			return false
		}
	}
	return !IsCommit(n) && !OwnTables(n)
}
