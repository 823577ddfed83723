package table

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
)

// columnPrivileges are those an account may have on a column, in the order in which MySQL
// lists them. The engine sorts them by name.
var columnPrivileges = []string{"select", "insert", "update", "references"}

// orderPrivileges has COLUMNS list what an account may do with a column in MySQL's order.
func orderPrivileges(columns *information_schema.ColumnsTable) {
	at := columns.TableSchema.IndexOfColName("PRIVILEGES")
	if at < 0 {
		return
	}
	read := columns.RowIter
	columns.RowIter = func(ctx *sql.Context, c sql.Catalog, all sql.Schema) (sql.RowIter, error) {
		rows, err := read(ctx, c, all)
		if err != nil {
			return nil, err
		}
		return &privilegeIter{RowIter: rows, at: at, ordered: make(map[string]string)}, nil
	}
}

// privilegeIter walks the rows of COLUMNS.
type privilegeIter struct {
	sql.RowIter
	at      int
	ordered map[string]string // by the engine's list: there are sixteen at most
}

// Next implements sql.RowIter.
func (i *privilegeIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.RowIter.Next(ctx)
	if err != nil {
		return nil, err
	}
	listed, ok := row[i.at].(string)
	if !ok || listed == "" {
		return row, nil
	}
	text, ok := i.ordered[listed]
	if !ok {
		held := strings.Split(listed, ",")
		var out []string
		for _, p := range columnPrivileges {
			if slices.Contains(held, p) {
				out = append(out, p)
			}
		}
		text = strings.Join(out, ",")
		i.ordered[listed] = text
	}
	row = row.Copy()
	row[i.at] = text
	return row, nil
}
