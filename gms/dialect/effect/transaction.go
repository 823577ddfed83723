package effect

import (
	"reflect"

	"github.com/dolthub/go-mysql-server/sql"
)

// SameTransaction compares what sessions call a transaction, which need not be
// comparable.
func SameTransaction(a, b sql.Transaction) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	ta := reflect.TypeOf(a)
	return ta == reflect.TypeOf(b) && ta.Comparable() && a == b
}
