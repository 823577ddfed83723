package sysvar

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// A SET of several variables sets all of them or none: all values are computed
// before any is assigned, and checked as far as they can be without assigning them.
// A value may still be refused when it is assigned, by the function that the variable
// calls on a change: then the variables before it get their old values back.

// pairedVariables are those that the engine sets together, character set and
// collation.
var pairedVariables = map[string]string{
	"character_set_connection": "collation_connection", "collation_connection": "character_set_connection",
	"character_set_server": "collation_server", "collation_server": "character_set_server",
}

// Paired returns the variable that the engine sets together with one, whose name is in small
// letters; "" for none.
func Paired(name string) string { return pairedVariables[name] }

// SetsInParts says whether setWhole has to carry out a SET: one of several variables, of
// which each may fail after others were set, or one that the engine does without calling
// the variable's function. One with a program's variables or a row's columns sets them
// one after the other, as in MySQL.
func SetsInParts(n *plan.Set) bool {
	parts := len(n.Exprs)
	for _, e := range n.Exprs {
		set, ok := e.(*expression.SetField)
		if !ok {
			return false
		}
		switch left := set.LeftChild.(type) {
		case *expression.UserVar:
		case *expression.SystemVar:
			name := strings.ToLower(left.Name)
			if persists(left) || pairedVariables[name] != "" {
				parts++
			}
		default:
			return false
		}
	}
	return parts > 1
}

// persists says whether a value is kept for the next start.
func persists(v *expression.SystemVar) bool {
	scope, ok := v.Scope.(*sql.MysqlScope)
	return ok && (scope.Type == sql.SystemVariableScope_Persist || scope.Type == sql.SystemVariableScope_PersistOnly)
}

// isPersisted reports whether an assignment is one to a variable that is kept.
func isPersisted(e sql.Expression) bool {
	set, ok := e.(*expression.SetField)
	if !ok {
		return false
	}
	v, ok := set.LeftChild.(*expression.SystemVar)
	return ok && persists(v)
}

// Settings is what a SET is carried out by.
type Settings struct {
	// Build builds a SET of one variable: the engine sets it then.
	Build func(ctx *sql.Context, n sql.Node, r sql.Row) (sql.RowIter, error)
	// Check returns the error of giving a variable, whose name is in small letters, a value, for
	// variables that are another's.
	Check func(ctx *sql.Context, name string, value any) error
	// LogsIn says whether clients are logged in here.
	LogsIn bool
}

// SetWhole carries out a SET, whole or not at all.
func (o Settings) SetWhole(ctx *sql.Context, n *plan.Set, r sql.Row) (sql.RowIter, error) {
	whole := make([]sql.Expression, len(n.Exprs))
	for i, e := range n.Exprs {
		set := e.(*expression.SetField)
		value, err := set.RightChild.Eval(ctx, r)
		if err != nil {
			return nil, err
		}
		if v, ok := set.LeftChild.(*expression.SystemVar); ok {
			if err := o.checkSetting(ctx, v, value); err != nil {
				return nil, err
			}
		}
		whole[i] = expression.NewSetField(set.LeftChild, expression.NewLiteral(value, set.RightChild.Type()))
	}
	if slices.ContainsFunc(whole, isPersisted) {
		Persisting.Lock()
		defer Persisting.Unlock()
	}
	var undo []func() error
	for i, e := range whole {
		before, err := settingBefore(ctx, e.(*expression.SetField).LeftChild)
		if err == nil {
			undo = append(undo, before)
			var iter sql.RowIter
			if iter, err = o.Build(ctx, plan.NewSet(whole[i:i+1]), r); err == nil && i == len(whole)-1 {
				return iter, nil
			}
		}
		if err != nil {
			for i := len(undo) - 1; i >= 0; i-- {
				err = errors.Join(err, undo[i]())
			}
			return nil, FirstError(err)
		}
	}
	return sql.RowsToRowIter(), nil
}

// FirstError is the error that a client gets, of those that were joined: what made the
// statement fail, unless what was set could not be set back.
func FirstError(err error) error {
	joined, ok := err.(interface{ Unwrap() []error }) //nolint:errorlint // of this file's own making
	if !ok {
		return err
	}
	list := joined.Unwrap()
	if len(list) == 1 {
		return FirstError(list[0])
	}
	return err
}

