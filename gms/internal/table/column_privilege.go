package table

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"

	"github.com/perfschema/perfschema/gms/dialect/information"
)

// columnPrivileges are those an account may have on a column, in the order in which MySQL
// lists them. The engine sorts them by name.
var columnPrivileges = []string{"select", "insert", "update", "references"}

// selectAlone is what everybody may do with columns of information_schema, and nobody more.
const selectAlone = "select"

func isInformationSchema(database string) bool {
	return strings.EqualFold(database, sql.InformationSchemaDatabaseName)
}

// orderPrivileges has COLUMNS list what an account may do with a column in MySQL's order.
func orderPrivileges(columns *information_schema.ColumnsTable) {
	at, schemaAt := columns.TableSchema.IndexOfColName("PRIVILEGES"), columns.TableSchema.IndexOfColName("TABLE_SCHEMA")
	if at < 0 || schemaAt < 0 {
		return
	}
	read := columns.RowIter
	columns.RowIter = func(ctx *sql.Context, c sql.Catalog, all sql.Schema) (sql.RowIter, error) {
		rows, err := read(ctx, c, all)
		if err != nil {
			return nil, err
		}
		ordered := make(map[string]string) // by the engine's list: there are sixteen at most
		return &information.Rows{RowIter: rows, Correct: func(row sql.Row) {
			if schema, _ := row[schemaAt].(string); isInformationSchema(schema) {
				row[at] = selectAlone
				return
			}
			listed, ok := row[at].(string)
			if !ok || listed == "" {
				return
			}
			text, ok := ordered[listed]
			if !ok {
				text = inOrder(listed)
				ordered[listed] = text
			}
			row[at] = text
		}}, nil
	}
}

// inOrder is a list of privileges in MySQL's order.
func inOrder(listed string) string {
	held := strings.Split(listed, ",")
	var out []string
	for _, p := range columnPrivileges {
		if slices.Contains(held, p) {
			out = append(out, p)
		}
	}
	return strings.Join(out, ",")
}
