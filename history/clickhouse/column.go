package clickhouse

import (
	"strings"

	"github.com/perfschema/perfschema/view"
)

// kind is the type of a column in ClickHouse.
type kind view.ValueKind

const (
	text     = kind(view.TextValue)
	unsigned = kind(view.UnsignedValue)
	signed   = kind(view.SignedValue)
	double   = kind(view.DoubleValue)
	decimal  = kind(view.MillionthsValue)
	seconds  = kind(view.TimeValue)                                      // of a time, UTC
	micros   = 1 + max(text, unsigned, signed, double, decimal, seconds) // of the same time
)

var kindTypes = [...]string{
	text: "String", unsigned: "UInt64", signed: "Int64", double: "Float64", decimal: "Decimal(18, 6)", seconds: "DateTime('UTC')", micros: "UInt32",
}

// microsSuffix is what the name of a time's second column ends with.
const microsSuffix = "_MICROSECOND"

// rowColumn numbers the rows of a window, from 0.
const rowColumn = "WINDOW_ROW"

// column is a column of a table in ClickHouse.
type column struct {
	name     string
	kind     kind
	nullable bool
	of       int // place in the view's columns; -1: it is of none
}

func (c column) typ() string {
	if c.nullable {
		return "Nullable(" + kindTypes[c.kind] + ")"
	}
	return kindTypes[c.kind]
}

// table is a table of the fleet.
type table struct {
	of      *view.Table // as it is declared
	columns []column
	key     string // the column between server and time that it is ordered by; "": none
}

// keyColumns are columns that tables are ordered by between server and time, the first
// that one has. NULL is the empty text in them: ClickHouse orders by nothing that may be NULL.
var keyColumns = [...]string{"DIGEST", "EVENT_NAME", "VARIABLE_NAME"}

func tableOf(t *view.Table) *table {
	out := &table{of: t}
	for _, name := range keyColumns {
		for _, c := range t.Columns {
			if c.Name == name && out.key == "" {
				out.key = name
			}
		}
	}
	var second []column
	for i, c := range t.Columns {
		needed := c.Name == out.key || c.Name == "SERVER_UUID" || c.Name == "WINDOW_START" || c.Name == "WINDOW_END"
		k := kind(view.ValueKindOf(c.Type))
		out.columns = append(out.columns, column{name: c.Name, kind: k, nullable: !needed, of: i})
		if strings.HasPrefix(c.Type, "timestamp(") { // with parts of a second
			second = append(second, column{name: c.Name + microsSuffix, kind: micros, nullable: !needed, of: i})
		}
	}
	out.columns = append(out.columns, second...)
	out.columns = append(out.columns, column{name: rowColumn, kind: unsigned, of: -1})
	return out
}
