package table

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"

	"github.com/perfschema/perfschema/view"
)

// StorageEngine is MySQL's name for what keeps the Performance Schema's tables.
const StorageEngine = "PERFORMANCE_SCHEMA"

// logEngine is what MySQL keeps its logs in, where it keeps them in tables.
const logEngine = "CSV"

// isLog says whether a table of mysql is such a log.
func isLog(name string) bool { return view.LookupMySQL(name) != nil && strings.HasSuffix(name, "_log") }

// NameStorageEngine makes information_schema.TABLES give the storage engine of
// our tables; the engine itself knows but one.
func NameStorageEngine(infoSchema sql.Database) error {
	tables, err := Information(infoSchema, information_schema.TablesTableName)
	if err != nil || tables == nil {
		return err
	}
	schemaAt, engineAt := tables.TableSchema.IndexOfColName("TABLE_SCHEMA"), tables.TableSchema.IndexOfColName("ENGINE")
	nameAt := tables.TableSchema.IndexOfColName("TABLE_NAME")
	if schemaAt < 0 || nameAt < 0 || engineAt < 0 {
		return nil
	}
	if err := capitals(infoSchema, "innodb_metrics"); err != nil {
		return err
	}
	asView := viewRow(tables.TableSchema)
	read := tables.Reader
	tables.Reader = func(ctx *sql.Context, c sql.Catalog) (sql.RowIter, error) {
		rows, err := read(ctx, c)
		if err != nil {
			return nil, err
		}
		return &engineNameIter{RowIter: rows, schemaAt: schemaAt, nameAt: nameAt, engineAt: engineAt, asView: asView}, nil
	}
	return nil
}

// engineNameIter walks the rows of information_schema.TABLES.
type engineNameIter struct {
	sql.RowIter
	schemaAt, nameAt, engineAt int
	asView                     func(sql.Row) sql.Row
}

// Next implements sql.RowIter.
func (i *engineNameIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.RowIter.Next(ctx)
	if err != nil {
		return nil, err
	}
	name, ok := row[i.schemaAt].(string)
	if table, _ := row[i.nameAt].(string); name == mysqlName && isLog(table) {
		row = row.Copy()
		row[i.engineAt] = logEngine
	}
	if ok && strings.EqualFold(name, Sys) {
		return i.asView(row), nil
	}
	if ok && (strings.EqualFold(name, PerformanceSchema) || strings.EqualFold(name, Profiling)) {
		row = row.Copy()
		row[i.engineAt] = StorageEngine
	}
	return row, nil
}

// capitals gives the columns of a table of information_schema capitals, which MySQL's have.
func capitals(infoSchema sql.Database, name string) error {
	t, err := Information(infoSchema, name)
	if err != nil || t == nil {
		return err
	}
	t.TableSchema = t.TableSchema.Copy()
	for _, c := range t.TableSchema {
		c.Name = strings.ToUpper(c.Name)
	}
	return nil
}
