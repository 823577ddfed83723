package gms

import (
	"context"
	"iter"
	"maps"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/setting"
	"github.com/perfschema/perfschema/gms/internal/transport"
	"github.com/perfschema/perfschema/view"
)

// sessionSettings is what other sessions may read of one's variables. A session's own
// maps are its goroutine's alone.
type sessionSettings struct {
	// began are the variables as they were when the session began; the map is shared
	// by sessions, and never changed.
	began atomic.Pointer[map[string]sql.SystemVarValue]
	// set are those that SET has changed since; each SET makes another map.
	set  atomic.Pointer[map[string]any]
	user atomic.Pointer[sql.UserVars]
}

// begin is the beginning of a session, a new one or one that is reset.
func (s *sessionSettings) begin(a *Adapter, session sql.Session) {
	s.began.Store(a.variablesNow())
	s.set.Store(nil)
	s.user.Store(held.UserVarsOf(session))
}

// variablesNow are the variables of a session that begins now. All sessions that
// begin between two SET GLOBAL share them.
func (a *Adapter) variablesNow() *map[string]sql.SystemVarValue {
	if now := a.initial.Load(); now != nil {
		return now
	}
	now := sql.SystemVariables.NewSessionMap()
	a.initial.Store(&now)
	return &now
}

// ranSets are those that a statement has run.
type ranSets []*plan.Set

// note notes which variables a SET is to change.
func (s *ranSets) note(n *plan.Set) { *s = append(*s, n) }

// settle notes, when the statement is over, what they have become.
func (s *ranSets) settle(conn *connection, failed bool) {
	if len(*s) == 0 {
		return
	}
	sets := *s
	*s = nil
	session := conn.session
	if session == nil || conn.adapter.rights == nil {
		return
	}
	ctx := sql.NewContext(context.Background(), sql.WithSession(session))
	var changed map[string]any
	for _, n := range sets {
		for v := range sysvar.Assigned(n) {
			scope, ok := v.Scope.(*sql.MysqlScope)
			if !ok {
				continue
			}
			name := strings.ToLower(v.Name)
			if privilege.DatabaseOfVariable(name) != "" {
				continue
			}
			switch scope.Type {
			case sql.SystemVariableScope_Global, sql.SystemVariableScope_Persist:
				if !failed {
					conn.setGlobal(name)
				}
			case sql.SystemVariableScope_PersistOnly, sql.SystemVariableScope_ResetPersist:
			default:
				if changed == nil {
					changed = make(map[string]any)
					if before := conn.variables.set.Load(); before != nil {
						maps.Copy(changed, *before)
					}
				}
				for _, name := range []string{name, sysvar.Paired(name)} {
					if value, err := session.GetSessionVariable(ctx, name); err == nil {
						changed[name] = value
					}
				}
			}
		}
	}
	if changed != nil {
		conn.variables.set.Store(&changed)
	}
}

// setGlobal notes that the connection has set a global variable.
func (conn *connection) setGlobal(name string) {
	a := conn.adapter.rights
	by := setting.Set{At: a.schema.Wall()}
	if conn.thread != nil {
		info := conn.thread.Info()
		by.User, by.Host = info.User, info.Host
	}
	a.sources.SetGlobal(name, by)
	if pair := sysvar.Paired(name); pair != "" {
		a.sources.SetGlobal(pair, by)
	}
	a.initial.Store(nil)
	setForAll(name)
}

// setSince are the variables without a value for the session that have been set since the
// process began, as the engine's variables are the process's. A session of the engine's
// keeps them as they were when it began; they are read where they are instead.
var setSince atomic.Pointer[map[string]bool]

// SetForAll says whether there are any. Until then a session's variables are those of
// its [sql.BaseSession].
func SetForAll() bool { return setSince.Load() != nil }

// setForAll notes a variable that has been set for all sessions.
func setForAll(name string) {
	known, _, _ := sql.SystemVariables.GetGlobal(name)
	v, ok := known.(*sql.MysqlSystemVariable)
	if !ok || v.Scope.Type != sql.SystemVariableScope_Global {
		return
	}
	for {
		before := setSince.Load()
		if before != nil && (*before)[name] {
			return
		}
		with := map[string]bool{name: true}
		if before != nil {
			maps.Copy(with, *before)
		}
		if setSince.CompareAndSwap(before, &with) {
			return
		}
	}
}

