package table

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// told are the columns of information_schema whose texts MySQL tells apart, and sorts, by their
// bytes: names of databases and tables, and what kind a table is. To the engine t and T are one.
var told = []string{
	"CATALOG_NAME", "CONSTRAINT_CATALOG", "CONSTRAINT_SCHEMA", "EVENT_CATALOG", "EVENT_OBJECT_CATALOG", "EVENT_OBJECT_SCHEMA",
	"EVENT_OBJECT_TABLE", "EVENT_SCHEMA", "INDEX_SCHEMA", "ROUTINE_CATALOG", "ROUTINE_SCHEMA", "SCHEMA_NAME", "SPECIFIC_CATALOG", "SPECIFIC_SCHEMA",
	"TABLE_CATALOG", "TABLE_NAME", "TABLE_SCHEMA", "TABLE_TYPE", "TRIGGER_CATALOG", "TRIGGER_SCHEMA", "UNIQUE_CONSTRAINT_CATALOG",
	"UNIQUE_CONSTRAINT_SCHEMA", "VIEW_CATALOG", "VIEW_NAME", "VIEW_SCHEMA",
}

// alike are the tables in which MySQL does not tell them apart either.
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
		if !ok || !types.IsTextOnly(t) || !slices.Contains(told, strings.ToUpper(c.Name)) || t.CharacterSet() != sql.CharacterSet_utf8mb3 {
			continue
		}
		if bin, err := types.CreateString(t.Type(), t.MaxCharacterLength(), sql.Collation_utf8mb3_bin); err == nil {
			c.Type = bin
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
