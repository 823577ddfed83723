package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// livingVariable is a variable that sessions alone have, and whose value is what they have
// done: the engine would keep one that SET gave it.
type livingVariable struct {
	*sql.MysqlSystemVariable
	scope sql.SystemVariableScope
}

// GetSessionScope implements sql.SystemVariable.
func (v *livingVariable) GetSessionScope() sql.SystemVariableScope { return v.scope }

// declaredVariable is a variable as it is declared; false of one that is another's than
// MySQL's.
func declaredVariable(v sql.SystemVariable) (*sql.MysqlSystemVariable, bool) {
	if living, ok := v.(*livingVariable); ok {
		return living.MysqlSystemVariable, true
	}
	declared, ok := v.(*sql.MysqlSystemVariable)
	return declared, ok
}

// sessionNumber declares a variable of sessions that is a number.
func sessionNumber(name string) *sql.MysqlSystemVariable {
	return &sql.MysqlSystemVariable{
		Name: name, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Session),
		Type: types.NewSystemUintType(name, 0, 1<<64-1), Default: uint64(0),
	}
}

// insertIDNames are the variables that have what LAST_INSERT_ID() gives.
var insertIDNames = []string{"last_insert_id", "identity"}

func insertIDVariables() (declared []sql.SystemVariable) {
	for _, name := range insertIDNames {
		v := sessionNumber(name)
		v.Dynamic = true
		declared = append(declared, &livingVariable{v, insertIDScope{v}})
	}
	return declared
}

// insertIDScope is where they have their value.
type insertIDScope struct{ variable *sql.MysqlSystemVariable }

// IsGlobalOnly implements sql.SystemVariableScope.
func (s insertIDScope) IsGlobalOnly() bool { return false }

// IsSessionOnly implements sql.SystemVariableScope.
func (s insertIDScope) IsSessionOnly() bool { return true }

// GetValue implements sql.SystemVariableScope.
func (insertIDScope) GetValue(ctx *sql.Context, _ string, _ sql.CollationID) (any, error) {
	return uint64(ctx.GetLastQueryInfo().LastInsertId.Load()), nil
}

// SetValue implements sql.SystemVariableScope.
func (s insertIDScope) SetValue(ctx *sql.Context, name string, value any) error {
	id, _, err := s.variable.Type.Convert(ctx, value)
	n, ok := id.(uint64)
	if err != nil {
		return err
	}
	if !ok {
		return sql.ErrInvalidSystemVariableValue.New(name, value)
	}
	ctx.GetLastQueryInfo().LastInsertId.Store(int64(n))
	return nil
}
