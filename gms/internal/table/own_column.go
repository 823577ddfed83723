package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/information"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// The engine tells of columns of our tables by the types that their values have in it. What
// MySQL declares besides, a character set of hosts, digits of a double, a default into which
// nobody inserts, is told here, by COLUMNS as by SHOW COLUMNS and SHOW CREATE TABLE.

// ownColumn is what MySQL says of a column of ours where the engine says otherwise.
type ownColumn struct {
	collation         sql.CollationID // Collation_Unspecified: the engine's is right
	digits, fractions int             // of a double(digits,fractions); 0 for others
	kind              string          // COLUMN_TYPE of one
	value             any             // its default
	primary           bool            // of the unique index that stands in for a primary key
}

// toldOf is nil for a column of which the engine tells the truth.
func toldOf(database string, v *view.Table, c view.Column) *ownColumn {
	var told ownColumn
	declared := declaredCollation(v.Name, c)
	if database == computed.Sys && c.Name == "host" {
		declared = asciiDeclared
	}
	if words := strings.Fields(declared); len(words) > 0 {
		told.collation, _ = sql.ParseCollation("", words[len(words)-1], false)
	}
	if n, _ := fmt.Sscanf(c.Type, "double(%d,%d)", &told.digits, &told.fractions); n == 2 {
		told.kind = c.Type
	}
	if value, ok := shownDefaults[c.Name]; ok && database == computed.PerformanceSchema {
		told.value = value
	}
	told.primary = isPromoted(v, c)
	if told == (ownColumn{}) {
		return nil
	}
	return &told
}

// isPromoted says of a column of a table without a primary key whether it is in the unique
// index that MySQL takes for one: no column of it may be NULL.
func isPromoted(v *view.Table, c view.Column) bool {
	for _, x := range v.Indexes {
		if x.Name == "PRIMARY" {
			return false
		}
		if x.Unique && slices.Contains(x.Columns, c.Name) {
			return !slices.ContainsFunc(v.Columns, func(of view.Column) bool { return of.Nullable && slices.Contains(x.Columns, of.Name) })
		}
	}
	return false
}

// describeOwn has COLUMNS tell of our tables what MySQL does.
func describeOwn(columns *information_schema.ColumnsTable) {
	at := columns.TableSchema.IndexOfColName
	places := map[string]int{}
	for _, name := range []string{
		"TABLE_SCHEMA", "TABLE_NAME", "COLUMN_NAME", "COLUMN_DEFAULT", "DATA_TYPE", "COLUMN_TYPE", "COLUMN_KEY", "CHARACTER_SET_NAME", "COLLATION_NAME",
		"CHARACTER_MAXIMUM_LENGTH", "CHARACTER_OCTET_LENGTH", "NUMERIC_PRECISION", "NUMERIC_SCALE",
	} {
		if places[name] = at(name); places[name] < 0 {
			return
		}
	}
	schema, table, column := places["TABLE_SCHEMA"], places["TABLE_NAME"], places["COLUMN_NAME"]
	read := columns.RowIter
	columns.RowIter = func(ctx *sql.Context, c sql.Catalog, all sql.Schema) (sql.RowIter, error) {
		rows, err := read(ctx, c, all)
		if err != nil {
			return nil, err
		}
		return &information.Rows{RowIter: rows, Correct: func(row sql.Row) {
			database, _ := row[schema].(string)
			if !IsOurs(database) {
				return
			}
			name, _ := row[table].(string)
			if of, ok := row[column].(string); ok {
				ownColumnOf(database, name, of).correct(row, places)
			}
		}}, nil
	}
}

// ownColumnOf finds a column by names.
func ownColumnOf(database, table, column string) *ownColumn {
	v := catalog.Lookup(table)
	if strings.EqualFold(database, computed.Sys) {
		database, v = computed.Sys, catalog.LookupSys(table)
	}
	if v == nil {
		return nil
	}
	for _, c := range v.Columns {
		if strings.EqualFold(c.Name, column) {
			return toldOf(database, v, c)
		}
	}
	return nil
}

// correct changes a row of COLUMNS.
func (told *ownColumn) correct(row sql.Row, places map[string]int) {
	if told == nil {
		return
	}
	if told.collation != sql.Collation_Unspecified {
		set := told.collation.CharacterSet()
		row[places["CHARACTER_SET_NAME"]], row[places["COLLATION_NAME"]] = set.Name(), told.collation.Name()
		kind, _ := row[places["DATA_TYPE"]].(string)
		if length, ok := row[places["CHARACTER_MAXIMUM_LENGTH"]].(int64); ok && !strings.HasSuffix(kind, "text") {
			row[places["CHARACTER_OCTET_LENGTH"]] = length * set.MaxLength()
		}
	}
	if told.kind != "" {
		row[places["COLUMN_TYPE"]], row[places["NUMERIC_PRECISION"]], row[places["NUMERIC_SCALE"]] = told.kind, told.digits, told.fractions
	}
	if told.primary {
		row[places["COLUMN_KEY"]] = "PRI"
	}
	if told.value != nil {
		row[places["COLUMN_DEFAULT"]] = told.value
	}
}
