package gms

import (
	"context"
	"errors"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/internal/sqlerr"
)

// watchSpec is the type of a variable that holds a text and not NULL.
type watchSpec struct{ sql.SystemVariableType }

// Convert implements sql.Type.
func (t watchSpec) Convert(_ context.Context, v any) (any, sql.ConvertInRange, error) {
	switch v := v.(type) {
	case string:
		return v, sql.InRange, nil
	case nil:
		return nil, sql.InRange, wrongValue(memoryWatchName, "NULL", errors.New("want instrument:size, or '' for none"))
	}
	return nil, sql.InRange, mysql.NewSQLError(errWrongType, sqlerr.StateAccess, "Incorrect argument type to variable '%s'", memoryWatchName)
}