// checkSetting says why a system variable cannot be set to a value, without setting
// it or telling anybody.
func (o Settings) checkSetting(ctx *sql.Context, v *expression.SystemVar, value any) error {
	scope, ok := v.Scope.(*sql.MysqlScope)
	if !ok {
		return nil
	}
	known, _, ok := sql.SystemVariables.GetGlobal(v.Name)
	declared, isOurs := known.(*sql.MysqlSystemVariable)
	if !ok || !isOurs {
		return nil
	}
	quiet := *declared
	quiet.NotifyChanged = nil
	var err error
	switch scope.Type {
	case sql.SystemVariableScope_PersistOnly:
		v, failed := quiet.InitValue(ctx, value, true)
		err = checkKept(v, failed, o.LogsIn)
	case sql.SystemVariableScope_Persist:
		v, failed := quiet.SetValue(ctx, value, true)
		err = checkKept(v, failed, o.LogsIn)
	case sql.SystemVariableScope_Global:
		_, err = quiet.SetValue(ctx, value, true)
	default:
		_, err = quiet.SetValue(ctx, value, false)
	}
	if err != nil {
		if sql.ErrInvalidSetValue.Is(err) {
			return sqlerr.VariableValue(v.Name, fmt.Sprint(value))
		}
		return err
	}
	text, _ := value.(string)
	switch name := strings.ToLower(v.Name); name {
	case "time_zone":
		if !sql.ValidTimeZone(text) {
			return sql.ErrInvalidTimeZone.New(value)
		}
	case "character_set_connection", "character_set_server":
		if value != nil {
			_, err = sql.ParseCharacterSet(text)
		}
	case "collation_connection", "collation_server":
		if value != nil {
			_, err = sql.ParseCollation("", text, false)
		}
	default:
		return o.Check(ctx, name, value)
	}
	return err
}

// checkKept refuses what is not to be kept for the next start, of which nobody is told
// before it is kept.
func checkKept(v sql.SystemVarValue, err error, logsIn bool) error {
	if err != nil {
		return err
	}
	if err := RefuseCharacterSet(v.Var.GetName(), v.Val); err != nil {
		return err
	}
	return RefuseProtective(v.Var.GetName(), v.Val, logsIn)
}

// settingBefore remembers what is about to be set, and gives a function that sets it
// back.
func settingBefore(ctx *sql.Context, target sql.Expression) (undo func() error, err error) {
	switch v := target.(type) {
	case *expression.UserVar:
		kind, value, err := ctx.GetUserVariable(ctx, v.Name)
		if err != nil {
			return nil, err
		}
		return func() error { return ctx.SetUserVariable(ctx, v.Name, value, kind) }, nil
	case *expression.SystemVar:
		undo, err := variableBefore(ctx, v.Scope, v.Name)
		if pair := pairedVariables[strings.ToLower(v.Name)]; err == nil && pair != "" {
			own := undo
			other, err := variableBefore(ctx, v.Scope, pair)
			if err != nil {
				return nil, err
			}
			undo = func() error { return errors.Join(own(), other()) }
		}
		return undo, err
	}
	return nil, fmt.Errorf("set a %T", target)
}

func variableBefore(ctx *sql.Context, in sql.SystemVariableScope, name string) (undo func() error, err error) {
	scope, ok := in.(*sql.MysqlScope)
	if !ok {
		value, err := in.GetValue(ctx, name, sql.Collation_Default)
		return func() error { return in.SetValue(ctx, name, value) }, err
	}
	switch scope.Type {
	case sql.SystemVariableScope_Global:
		return globalBefore(ctx, name)
	case sql.SystemVariableScope_PersistOnly:
		return persistedBefore(ctx, name), nil
	case sql.SystemVariableScope_Persist:
		global, err := globalBefore(ctx, name)
		if err != nil {
			return nil, err
		}
		persisted := persistedBefore(ctx, name)
		return func() error { return errors.Join(persisted(), global()) }, nil
	}
	value, err := ctx.GetSessionVariable(ctx, name)
	return func() error { return ctx.SetSessionVariable(ctx, name, value) }, err
}

func globalBefore(ctx *sql.Context, name string) (undo func() error, err error) {
	_, value, ok := sql.SystemVariables.GetGlobal(name)
	if !ok {
		return nil, sql.ErrUnknownSystemVariable.New(name)
	}
	return func() error {
		if _, now, _ := sql.SystemVariables.GetGlobal(name); now == value {
			return nil
		}
		return sql.SystemVariables.SetGlobal(ctx, name, value)
	}, nil
}

func persistedBefore(ctx *sql.Context, name string) (undo func() error) {
	session, ok := ctx.Session.(sql.PersistableSession)
	if !ok {
		return func() error { return nil }
	}
	value, err := session.GetPersistedValue(name)
	persisted := err == nil
	return func() error {
		if !persisted { // there was none, nor is there one now, perhaps
			_ = session.RemovePersistedGlobal(name)
			return nil
		}
		return session.PersistGlobal(ctx, name, value)
	}
}
