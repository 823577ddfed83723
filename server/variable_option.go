package server

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/server/dolt"
)

// ErrVariable: a system variable cannot have what the Config gives it.
var ErrVariable = errors.New("system variable")

// VariableValue is a global system variable, by its name in lower case and with underscores, and
// what it is to be when the server starts.
type VariableValue struct{ Name, Value string }

// setVariables gives global variables what the Config says. What was persisted comes after, as
// in MySQL.
func (c Config) setVariables(ctx context.Context, d *dolt.Database) error {
	if len(c.Variables) == 0 {
		return nil
	}
	session, err := d.NewEventContext(ctx, sql.NewBaseSession())
	if err != nil {
		return fmt.Errorf("%w: %w", ErrVariable, err)
	}
	for _, v := range c.Variables {
		warning, err := gms.SetVariableOption(session, v.Name, v.Value)
		if err != nil {
			return fmt.Errorf("%w %s: %w", ErrVariable, v.Name, err)
		}
		if warning != "" {
			logrus.Warn(warning)
		}
	}
	return nil
}

// restored says whether what was persisted of a variable is to be restored: of those that the
// engine has restored already, those that the Config has set since.
func (c Config) restored(name string) bool {
	return ownVariable(name) || slices.ContainsFunc(c.Variables, func(v VariableValue) bool { return v.Name == name })
}
