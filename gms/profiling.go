package gms

import (
	"context"
	"errors"
	"fmt"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/shopspring/decimal"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/profile"
	"github.com/perfschema/perfschema/gms/internal/setting"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/lock"
)

const (
	haveProfilingName = "have_profiling"

	profilingWaitTimerName = "profiling_wait_timer"

	warnDeprecated = 1287
	warnTruncated  = 1292
)

// installProfilingVariables declares @@profiling, @@profiling_history_size,
// @@have_profiling, @@profiling_scope, @@profiling_wait_timer and @@profiling_show_databases. A session that
// sets one tells its connection.
func installProfilingVariables(on bool, waitTimer string) {
	have := "NO"
	if on {
		have = "YES"
	}
	both := sql.GetMysqlScope(sql.SystemVariableScope_Both)
	sql.SystemVariables.AddSystemVariables([]sql.SystemVariable{
		&sql.MysqlSystemVariable{
			Name: profile.Variable, Scope: both, Dynamic: true, Type: notNull{types.NewSystemBoolType(profile.Variable), profile.Variable}, Default: int8(0),
			NotifyChanged: func(ctx *sql.Context, scope sql.SystemVariableScope, v sql.SystemVarValue) error {
				deprecated(ctx, profile.Variable)
				if conn := sessionConnection(ctx, scope); conn != nil {
					was := conn.profiling.On
					conn.profiling.SwitchOn(conn.thread, v.Val == int8(1))
					if was != conn.profiling.On {
						conn.profiling.Profiler.Discard()
					}
				}
				return nil
			},
		},
		&sql.MysqlSystemVariable{
			Name: profile.HistoryVariable, Scope: both, Dynamic: true, Default: int64(perfschema.DefaultProfilingHistory),
			Type: clampedInt{types.NewSystemIntType(profile.HistoryVariable, 0, perfschema.MaxProfilingHistory, false), profile.HistoryVariable, perfschema.MaxProfilingHistory},
			NotifyChanged: func(ctx *sql.Context, scope sql.SystemVariableScope, v sql.SystemVarValue) error {
				if x := runningOf(ctx); x != nil && x.plan.clamped {
					x.plan.clamped = false // Convert has told of both
				} else {
					deprecated(ctx, profile.HistoryVariable)
				}
				if conn := sessionConnection(ctx, scope); conn != nil {
					if n, ok := v.Val.(int64); ok {
						// The size must hold before profiling is switched on too.
						conn.thread.StageProfiler().SetHistorySize(int(n))
					}
				}
				return nil
			},
		},
		&sql.MysqlSystemVariable{
			Name: profile.ScopeVariable, Scope: both, Dynamic: true, Default: "STATEMENT",
			Type: types.NewSystemEnumType(profile.ScopeVariable, "STATEMENT", "PROCESS"),
			NotifyChanged: func(ctx *sql.Context, scope sql.SystemVariableScope, v sql.SystemVarValue) error {
				if conn := sessionConnection(ctx, scope); conn != nil {
					conn.profiling.Scope = profile.ScopeOf(fmt.Sprint(v.Val))
				}
				return nil
			},
		},
		&sql.MysqlSystemVariable{
			Name: haveProfilingName, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global),
			Type: types.NewSystemStringType(haveProfilingName), Default: have,
		},
		&sql.MysqlSystemVariable{
			Name: profilingWaitTimerName, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global),
			Type: types.NewSystemStringType(profilingWaitTimerName), Default: waitTimer,
		},
		showDatabasesVariable(),
	})
}

// sessionConnection is the connection of a session that sets a variable of its
// own; nil for a global one.
func sessionConnection(ctx *sql.Context, scope sql.SystemVariableScope) *connection {
	if ctx == nil || scope != nil && scope.IsGlobalOnly() {
		return nil
	}
	return connectionOf(ctx)
}

// deprecated warns, as MySQL does, of a variable that will go.
func deprecated(ctx *sql.Context, variable string) {
	warn(ctx, warnDeprecated, "'@@%s' is deprecated and will be removed in a future release.", variable)
}

// warn adds a warning of the running statement. The engine keeps those of the
// statement before, which go with the first.
func warn(ctx *sql.Context, code int, format string, args ...any) {
	if ctx != nil && ctx.Session != nil {
		if x := executionOf(ctx); x != nil && !x.plan.warned {
			x.plan.warned = true
			ctx.ClearWarnings()
		}
		ctx.Session.Warn(&sql.Warning{Level: "Warning", Code: code, Message: fmt.Sprintf(format, args...)})
	}
}

// notNull is a type that names NULL in its error as MySQL does.
type notNull struct {
	sql.SystemVariableType
	name string
}

// Convert implements sql.Type.
func (t notNull) Convert(ctx context.Context, v any) (any, sql.ConvertInRange, error) {
	if v == nil {
		return nil, sql.InRange, mysql.NewSQLError(sqlerr.ERWrongValue, sqlerr.StateAccess, "Variable '%s' can't be set to the value of 'NULL'", t.name)
	}
	return t.SystemVariableType.Convert(ctx, v)
}

// clampedInt is an integer variable from 0 up that takes the nearest value it
// can have, with a warning.
type clampedInt struct {
	sql.SystemVariableType
	name    string
	highest int64
}

