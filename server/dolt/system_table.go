package dolt

import (
	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dtables"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/mysql"
)

// Some of Dolt's system tables say that they take changes at which they panic.

// systemTableRuleID is beyond the engine's own and the adapter's.
const systemTableRuleID analyzer.RuleId = 1<<20 + 5

const (
	erNotSupportedYet   = 1235
	erNonUpdatableTable = 1288
)

// A simple change passes by all rules but the first list's; a join has its targets only
// when it is validated. Both lists are the process's, and so are Dolt's tables.
func init() {
	rule := analyzer.Rule{Id: systemTableRuleID, Apply: checkChanges}
	analyzer.AlwaysBeforeDefault = append(analyzer.AlwaysBeforeDefault, rule)
	analyzer.DefaultValidationRules = append(analyzer.DefaultValidationRules, rule)
}

// checkChanges refuses those.
func checkChanges(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, scope *plan.Scope, _ analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	// What a trigger does is analyzed in a scope, with flags of its own.
	if scope.IsEmpty() && !flags.IsSet(sql.QFlagUpdate) && !flags.IsSet(sql.QFlagInsert) {
		return n, transform.SameTree, nil
	}
	var err error
	transform.InspectWithOpaque(n, func(n sql.Node) bool {
		switch n := n.(type) {
		case *plan.UpdateJoin:
			for _, target := range n.UpdateTargets {
				err = orElse(err, checkUpdate(target))
			}
		case *plan.Update:
			if _, join := n.Child.(*plan.UpdateJoin); !join {
				err = orElse(err, checkUpdate(n.Child))
			}
		case *plan.InsertInto:
			err = orElse(err, checkDuplicates(n))
		}
		return err == nil
	})
	return n, transform.SameTree, err
}

func orElse(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// checkUpdate refuses an UPDATE of what Dolt changes by CREATE VIEW and its kind alone.
func checkUpdate(target sql.Node) error {
	t, _ := plan.GetUpdatable(target) // the engine tells of a table that takes none
	if t == nil {
		return nil
	}
	switch t := sql.GetUnderlyingTable(t).(type) {
	case *sqle.SchemaTable:
		return mysql.NewSQLError(erNonUpdatableTable, mysql.SSUnknownSQLState, "The target table %s of the UPDATE is not updatable", t.Name())
	case dtables.ProllyConflictsTable:
		if t.Name() == doltdb.DoltConfTablePrefix+doltdb.SchemasTableName {
			return mysql.NewSQLError(erNonUpdatableTable, mysql.SSUnknownSQLState, "The target table %s of the UPDATE is not updatable", t.Name())
		}
	}
	return nil
}

// checkDuplicates refuses INSERT IGNORE with ON DUPLICATE KEY UPDATE for tables whose
// editor makes its table when a statement begins: the engine does not tell the one that
// updates.
func checkDuplicates(n *plan.InsertInto) error {
	if !n.Ignore || len(n.OnDupExprs) == 0 {
		return nil
	}
	t, _ := plan.GetInsertable(n.Destination)
	if t == nil {
		return nil
	}
	switch t := sql.GetUnderlyingTable(t).(type) {
	case *dtables.DocsTable, *dtables.TestsTable, *dtables.UserSpaceSystemTable:
		return mysql.NewSQLError(erNotSupportedYet, "42000", "This version of MySQL doesn't yet support 'INSERT IGNORE ... ON DUPLICATE KEY UPDATE of %s'", t.Name())
	}
	return nil
}