// GetSessionVariable implements sql.Session.
func (s *ResultSession) GetSessionVariable(ctx *sql.Context, name string) (any, error) {
	if set := setSince.Load(); set != nil && (*set)[strings.ToLower(name)] {
		if _, value, ok := sql.SystemVariables.GetGlobal(name); ok {
			return value, nil
		}
	}
	return s.BaseSession.GetSessionVariable(ctx, name)
}

// GetAllSessionVariables implements sql.Session.
func (s *ResultSession) GetAllSessionVariables() map[string]any {
	all := s.BaseSession.GetAllSessionVariables()
	for _, name := range sysvar.InsertIDNames {
		all[name] = uint64(s.GetLastQueryInfo().LastInsertId.Load())
	}
	if set := setSince.Load(); set != nil {
		for name := range *set {
			if _, value, ok := sql.SystemVariables.GetGlobal(name); ok {
				all[name] = value
			}
		}
	}
	return all
}

// leftBehind are variables that statements change without SET.
var leftBehind = map[string]bool{
	"error_count": true, "identity": true, "insert_id": true, "last_insert_id": true, "timestamp": true, "warning_count": true,
}

// sessionVariables gives the sessions whose variables tables show: one, by the number
// of its connection, or with 0 all.
func (a *Adapter) sessionVariables(ctx *sql.Context, id uint64) (out []view.SessionVariablesOf) {
	a.lifecycle.connections.Range(func(_, c any) bool {
		conn := c.(*connection)
		if conn.thread == nil || id != 0 && uint64(conn.client.ConnectionID) != id {
			return true
		}
		of := view.SessionVariablesOf{
			ThreadID: conn.thread.ID(),
			System:   func() iter.Seq2[string, any] { return sysvar.SystemInOrder(conn.systemVariables(ctx)) },
			User:     func() iter.Seq2[string, any] { return sysvar.InOrder(conn.userVariables()) },
		}
		out = append(out, of)
		return true
	})
	return out
}

// systemVariables are the connection's system variables, for a reader of whatever
// session.
func (conn *connection) systemVariables(ctx *sql.Context) map[string]any {
	out := make(map[string]any)
	began := conn.variables.began.Load()
	if began == nil {
		return out // it has not logged in
	}
	if ctx.Session.ID() == conn.client.ConnectionID {
		own := ctx.GetAllSessionVariables()
		for name, v := range *began {
			if isSessionVariable(name, v.Var) {
				out[name] = own[name]
			}
		}
		out["pseudo_thread_id"] = uint64(conn.client.ConnectionID) // of which the engine says 0
		return out
	}
	for name, v := range *began {
		switch {
		case !isSessionVariable(name, v.Var):
		case leftBehind[name]:
			out[name] = nil
		case name == "pseudo_thread_id":
			out[name] = uint64(conn.client.ConnectionID)
		default:
			out[name] = sysvar.SetText(v.Var.GetType(), v.Val)
		}
	}
	if set := conn.variables.set.Load(); set != nil {
		for name, value := range *set {
			if _, ok := out[name]; ok && !leftBehind[name] {
				out[name] = value
			}
		}
	}
	return out
}

// userVariables are the variables that the session has made, as text.
func (conn *connection) userVariables() map[string]any {
	vars := conn.variables.user.Load()
	out := make(map[string]any)
	if vars == nil {
		return out
	}
	ctx := sql.NewEmptyContext()
	for _, name := range userVariableNames(vars) {
		typ, value, err := vars.GetUserVariable(ctx, name)
		if err != nil || value == nil || typ == nil {
			out[name] = nil
			continue
		}
		sent, err := typ.SQL(ctx, nil, value)
		if err != nil {
			out[name] = nil
			continue
		}
		out[name] = shownVariable(name, sent.ToString())
	}
	return out
}

// shownVariable is the value of a user variable as tables show it: a text that may carry a
// secret without its literals, and nothing of a variable whose name says that it is one, as
// in the text of the SET that has made it.
func shownVariable(name, value string) string {
	switch {
	case words.Hints(name):
		return words.Hidden
	case words.Hints(value):
		return words.HideFailed(value, false)
	}
	return value
}

