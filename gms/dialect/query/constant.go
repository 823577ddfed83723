package query

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
)

// lasting are functions whose value is the same throughout a statement where their
// arguments' are.
var lasting = map[string]bool{
	"now": true, "current_timestamp": true, "localtime": true, "localtimestamp": true, "utc_timestamp": true, "curdate": true, "current_date": true,
	"date_add": true, "date_sub": true, "adddate": true, "subdate": true, "timestamp": true, "from_unixtime": true, "date": true, "str_to_date": true,
	"date_format": true, "concat": true,
}

// IsConstant reports whether an expression has one value throughout a statement.
func IsConstant(e sql.Expression) bool {
	ok := true
	sql.Inspect(e, func(e sql.Expression) bool {
		switch e := e.(type) {
		case nil, *expression.Literal, *expression.Interval, *expression.Arithmetic, *expression.Convert, *expression.SystemVar:
		case sql.FunctionExpression:
			ok = ok && lasting[strings.ToLower(e.FunctionName())]
		default:
			ok = false
		}
		return ok
	})
	return ok
}
