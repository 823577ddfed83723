package node

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// OKResult returns the result of a change or a command that a row is, if it is one.
func OKResult(row sql.Row) (types.OkResult, bool) {
	if len(row) != 1 {
		return types.OkResult{}, false
	}
	ok, isOK := row[0].(types.OkResult)
	return ok, isOK
}
