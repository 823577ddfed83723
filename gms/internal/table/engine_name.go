package table

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
)

// StorageEngine is MySQL's name for what keeps the Performance Schema's tables.
const StorageEngine = "PERFORMANCE_SCHEMA"

// NameStorageEngine makes information_schema.TABLES give the storage engine of
// our tables; the engine itself knows but one.
func NameStorageEngine(infoSchema sql.Database) error {
	tables, err := Information(infoSchema, information_schema.TablesTableName)
	if err != nil || tables == nil {
		return err
	}
	schemaAt, engineAt := tables.TableSchema.IndexOfColName("TABLE_SCHEMA"), tables.TableSchema.IndexOfColName("ENGINE")
	if schemaAt < 0 || engineAt < 0 {
		return nil
	}
	asView := viewRow(tables.TableSchema)
	read := tables.Reader
	tables.Reader = func(ctx *sql.Context, c sql.Catalog) (sql.RowIter, error) {
		rows, err := read(ctx, c)
		if err != nil {
			return nil, err
		}
		return &engineNameIter{RowIter: rows, schemaAt: schemaAt, engineAt: engineAt, asView: asView}, nil
	}
	return nil
}

// engineNameIter walks the rows of information_schema.TABLES.
type engineNameIter struct {
	sql.RowIter
	schemaAt, engineAt int
	asView             func(sql.Row) sql.Row
}

// Next implements sql.RowIter.
func (i *engineNameIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.RowIter.Next(ctx)
	if err != nil {
		return nil, err
	}
	name, ok := row[i.schemaAt].(string)
	if ok && strings.EqualFold(name, Sys) {
		return i.asView(row), nil
	}
	if ok && (strings.EqualFold(name, PerformanceSchema) || strings.EqualFold(name, Profiling)) {
		row = row.Copy()
		row[i.engineAt] = StorageEngine
	}
	return row, nil
}
