package builtin

import (
	"iter"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// MostPath bounds a path into a JSON document, in bytes. The engine reads a path in a time that grows
// with the square of its length and heeds no KILL meanwhile: hours for one of some megabytes.
const MostPath = 32 << 10

// errPath is ER_INVALID_JSON_PATH.
const errPath = 3143

// CheckPath returns an error if a value is too long for a path.
func CheckPath(v any) error {
	n := 0
	switch v := v.(type) {
	case string:
		n = len(v)
	case []byte:
		n = len(v)
	}
	if n <= MostPath {
		return nil
	}
	return mysql.NewSQLError(errPath, sqlerr.StateAccess, "Invalid JSON path expression. The error is around character position %d.", MostPath+1)
}

// pathPlaces are the places of a function's paths: the first one, and how far apart they are.
var pathPlaces = map[string][2]int{
	"json_array_append": {1, 2}, "json_array_insert": {1, 2}, "json_contains": {2, 1}, "json_contains_path": {2, 1}, "json_extract": {1, 1},
	"json_insert": {1, 2}, "json_keys": {1, 1}, "json_length": {1, 1}, "json_remove": {1, 1}, "json_replace": {1, 2}, "json_search": {4, 1},
	"json_set": {1, 2}, "json_value": {1, 2},
}

// pathArguments gives the places of the paths among the arguments of a call.
func pathArguments(name string, arguments int) iter.Seq[int] {
	return func(yield func(int) bool) {
		places, ok := pathPlaces[name]
		for i := places[0]; ok && i < arguments; i += places[1] {
			if !yield(i) {
				return
			}
		}
	}
}

// checkedPath wraps an argument that may be too long for a path.
func checkedPath(e sql.Expression) sql.Expression {
	if literal, ok := e.(*expression.Literal); ok && CheckPath(literal.Value()) == nil {
		return e
	}
	return &checkedValue{e, path}
}
