package gms

import (
	"reflect"

	"github.com/dolthub/go-mysql-server/sql"
)

// sameTransaction compares what sessions call a transaction, which need not be
// comparable.
func sameTransaction(a, b sql.Transaction) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	ta := reflect.TypeOf(a)
	return ta == reflect.TypeOf(b) && ta.Comparable() && a == b
}
