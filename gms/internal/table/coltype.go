package table

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/view"
)

// columnTypes are the engine's types that columns were declared with, by declaration: a few
// dozen types stand for some thousands of columns, and to parse each was most of the time
// that an Adapter took to be made.
var columnTypes sync.Map

// columnType turns a column's type, in MySQL's spelling, into the engine's.
func columnType(table string, c view.Column) (sql.Type, error) {
	decl := c.Type
	if isText(decl) {
		decl += " COLLATE " + collationOf(table, c)
	}
	if typ, ok := columnTypes.Load(decl); ok {
		return typ.(sql.Type), nil //nolint:forcetypeassert // it holds no other
	}
	typ, err := parseColumnType(c, decl)
	if err == nil {
		columnTypes.Store(decl, typ)
	}
	return typ, err
}

func parseColumnType(c view.Column, decl string) (sql.Type, error) {
	stmt, err := sqlparser.Parse("CREATE TABLE t (c " + decl + ")")
	if err != nil {
		return nil, fmt.Errorf("type %q of column %s: %w", c.Type, c.Name, err)
	}
	ddl, ok := stmt.(*sqlparser.DDL)
	if !ok || ddl.TableSpec == nil || len(ddl.TableSpec.Columns) != 1 {
		return nil, fmt.Errorf("type %q of column %s: not a column definition", c.Type, c.Name)
	}
	typ, err := types.ColumnTypeToType(&ddl.TableSpec.Columns[0].Type)
	if err != nil {
		return nil, fmt.Errorf("type %q of column %s: %w", c.Type, c.Name, err)
	}
	return typ, nil
}

func isText(decl string) bool {
	for _, prefix := range []string{"char", "varchar", "longtext", "mediumtext", "text", "enum", "set"} {
		if strings.HasPrefix(decl, prefix) {
			return true
		}
	}
	return false
}

// collationOf is the collation that a column is compared by.
func collationOf(table string, c view.Column) string {
	if comparesExactly(table, c) {
		return sql.Collation_utf8mb4_bin.Name()
	}
	return sql.Collation_utf8mb4_0900_ai_ci.Name()
}

// exactNames are columns that MySQL compares byte by byte: names of users and of what
// takes part in replication.
var exactNames = []string{
	"USER", "ROLE", "SET_USER", "SERVER_UUID", "SOURCE_UUID", "NETWORK_INTERFACE", "COMPRESSION_ALGORITHM", "GROUP_NAME", "VIEW_ID",
	"MEMBER_ID", "MEMBER_STATE", "MEMBER_ROLE", "MEMBER_VERSION", "MEMBER_COMMUNICATION_STACK",
}

// exactOfSys are those of the schema sys that have come from there, with their types.
var exactOfSys = []string{"user varchar(32)", "pid varchar(1024)", "program_name varchar(1024)"}

// comparesExactly says whether a column is one of those, of a table of accounts, of keys or
// of connection attributes.
func comparesExactly(table string, c view.Column) bool {
	return c.Type == "char(32)" || tableCollation(table) == sql.Collation_utf8mb4_bin.Name() ||
		strings.HasPrefix(c.Type, "char(") && slices.Contains(exactNames, c.Name) ||
		slices.Contains(exactOfSys, c.Name+" "+c.Type)
}

// schemaOf declares a table's columns to the engine. A column that cannot be
// filled is declared nullable even where MySQL's is not, since the engine
// takes NOT NULL as a promise.
func schemaOf(t *view.Table, database string) (sql.Schema, error) {
	primary := make(map[string]bool)
	for _, idx := range t.Indexes {
		if idx.Name == "PRIMARY" {
			for _, name := range idx.Columns {
				primary[name] = true
			}
		}
	}
	schema := make(sql.Schema, len(t.Columns))
	for i, c := range t.Columns {
		typ, err := columnType(t.Name, c)
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", t.Name, err)
		}
		schema[i] = &sql.Column{
			Name:           c.Name,
			Source:         t.Name,
			DatabaseSource: database,
			Type:           typ,
			Nullable:       c.Nullable || c.Unknown != "",
			PrimaryKey:     primary[c.Name],
			Comment:        columnComment(database, t.Name, c),
		}
		if t.Default == nil || t.Access&view.AllowInsert == 0 {
			continue
		}
		if schema[i].Default, err = defaultOf(t, c, typ); err != nil {
			return nil, fmt.Errorf("table %s: %w", t.Name, err)
		}
		if t.Default(c.Name) == (view.CurrentTime{}) {
			schema[i].OnUpdate = schema[i].Default
		}
	}
	return schema, nil
}
