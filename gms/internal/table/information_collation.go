package table

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// nameColumns are the columns of information_schema that have names of databases and tables. MySQL
// compares and sorts them by utf8mb3_tolower_ci where lower_case_table_names is 2; the engine
// takes letters with and without accents for one.
var nameColumns = []string{
	"CATALOG_NAME", "CONSTRAINT_CATALOG", "CONSTRAINT_SCHEMA", "EVENT_CATALOG", "EVENT_OBJECT_CATALOG", "EVENT_OBJECT_SCHEMA",
	"EVENT_OBJECT_TABLE", "EVENT_SCHEMA", "INDEX_SCHEMA", "ROUTINE_CATALOG", "ROUTINE_SCHEMA", "SCHEMA_NAME", "SPECIFIC_CATALOG", "SPECIFIC_SCHEMA",
	"TABLE_CATALOG", "TABLE_NAME", "TABLE_SCHEMA", "TRIGGER_CATALOG", "TRIGGER_SCHEMA", "UNIQUE_CONSTRAINT_CATALOG",
	"UNIQUE_CONSTRAINT_SCHEMA", "VIEW_CATALOG", "VIEW_NAME", "VIEW_SCHEMA",
}

// tableType is the column of a table's kind, which is compared by its bytes.
const tableType = "TABLE_TYPE"

// alike are the tables whose columns MySQL gives the collation that the engine has.
var alike = []string{
	information_schema.ColumnPrivilegesTableName, information_schema.FilesTableName, information_schema.InnoDBBufferPageName,
	information_schema.InnoDBBufferPageLRUName, information_schema.SchemaPrivilegesTableName, information_schema.TablePrivilegesTableName,
	information_schema.UserPrivilegesTableName, information_schema.RoleColumnGrantsTableName, information_schema.RoleRoutineGrantsTableName, information_schema.RoleTableGrantsTableName,
}

// collated are the columns of a table with MySQL's collation for names.
func collated(table string, columns sql.Schema) sql.Schema {
	if slices.Contains(alike, strings.ToLower(table)) {
		return columns
	}
	out := columns.Copy()
	for _, c := range out {
		t, ok := c.Type.(sql.StringType)
		if !ok || !types.IsTextOnly(t) || t.CharacterSet() != sql.CharacterSet_utf8mb3 {
			continue
		}
		collation, name := sql.Collation_utf8mb3_tolower_ci, strings.ToUpper(c.Name)
		switch {
		case name == tableType:
			collation = sql.Collation_utf8mb3_bin
		case !slices.Contains(nameColumns, name):
			continue
		}
		if of, err := types.CreateString(t.Type(), t.MaxCharacterLength(), collation); err == nil {
			c.Type = of
		}
	}
	return out
}

// columnsOf are those columns, made once.
func (d *apart) columnsOf(table string, columns sql.Schema) sql.Schema {
	key := strings.ToLower(table)
	if made, ok := d.made.Load(key); ok {
		return made.(sql.Schema)
	}
	made, _ := d.made.LoadOrStore(key, collated(key, columns))
	return made.(sql.Schema)
}