// userVariableNames lists the names of a session's variables, which the engine does
// not. The map is read under the engine's own lock.
func userVariableNames(vars *sql.UserVars) []string {
	v := reflect.ValueOf(vars).Elem()
	list, lock := v.FieldByName("userVars"), v.FieldByName("mu")
	if !list.IsValid() || !lock.IsValid() || list.Type() != reflect.TypeFor[map[string]sql.TypedValue]() || lock.Type() != reflect.TypeFor[*sync.RWMutex]() {
		return nil
	}
	mu := *(**sync.RWMutex)(unsafe.Pointer(lock.UnsafeAddr()))
	mu.RLock()
	defer mu.RUnlock()
	names := make([]string, 0, list.Len())
	for name := range *(*map[string]sql.TypedValue)(unsafe.Pointer(list.UnsafeAddr())) {
		names = append(names, name)
	}
	return names
}

// buildSet carries out a SET, whole or not at all.
func (b *operatorBuilder) buildSet(ctx *sql.Context, n *plan.Set, r sql.Row) (sql.RowIter, error) {
	o := sysvar.Settings{Build: b.leaf.Build, LogsIn: b.lifecycle.rights.logsIn.Load(), Check: func(ctx *sql.Context, name string, value any) error {
		if name == transport.RequireSecure {
			return securingOf(ctx).MayRequire(ctx, value)
		}
		return nil
	}}
	return o.SetWhole(ctx, n, r)
}

// ErrReadOnlyVariable: no option gives the variable a value, as no SET does.
var ErrReadOnlyVariable = sysvar.ErrReadOnly

// VariableOptions are the global variables that an option of the server's start may give a value,
// by name in lower case and with underscores, each with whether it is a switch, which is ON where
// the option has no value.
func VariableOptions() map[string]bool { return sysvar.Options() }

// SetVariableOption gives a global variable the value that an option has at the server's start,
// as MySQL's options do: a number may end in K, M, G, T, P or E, and one beyond the variable's
// bounds is the bound, with a warning. ctx has a session. The variables must be installed.
func SetVariableOption(ctx *sql.Context, name, value string) (warning string, err error) {
	return sysvar.SetOption(ctx, name, value) //nolint:wrapcheck // the caller knows which option it is
}

// Where the value of a variable is from, as VARIABLE_SOURCE says it.
const (
	SourceCompiled    = setting.Compiled
	SourceCommandLine = setting.CommandLine
	SourceExplicit    = setting.Explicit // the file that the command line names
	SourcePersisted   = setting.Persisted
	SourceDynamic     = setting.Dynamic
)

// VariableSource says where a global variable got its value from when the server
// started: one of the Source constants, and the path of its file, if it has one.
type VariableSource = setting.Source

// StartedWith tells where the variables got their values from, by name; all others
// have defaults. persisted is the file that keeps SET PERSIST, "" if there is none.
func (a *Adapter) StartedWith(sources map[string]VariableSource, persisted string) {
	a.sources.StartedWith(sources, persisted)
}

// variableInfo tells of every system variable that is not of a database of our own, by name.
func (a *Adapter) variableInfo(ctx *sql.Context) []view.VariableInfo {
	return a.sources.Info(persisted(ctx), func(name string) bool { return privilege.DatabaseOfVariable(name) != "" })
}

// variableSource gives the tables of status and system variables what SHOW
// STATUS and SHOW VARIABLES show the session.
func (a *Adapter) variableSource(ctx *sql.Context) view.VariableSource {
	return func(set view.VariableSet) iter.Seq2[string, any] {
		values := make(map[string]any)
		switch set {
		case view.GlobalStatus, view.SessionStatus:
			for name, v := range a.status(ctx, set == view.GlobalStatus) {
				if !onlyShown(name) {
					values[name] = v
				}
			}
		case view.GlobalVariables:
			return sysvar.SystemInOrder(sysvar.Global())
		case view.SessionVariables:
			return sysvar.SystemInOrder(ctx.GetAllSessionVariables())
		}
		return sysvar.InOrder(values)
	}
}
