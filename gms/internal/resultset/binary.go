package resultset

import (
	"strings"

	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"

	"github.com/perfschema/perfschema/gms/internal/wire"
)

// A value that the binary protocol cannot carry as its column's type ends the statement in an
// error. vitess finds such a value when it writes the row, and would end the connection.

// errUnsentValue is ER_WRONG_VALUE.
const errUnsentValue = 1525

// CheckMoments returns an error if a result has a date whose text vitess cannot cut into parts.
// With all, for the rows of a cursor, it checks every value: vitess writes these rows later, where
// no statement runs that could end in the error.
func CheckMoments(r *sqltypes.Result, all bool) error {
	for i, f := range r.Fields {
		if !all && f.Type != sqltypes.Date && f.Type != sqltypes.Datetime && f.Type != sqltypes.Timestamp {
			continue
		}
		for _, row := range r.Rows {
			if i >= len(row) || row[i].IsNull() {
				continue
			}
			if n := row[i].Len(); !all && (n == len("0000-00-00") || n >= momentLength) {
				continue
			}
			if !wire.IsBinary(row[i]) {
				return unsentValue(row[i])
			}
		}
	}
	return nil
}

// EncodeError reports whether err, in which the sending of r ended, is of a value that vitess could
// not write, and returns the error for the client then. The connection is whole: vitess has sent the
// rows before that value.
func EncodeError(r *sqltypes.Result, err error) (told error, encoding bool) {
	if err == nil || r == nil || !strings.HasPrefix(err.Error(), "internal ") {
		return err, false
	}
	for _, row := range r.Rows {
		for _, v := range row {
			if !v.IsNull() && !wire.IsBinary(v) {
				return unsentValue(v), true
			}
		}
	}
	return mysql.NewSQLError(mysql.ERUnknownError, mysql.SSUnknownSQLState, "%s", err.Error()), true
}

// unsentValue returns the error for a value that the binary protocol cannot carry.
func unsentValue(v sqltypes.Value) error {
	kind := "integer"
	switch v.Type() {
	case sqltypes.Float32, sqltypes.Float64:
		kind = "double"
	case sqltypes.Date, sqltypes.Datetime, sqltypes.Timestamp, sqltypes.Time, sqltypes.Year:
		kind = querypb.Type_name[int32(v.Type())]
	}
	return mysql.NewSQLError(errUnsentValue, mysql.SSUnknownSQLState, "Incorrect %s value: '%s'", kind, v.ToString())
}
