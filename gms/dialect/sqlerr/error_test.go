package sqlerr

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
)

func TestMySQLError(t *testing.T) {
	plain := errors.New("storage is on fire")
	for _, test := range []struct {
		err    error
		number int
		state  string
	}{
		{sql.ErrDatabaseAccessDeniedForUser.New("'a'@'b'", "shop"), 1044, "42000"},
		{sql.ErrTableAccessDeniedForUser.New("'a'@'b'", "t"), 1142, "42000"},
		{sql.ErrPrivilegeCheckFailed.New("'a'@'b'"), 1142, "42000"},
		{sql.ErrSystemVariableReadOnly.New("x"), 1238, "HY000"},
		{sql.ErrSystemVariableGlobalOnly.New("x"), 1229, "HY000"},
		{sql.ErrInvalidSystemVariableValue.New("x", "y\nz"), 1231, "42000"},
		{types.ErrConvertingToEnum.New("MAYBE"), 1265, "01000"},
		{sql.ErrInvalidSetValue.New("mine"), 1265, "01000"},
		{types.ErrDataTruncatedForColumnAtRow.New("c", 3), 1265, "01000"},
		{sql.ErrInsertIntoNonNullableProvidedNull.New("c"), 1048, "23000"},
		{sql.ErrTableNotFound.New("t"), 1146, "42S02"},
		{sql.ErrDatabaseNotFound.New("d"), 1049, "42000"},
		{sql.ErrSyntaxError.New("syntax error at position 6 near 'selec'"), 1064, "42000"},
		{InvalidUsage(), 1683, "HY000"},
		{plain, 1105, "HY000"},
	} {
		got, ok := Numbered(sql.CastSQLError(test.err)).(*mysql.SQLError)
		if !ok || got.Num != test.number || got.SQLState() != test.state || got.Message != sql.CastSQLError(test.err).Message {
			t.Errorf("%v: sent as %v, want %d (%s)", test.err, got, test.number, test.state)
		}
	}
	if err := Numbered(plain); err != plain {
		t.Errorf("an error nobody knows became %v", err)
	}
	killed := fmt.Errorf("read a row: %w", context.Canceled)
	for _, err := range []error{Numbered(killed), Numbered(sql.CastSQLError(context.Canceled))} {
		if e, ok := err.(*mysql.SQLError); !ok || e.Num != 1317 || e.State != "70100" || e.Message != "Query execution was interrupted" {
			t.Errorf("a killed statement gives %v", err)
		}
	}
	if err := Numbered(nil); err != nil {
		t.Errorf("no error became %v", err)
	}
	if err := Numbered(sql.ErrSystemVariableReadOnly.New("x")); err.(*mysql.SQLError).Num != 1238 {
		t.Errorf("an error not yet sent became %v", err)
	}
}
