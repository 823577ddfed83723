package table

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/information"
)

// Of an index of several columns the engine's COLUMNS says MUL of each of them, where MySQL
// says so of the first, counts the length of a TEXT in characters, where MySQL counts bytes,
// and gives a date digits of a second.

// correctColumns has COLUMNS tell what MySQL's does.
func correctColumns(columns *information_schema.ColumnsTable) {
	at := columns.TableSchema.IndexOfColName
	places := [...]int{at("TABLE_SCHEMA"), at("TABLE_NAME"), at("COLUMN_NAME"), at("COLUMN_KEY"), at("DATA_TYPE"), at("CHARACTER_MAXIMUM_LENGTH"), at("CHARACTER_OCTET_LENGTH"), at("DATETIME_PRECISION")}
	for _, place := range places {
		if place < 0 {
			return
		}
	}
	read := columns.RowIter
	columns.RowIter = func(ctx *sql.Context, c sql.Catalog, all sql.Schema) (sql.RowIter, error) {
		rows, err := read(ctx, c, all)
		if err != nil {
			return nil, err
		}
		last := tableKeys{catalog: c}
		return &information.Rows{RowIter: rows, Correct: func(row sql.Row) {
			kind, _ := row[places[4]].(string)
			if strings.HasSuffix(kind, "text") {
				row[places[5]] = row[places[6]]
			} else if kind == "date" {
				row[places[7]] = nil
			}
			if row[places[3]] != "MUL" {
				return
			}
			schema, _ := row[places[0]].(string)
			name, _ := row[places[1]].(string)
			column, _ := row[places[2]].(string)
			if keys, ok := last.of(ctx, schema, name); ok {
				row[places[3]] = keys[strings.ToLower(column)]
			}
		}}, nil
	}
}

// tableKeys remembers the keys of one table: its columns come together.
type tableKeys struct {
	catalog      sql.Catalog
	schema, name string
	keys         map[string]string
	known        bool
}

// of gives what MySQL says of the columns of a table; ok is false where nobody knows.
func (t *tableKeys) of(ctx *sql.Context, schema, name string) (keys map[string]string, ok bool) {
	if t.schema == schema && t.name == name {
		return t.keys, t.known
	}
	t.schema, t.name, t.known = schema, name, false
	found, db, err := t.catalog.Table(ctx, schema, name)
	if err != nil || found == nil {
		return nil, false
	}
	t.keys, err = columnKeys(ctx, plan.NewResolvedTable(found, db, nil))
	t.known = err == nil
	return t.keys, t.known
}
