package sysvar

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// livingVariable is a variable that sessions alone have, and whose value is what they have
// done: the engine would keep one that SET gave it.
type livingVariable struct {
	*sql.MysqlSystemVariable
	scope livingScope
}

// GetSessionScope implements sql.SystemVariable.
func (v *livingVariable) GetSessionScope() sql.SystemVariableScope { return &v.scope }

// livingScope is where such a variable has its value.
type livingScope struct {
	sql.SystemVariableScope
	typ sql.SystemVariableType
	get func(ctx *sql.Context) (any, error)
	set func(ctx *sql.Context, value any) error // of a value of the type; nil: it is read only
}

// GetValue implements sql.SystemVariableScope.
func (s *livingScope) GetValue(ctx *sql.Context, _ string, _ sql.CollationID) (any, error) {
	return s.get(ctx)
}

// SetValue implements sql.SystemVariableScope.
func (s *livingScope) SetValue(ctx *sql.Context, name string, value any) error {
	if s.set == nil {
		return sql.ErrSystemVariableReadOnly.New(name)
	}
	converted, _, err := s.typ.Convert(ctx, value)
	if err != nil {
		return err // with the variable's name
	}
	return s.set(ctx, converted)
}

// living declares such a variable.
func living(name string, typ sql.SystemVariableType, zero any, get func(ctx *sql.Context) (any, error), set func(ctx *sql.Context, value any) error) sql.SystemVariable {
	of := sql.GetMysqlScope(sql.SystemVariableScope_Session)
	return &livingVariable{
		&sql.MysqlSystemVariable{Name: name, Scope: of, Dynamic: set != nil, Type: typ, Default: zero},
		livingScope{of, typ, get, set},
	}
}

// livingNumber declares one that is a number; without set it is read only.
func livingNumber(name string, get func(ctx *sql.Context) uint64, set func(ctx *sql.Context, n uint64)) sql.SystemVariable {
	var setAny func(ctx *sql.Context, value any) error
	if set != nil {
		setAny = func(ctx *sql.Context, value any) error {
			n, ok := value.(uint64)
			if !ok {
				return sql.ErrInvalidSystemVariableValue.New(name, value)
			}
			set(ctx, n)
			return nil
		}
	}
	return living(name, types.NewSystemUintType(name, 0, 1<<64-1), uint64(0), func(ctx *sql.Context) (any, error) { return get(ctx), nil }, setAny)
}

// Declared is a variable as it is declared; false of one that is another's than
// MySQL's.
func Declared(v sql.SystemVariable) (*sql.MysqlSystemVariable, bool) {
	if living, ok := v.(*livingVariable); ok {
		return living.MysqlSystemVariable, true
	}
	declared, ok := v.(*sql.MysqlSystemVariable)
	return declared, ok
}

// InsertIDNames are the variables that have what LAST_INSERT_ID() gives.
var InsertIDNames = []string{"last_insert_id", "identity"}

func InsertIDs() (declared []sql.SystemVariable) {
	for _, name := range InsertIDNames {
		declared = append(declared, livingNumber(name,
			func(ctx *sql.Context) uint64 { return uint64(ctx.GetLastQueryInfo().LastInsertId.Load()) },
			func(ctx *sql.Context, n uint64) { ctx.GetLastQueryInfo().LastInsertId.Store(int64(n)) }))
	}
	return declared
}