// Convert implements sql.Type.
func (t clampedInt) Convert(ctx context.Context, v any) (any, sql.ConvertInRange, error) {
	n, ok := wholeNumber(v)
	if !ok {
		return nil, sql.InRange, mysql.NewSQLError(errWrongType, sqlerr.StateAccess, "Incorrect argument type to variable '%s'", t.name)
	}
	if near := min(max(n, 0), t.highest); near != n {
		if c, ok := ctx.(*sql.Context); ok {
			if x := runningOf(c); x != nil { // MySQL tells of this first
				deprecated(c, t.name)
				x.plan.clamped = true
			}
			warn(c, warnTruncated, "Truncated incorrect %s value: '%v'", t.name, v)
		}
		n = near
	}
	return n, sql.InRange, nil
}

// errWrongType is ER_WRONG_TYPE_FOR_VAR.
const errWrongType = 1232

func wholeNumber(v any) (int64, bool) {
	if _, isDecimal := v.(decimal.Decimal); isDecimal {
		return 0, false
	}
	if f, isFloat := v.(float64); isFloat {
		return int64(f), f == float64(int64(f))
	}
	if _, isText := v.(string); isText || v == nil {
		return 0, false
	}
	n, _, err := types.Int64.Convert(context.Background(), v)
	if err != nil {
		return 0, false
	}
	i, ok := n.(int64)
	return i, ok
}

// StartProfiler starts the profiler that tells where the time of statements
// goes, in the tables of the database profiling, until Close. With Options.Off
// there is none, and those tables stay empty. Call it once; it declares the
// system variables of sampler.Variables, of which, as of all others, the engine
// has one set for the process. CPU time by kernel and program is known of
// sessions with profiling=1, unless Options.CPUTime says otherwise. It fails with an error that wraps
// perfschema.ErrOff where the Schema is off.
func (a *Adapter) StartProfiler(o sampler.Options) error {
	if a.Profiler() != nil {
		return errors.New("gms: the profiler runs already")
	}
	if o.Off {
		setting.InstallProfiler(o)
		return nil
	}
	if o.CPUTime == nil {
		o.CPUTime = (*perfschema.SampledStatement).CPUTime
	}
	p, err := sampler.Start(a.schema, o)
	if err != nil {
		o.Off = true
		setting.InstallProfiler(o)
		return fmt.Errorf("gms: %w", err)
	}
	a.profiler.Store(p)
	if o.SessionBytes >= 0 {
		a.sessions.Store(activesession.Start(a.schema, p, activesession.Options{
			Interval: o.SessionInterval, Size: uint64(o.SessionBytes), Locks: a.metadataLocks,
		}))
	}
	setting.InstallProfiler(o)
	return nil
}

// metadataLocks are those that are kept, and those of the tables that statements use.
func (a *Adapter) metadataLocks() []record.MetadataLockInfo {
	return lock.AllMetadataLocks(view.Reader{Schema: a.schema, Server: view.Server{Uses: a.lifecycle.readLock.ShownUses}})
}

// ActiveSessions is what keeps the active sessions, nil if nothing does. It stays to be read after
// Close.
func (a *Adapter) ActiveSessions() *activesession.Recorder { return a.sessions.Load() }

// Profiler is what StartProfiler has started, nil if nothing. It stays to be
// read after Close.
func (a *Adapter) Profiler() *sampler.Profiler { return a.profiler.Load() }

// Close ends what the Adapter runs by itself: the profiler. Call it when the
// server has ended.
func (a *Adapter) Close() {
	a.Profiler().Close()
	a.ActiveSessions().Close()
}

// WatchMemory sets the system variable profiling_memory_watch, as SET GLOBAL
// does. Call it after Install. It fails where [perfschema.Schema.WatchMemory]
// does, and changes nothing then.
func (a *Adapter) WatchMemory(spec string) error {
	return a.alarm.Set(spec)
}

// profilerOf finds the Profiler of the session that ctx belongs to; nil if it
// never had profiling on.
func profilerOf(ctx context.Context) *perfschema.StageProfiler {
	if conn := connectionOf(ctx); conn != nil {
		return conn.profiling.Profiler
	}
	return nil
}

// profiles are the statements that show profiles.
func (a *Adapter) profiles() profile.Statements {
	return profile.Statements{Schema: a.schema, Rights: a.rights, Session: profiledSession{}}
}

// profiledSession implements profile.Session.
type profiledSession struct{}

func (profiledSession) Profiler(ctx *sql.Context) *perfschema.StageProfiler { return profilerOf(ctx) }

func (profiledSession) Profiling(ctx *sql.Context) *profile.Profiling {
	if conn := connectionOf(ctx); conn != nil {
		return &conn.profiling
	}
	return nil
}

func (profiledSession) Shown(ctx *sql.Context, text string) string {
	return connectionOf(ctx).shown(text)
}

func (profiledSession) Thread(ctx *sql.Context) *perfschema.Thread {
	if conn := connectionOf(ctx); conn != nil {
		return conn.thread
	}
	return nil
}

func (profiledSession) Deprecated(ctx *sql.Context, what string) {
	warn(ctx, warnDeprecated, "'%s' is deprecated and will be removed in a future release. Please use Performance Schema instead", what)
}

// enterProfile takes the running goroutine into the profile that is being
// recorded, if there is one, until the returned function is called.
func (conn *connection) enterProfile() (leave func()) {
	if p := conn.profiling.Profiler; p.Recording() && p.Enter() {
		return p.Leave
	}
	return func() {}
}
