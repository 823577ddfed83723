package gms

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/view"
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
		{invalidUsage(), 1683, "HY000"},
		{plain, 1105, "HY000"},
	} {
		got, ok := mysqlError(sql.CastSQLError(test.err)).(*mysql.SQLError)
		if !ok || got.Num != test.number || got.SQLState() != test.state || got.Message != sql.CastSQLError(test.err).Message {
			t.Errorf("%v: sent as %v, want %d (%s)", test.err, got, test.number, test.state)
		}
	}
	if err := mysqlError(plain); err != plain {
		t.Errorf("an error nobody knows became %v", err)
	}
	killed := fmt.Errorf("read a row: %w", context.Canceled)
	for _, err := range []error{mysqlError(killed), mysqlError(sql.CastSQLError(context.Canceled))} {
		if e, ok := err.(*mysql.SQLError); !ok || e.Num != 1317 || e.State != "70100" || e.Message != "Query execution was interrupted" {
			t.Errorf("a killed statement gives %v", err)
		}
	}
	if err := mysqlError(nil); err != nil {
		t.Errorf("no error became %v", err)
	}
	if err := mysqlError(sql.ErrSystemVariableReadOnly.New("x")); err.(*mysql.SQLError).Num != 1238 {
		t.Errorf("an error not yet sent became %v", err)
	}
}

func TestWriteError(t *testing.T) {
	for _, test := range []struct {
		err    error
		number int
	}{
		{view.ErrNotUpdatable, 1683}, {view.ErrOff, 1683}, {view.ErrDuplicate, 1022}, {view.ErrFull, 1114}, {view.ErrValue, 1265},
	} {
		var sent *mysql.SQLError
		if err := writeError(fmt.Errorf("wrapped: %w", test.err), "t", "c", 1); !errors.As(err, &sent) || sent.Num != test.number {
			t.Errorf("%v becomes %v, want %d", test.err, err, test.number)
		}
	}
	other := errors.New("other")
	if err := writeError(other, "t", "c", 1); err != other {
		t.Errorf("another error became %v", err)
	}
}
