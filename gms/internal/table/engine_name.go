package table

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/information"
	"github.com/perfschema/perfschema/view/catalog"
)

// logEngine is what MySQL keeps its logs in, where it keeps them in tables.
const logEngine = "CSV"

// isLog says whether a table of mysql is such a log.
func isLog(name string) bool {
	return catalog.LookupMySQL(name) != nil && strings.HasSuffix(name, "_log")
}

// NameStorageEngine makes information_schema.TABLES give the storage engine of
// our tables; the engine itself knows but one.
func NameStorageEngine(infoSchema sql.Database) error {
	tables, err := information.Table(infoSchema, information_schema.TablesTableName)
	if err != nil || tables == nil {
		return err
	}
	schemaAt, engineAt := tables.TableSchema.IndexOfColName("TABLE_SCHEMA"), tables.TableSchema.IndexOfColName("ENGINE")
	nameAt := tables.TableSchema.IndexOfColName("TABLE_NAME")
	if schemaAt < 0 || nameAt < 0 || engineAt < 0 {
		return nil
	}
	for _, name := range inCapitals {
		if err := capitals(infoSchema, name); err != nil {
			return err
		}
	}
	if err := listEngines(infoSchema); err != nil {
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

// listEngines has ENGINES list what keeps our tables, too, and say that XA cannot be had.
func listEngines(infoSchema sql.Database) error {
	t, err := information.Table(infoSchema, information_schema.EnginesTableName)
	if err != nil || t == nil {
		return err
	}
	const no = "NO"
	read, xa := t.Reader, t.TableSchema.IndexOfColName("XA")
	own := rowOf(t.TableSchema, map[string]any{
		"ENGINE": computed.StorageEngine, "SUPPORT": "YES", "COMMENT": "Performance Schema", "TRANSACTIONS": no, "XA": no, "SAVEPOINTS": no,
	})
	t.Reader = func(ctx *sql.Context, c sql.Catalog) (sql.RowIter, error) {
		iter, err := read(ctx, c)
		if err != nil {
			return nil, err
		}
		rows, err := sql.RowIterToRows(ctx, iter)
		if err != nil {
			return nil, err //nolint:wrapcheck // the engine's own
		}
		for _, r := range rows {
			if xa >= 0 {
				r[xa] = no
			}
		}
		return sql.RowsToRowIter(append(rows, own)...), nil
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
	if ok && strings.EqualFold(name, computed.Sys) {
		return i.asView(row), nil
	}
	if ok && (strings.EqualFold(name, computed.PerformanceSchema) || strings.EqualFold(name, computed.Profiling)) {
		row = row.Copy()
		row[i.engineAt] = computed.StorageEngine
	}
	return row, nil
}

// inCapitals are the tables whose columns the engine gives small letters; those of others have
// them in MySQL, too.
var inCapitals = []string{
	"innodb_buffer_page", "innodb_buffer_page_lru", "innodb_buffer_pool_stats", "innodb_cached_indexes", "innodb_columns", "innodb_fields",
	"innodb_foreign", "innodb_foreign_cols", "innodb_ft_config", "innodb_ft_deleted", "innodb_ft_index_cache", "innodb_ft_index_table",
	"innodb_indexes", "innodb_metrics", "innodb_session_temp_tablespaces", "innodb_tables", "innodb_tablespaces", "innodb_tablespaces_brief",
	"innodb_tablestats", "innodb_temp_table_info", "innodb_virtual",
}

// capitals gives the columns of a table of information_schema capitals, which MySQL's have.
func capitals(infoSchema sql.Database, name string) error {
	t, err := information.Table(infoSchema, name)
	if err != nil || t == nil {
		return err
	}
	t.TableSchema = t.TableSchema.Copy()
	for _, c := range t.TableSchema {
		c.Name = strings.ToUpper(c.Name)
	}
	return nil
}
