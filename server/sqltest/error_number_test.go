package sqltest_test

import (
	"errors"

	"github.com/go-sql-driver/mysql"
)

// errorNumber returns the number of an error that the server has sent: 0 for nil, and 1, which is
// no error's, for one that the client has made.
func errorNumber(err error) uint16 {
	var sent *mysql.MySQLError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &sent):
		return sent.Number
	}
	return 1
}
