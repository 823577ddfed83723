package temporarytable

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
)

// hidden stands for a table that a foreign key leads to and that a temporary one hides: the
// engine finds it by name alone, and would look for rows, or change them, in the temporary one.
type hidden struct{ *temporaryEditor }

var _ sql.ForeignKeyEditor = hidden{}

// GetForeignKeyEditor implements sql.ForeignKeyTable: no foreign key leads to the table.
func (t *temporaryTable) GetForeignKeyEditor(*sql.Context) sql.ForeignKeyEditor {
	err := mysql.NewSQLError(mysql.ERNotSupportedYet, "42000",
		"This version doesn't yet support 'a foreign key of table ''%s'' while a temporary table hides that'", t.Name())
	return hidden{&temporaryEditor{table: t, err: err}}
}

// GetIndexes implements sql.IndexAddressable.
func (h hidden) GetIndexes(ctx *sql.Context) ([]sql.Index, error) { return h.table.GetIndexes(ctx) }

// PreciseMatch implements sql.IndexAddressable.
func (hidden) PreciseMatch() bool { return true }

// IndexedAccess implements sql.IndexAddressable.
func (h hidden) IndexedAccess(*sql.Context, sql.IndexLookup) sql.IndexedTable {
	return hiddenRows{h.table, h.err}
}

type hiddenRows struct {
	*temporaryTable
	err error
}

// LookupPartitions implements sql.IndexedTable.
func (h hiddenRows) LookupPartitions(*sql.Context, sql.IndexLookup) (sql.PartitionIter, error) {
	return nil, h.err
}
