package amendment

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// MySQL's errors of partitions where there are none, and its warning of an option that a
// storage engine has not.
const (
	errNotPartitioned      = 1505
	errPartitionClause     = 1747
	warnIllegalTableOption = 1478
)

// refusePartitions refuses what names partitions or changes them: the engine would change
// nothing, or read all rows. No table has any.
func (a *Server) refusePartitions(ctx context.Context, stmt sqlparser.Statement, found step.Sought, text string) error {
	if found&step.SoughtPartition == 0 {
		return nil
	}
	if s, ok := stmt.(*sqlparser.AlterTable); ok {
		return a.refusePartitionChange(ctx, s, text)
	}
	named := false
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *sqlparser.AliasedTableExpr:
			named = named || len(n.Partitions) > 0
		case *sqlparser.Insert:
			named = named || len(n.Partitions) > 0
		case *sqlparser.Delete:
			named = named || len(n.Partitions) > 0
		case *sqlparser.Load:
			named = named || len(n.Partition) > 0
		}
		return !named, nil
	}, stmt)
	if named {
		return mysql.NewSQLError(errPartitionClause, sqlerr.StateGeneral, "PARTITION () clause on non partitioned table")
	}
	return nil
}

// refusePartitionChange refuses an ALTER TABLE of partitions, once it is known that the
// account may alter the table, and that there is one.
func (a *Server) refusePartitionChange(ctx context.Context, s *sqlparser.AlterTable, text string) error {
	if words.Partitions(text, syntax.AnsiQuotes(ctx)) {
		return sqlerr.NotSupportedYet("ALTER TABLE ... PARTITION BY")
	}
	c, ok := ctx.(*sql.Context)
	if len(s.PartitionSpecs) == 0 || !ok || c.Session == nil {
		return nil
	}
	if err := a.Rights.RefuseTables(c, "ALTER", []sqlparser.TableName{s.Table}, sql.PrivilegeType_Alter); err != nil {
		return err
	}
	database := databaseOf(c, s.Table.DbQualifier)
	if _, _, err := a.Catalog().Table(c, database, s.Table.Name.String()); err != nil {
		return err
	}
	return mysql.NewSQLError(errNotPartitioned, sqlerr.StateGeneral, "Partition management on a not partitioned table is not possible")
}
