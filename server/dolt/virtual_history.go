package dolt

import (
	"fmt"
	"reflect"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/schema"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dtables"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
)

// Dolt converts the rows of a table at two commits on a goroutine of its own. Of a table without a primary key it
// takes VIRTUAL columns for those beside them: where one stands before a stored column the conversion panics, and
// the process ends.

// ReadChecked gives a table of Dolt's that converts rows for one reading of it, see [gms.Storage]: one that refuses
// commits at which the table cannot be converted. It returns nil for other tables.
func ReadChecked(t sql.Table) sql.Table {
	if !converts(t) {
		return nil
	}
	if indexed, ok := t.(sql.IndexedTable); ok {
		return checkedIndex{indexed}
	}
	return checkedHistory{t}
}

func converts(t sql.Table) bool {
	switch t := t.(type) {
	case *dtables.DiffTable, *dtables.CommitDiffTable, *dtables.WorkspaceTable:
		return true
	case sql.TableWrapper:
		return converts(t.Underlying())
	}
	return false
}

// checkedHistory is a table that converts rows.
type checkedHistory struct{ sql.Table }

// PartitionRows implements sql.Table.
func (t checkedHistory) PartitionRows(ctx *sql.Context, p sql.Partition) (sql.RowIter, error) {
	if err := errUnread(ctx, t.Name(), partitionTables(p)...); err != nil {
		return nil, err
	}
	return t.Table.PartitionRows(ctx, p) //nolint:wrapcheck // the storage's own
}

// checkedIndex is checkedHistory of a table that is looked up by an index.
type checkedIndex struct{ sql.IndexedTable }

// PartitionRows implements sql.Table.
func (t checkedIndex) PartitionRows(ctx *sql.Context, p sql.Partition) (sql.RowIter, error) {
	return checkedHistory{t.IndexedTable}.PartitionRows(ctx, p)
}

// partitionTables returns the versions of a table that a partition converts. Dolt keeps them to itself.
func partitionTables(p sql.Partition) (tables []*doltdb.Table) {
	v := reflect.Indirect(reflect.ValueOf(p))
	if v.Kind() != reflect.Struct {
		return nil
	}
	for _, name := range []string{"from", "to", "base", "staging", "working"} {
		if f := v.FieldByName(name); f.IsValid() && f.Type() == reflect.TypeFor[*doltdb.Table]() {
			tables = append(tables, (*doltdb.Table)(f.UnsafePointer()))
		}
	}
	return tables
}

// errUnread returns error 1235 if the rows of one of the versions of a table cannot be converted. A version may be
// nil.
func errUnread(ctx *sql.Context, name string, versions ...*doltdb.Table) error {
	for _, t := range versions {
		if t == nil {
			continue
		}
		sch, err := t.GetSchema(ctx)
		if err != nil {
			return fmt.Errorf("the definition of a table: %w", err)
		}
		if schema.IsKeyless(sch) && hasVirtualBefore(sch) {
			return mysql.NewSQLError(erNotSupportedYet, "42000", "This version of Dolt doesn't yet support table '%s', which has no primary key and a VIRTUAL column before a stored one, in what compares rows of commits. Place such columns last, by ALTER TABLE ... MODIFY COLUMN ... AFTER, in all commits that are compared", name)
		}
	}
	return nil
}
