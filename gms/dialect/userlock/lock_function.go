package userlock

import (
	"fmt"
	"math"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// Function gives a function of user locks: the engine's own, watched.
func (k *Locks) Function(name string, ls *sql.LockSubsystem) (sql.Function, bool) {
	watch := func(f sql.Expression) sql.Expression { return watched(f, k, ls) }
	switch name {
	case "get_lock":
		get := function.CreateNewGetLock(ls)
		return sql.Function2{Name: name, Fn: func(a, b sql.Expression) sql.Expression { return watch(get(a, b)) }}, true
	case "release_lock":
		release := function.NewReleaseLock(ls)
		return sql.Function1{Name: name, Fn: func(a sql.Expression) sql.Expression { return watch(release(a)) }}, true
	case "release_all_locks":
		releaseAll := function.NewReleaseAllLocks(ls)
		return sql.Function0{Name: name, Fn: func() sql.Expression { return watch(releaseAll()) }}, true
	}
	return nil, false
}

// Call is a call of the engine's function. The analyzer may compute it, as
// it computes the engine's.
type Call struct {
	sql.FunctionExpression
	locks *Locks
	ls    *sql.LockSubsystem
}

var (
	_ sql.FunctionExpression         = (*Call)(nil)
	_ sql.NonDeterministicExpression = (*Call)(nil)
	_ sql.CollationCoercible         = (*Call)(nil)
)

// WithChildren implements sql.Expression.
func (c *Call) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	f, err := c.FunctionExpression.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	return watched(f, c.locks, c.ls), nil
}

// watched wraps a call of the engine's function.
func watched(e sql.Expression, locks *Locks, ls *sql.LockSubsystem) sql.Expression {
	if f, ok := e.(sql.FunctionExpression); ok {
		return &Call{f, locks, ls}
	}
	return e
}

// IsNonDeterministic implements sql.NonDeterministicExpression: as of the
// engine's functions, a constraint may not call it.
func (c *Call) IsNonDeterministic() bool { return true }

// CollationCoercibility implements sql.CollationCoercible.
func (c *Call) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, c.FunctionExpression)
}

// Eval implements sql.Expression.
func (c *Call) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	switch f := c.FunctionExpression.(type) {
	case *function.GetLock:
		return c.getLock(ctx, f, row)
	case *function.ReleaseLock:
		name, err := f.GetLockName(ctx, row)
		if err != nil || name == nil {
			return nil, err
		}
		c.locks.release(ctx.Session.ID(), *name)
		return function.ReleaseLockFunc(ctx, c.ls, *name)
	case function.ReleaseAllLocks:
		c.locks.ReleaseAll(ctx.Session.ID())
	}
	return c.FunctionExpression.Eval(ctx, row)
}

// getLock gives what the engine's function would: 1 for a lock taken, 0 for a
// time that passed, NULL for an argument that is.
func (c *Call) getLock(ctx *sql.Context, f *function.GetLock, row sql.Row) (any, error) {
	value, err := f.LeftChild.Eval(ctx, row)
	if err != nil || value == nil {
		return nil, err
	}
	seconds, err := f.RightChild.Eval(ctx, row)
	if err != nil || seconds == nil {
		return nil, err
	}
	text, ok := f.LeftChild.Type().(sql.StringType)
	if !ok {
		return nil, function.ErrIllegalLockNameArgType.New(f.LeftChild.Type().String(), f.FunctionName())
	}
	name, err := types.ConvertToString(ctx, value, text, nil)
	if err != nil {
		return nil, fmt.Errorf("%w; %w", function.ErrIllegalLockNameArgType.New(f.LeftChild.Type().String(), f.FunctionName()), err)
	}
	n, _, err := types.Int64.Convert(ctx, seconds)
	if err != nil {
		return nil, fmt.Errorf("illegal value for timeout %v", n)
	}
	switch err := c.locks.get(ctx, c.ls, name, timeout(n)); {
	case err == nil:
		return int8(1), nil
	case sql.ErrLockTimeout.Is(err):
		return int8(0), nil
	default:
		return nil, err
	}
}

// timeout is a number of seconds, negative for no end.
func timeout(seconds any) time.Duration {
	n, _ := seconds.(int64)
	if n < 0 || n > math.MaxInt64/int64(time.Second) {
		return -1
	}
	return time.Duration(n) * time.Second
}
