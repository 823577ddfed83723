package held

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

const (
	memoryWatchName = "profiling_memory_watch"
	// errWrongVariableType is ER_WRONG_TYPE_FOR_VAR.
	errWrongVariableType = 1232
)

// Alarm is who is told when a memory instrument passes its mark.
type Alarm struct {
	Schema *perfschema.Schema
	Notify func(perfschema.MemoryCrossing) // nil: nobody wants to know
}

// Set sets the variable and the marks.
func (a *Alarm) Set(spec string) error {
	if err := a.watch(spec); err != nil {
		return err
	}
	if err := sql.SystemVariables.AssignValues(map[string]any{memoryWatchName: spec}); err != nil {
		return fmt.Errorf("gms: %s: %w", memoryWatchName, err)
	}
	return nil
}

// watch sets the marks. It fails where [perfschema.Schema.WatchMemory] does.
func (a *Alarm) watch(spec string) error {
	return a.Schema.WatchMemory(spec, func(c perfschema.MemoryCrossing) {
		if a.Notify != nil {
			a.Notify(c)
		}
	})
}

// Install declares @@profiling_memory_watch. A value that is no good
// is refused, and the one before stays.
func (a *Alarm) Install() {
	sql.SystemVariables.AddSystemVariables([]sql.SystemVariable{
		&sql.MysqlSystemVariable{
			Name: memoryWatchName, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global), Dynamic: true, Default: "",
			Type: watchSpec{types.NewSystemStringType(memoryWatchName)},
			NotifyChanged: func(ctx *sql.Context, _ sql.SystemVariableScope, v sql.SystemVarValue) error {
				spec, _ := v.Val.(string)
				if err := a.watch(spec); err != nil && ctx != nil && ctx.Session != nil {
					return wrongValue(memoryWatchName, spec, err)
				}
				return nil
			},
		},
	})
}

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
	return nil, sql.InRange, mysql.NewSQLError(errWrongVariableType, sqlerr.StateAccess, "Incorrect argument type to variable '%s'", memoryWatchName)
}

// wrongValue is MySQL's error for a value that a variable cannot have, with the
// reason behind it.
func wrongValue(variable, value string, reason error) error {
	return mysql.NewSQLError(sqlerr.ERWrongValue, sqlerr.StateAccess, "Variable '%s' can't be set to the value of '%s': %v", variable, value,
		strings.TrimPrefix(reason.Error(), perfschema.ErrMemoryWatch.Error()+" "))
}
