package node

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

func OKResult(row sql.Row) (types.OkResult, bool) {
	if len(row) != 1 {
		return types.OkResult{}, false
	}
	ok, isOK := row[0].(types.OkResult)
	return ok, isOK
}
