package gms

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/schedule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/eventthread"
	"github.com/perfschema/perfschema/gms/internal/metalock"
)

// eventSchedulerVariable switches the event scheduler on and off.
const eventSchedulerVariable = "event_scheduler"

// The values of that variable.
const (
	eventsOff      = "OFF"
	eventsOn       = "ON"
	eventsDisabled = "DISABLED"
)

// errOptionPrevents is ER_OPTION_PREVENTS_STATEMENT.
const errOptionPrevents = 1290

// StartEvents runs the events of CREATE EVENT while the global variable event_scheduler is
// ON, as thread/sql/event_scheduler and thread/sql/event_worker, until [Adapter.StopEvents].
// It takes the place of the engine's own scheduler, which must be off or not be there: that
// one looks every 30 seconds, and heeds no SET. sessions makes the context of a session of
// the server's own, on base, which ends with done. Call it once, after Install. It fails
// without [Options.Dialect]: the engine's own scheduler runs the events then.
func (a *Adapter) StartEvents(sessions func(done context.Context, base *sql.BaseSession) (*sql.Context, error)) error {
	if !a.options.Dialect {
		return errors.New("gms: start events: the Adapter has no dialect; set Options.Dialect, or have the engine run events by its own scheduler")
	}
	threads := eventthread.New(a.schema)
	s := schedule.New(schedule.Options{
		Watcher: threads,
		Number:  a.lifecycle.nextNumber,
		NewContext: func(done context.Context, number uint32) (*sql.Context, error) {
			client := sql.Client{User: schedule.User, Address: schedule.Host}
			return sessions(done, sql.NewBaseSessionWithClientServer("", client, number))
		},
		Databases: func(ctx *sql.Context) []sql.Database { return a.catalog().AllDatabases(ctx) },
		Run:       func(ctx *sql.Context, w schedule.Work) error { return a.runEvent(ctx, w, threads.Statement) },
		Shown:     func(text string) string { return words.Hide(text, false) },
		Failed:    a.eventFailed,
		MaxWorkers: func() int {
			if _, v, ok := sql.SystemVariables.GetGlobal("max_connections"); ok {
				if n, ok := v.(int64); ok {
					return int(n)
				}
			}
			return 1
		},
	})
	a.lifecycle.eventThreads = threads // read where events is
	a.lifecycle.events.Store(s)
	if eventScheduler() == eventsOn {
		s.Start()
	}
	return nil
}

// StopEvents ends what StartEvents has started: nothing is run any more, and events that
// run are ended and waited for until ctx ends.
func (a *Adapter) StopEvents(ctx context.Context) {
	if s := a.lifecycle.events.Load(); s != nil {
		s.Close(ctx)
	}
}

// eventScheduler is the value of the variable.
func eventScheduler() string {
	_, v, _ := sql.SystemVariables.GetGlobal(eventSchedulerVariable)
	text, _ := v.(string)
	return text
}

// installEvents declares the variable with MySQL's numbers for its values, and has SET
// refuse what a running server cannot become.
func installEvents() {
	known, _, ok := sql.SystemVariables.GetGlobal(eventSchedulerVariable)
	engine, is := known.(*sql.MysqlSystemVariable)
	if !ok || !is {
		return
	}
	v := *engine
	v.Type = types.NewSystemEnumType(eventSchedulerVariable, eventsOff, eventsOn, eventsDisabled)
	v.NotifyChanged = func(ctx *sql.Context, _ sql.SystemVariableScope, changed sql.SystemVarValue) error {
		if changed.Val == eventsDisabled {
			return mysql.NewSQLError(sqlerr.ERWrongValue, sqlerr.StateAccess, "Variable '%s' can't be set to the value of '%s'", eventSchedulerVariable, eventsDisabled)
		}
		return nil
	}
	sql.SystemVariables.AddSystemVariables([]sql.SystemVariable{&v})
}

// buildEventScheduler carries out a SET of the variable. The engine sets variables while it
// builds, and has them locked meanwhile.
func (b *operatorBuilder) buildEventScheduler(ctx *sql.Context, x *execution, n *plan.Set, r sql.Row) (sql.RowIter, error) {
	s := b.lifecycle.events.Load()
	if s != nil && eventScheduler() == eventsDisabled {
		return nil, mysql.NewSQLError(errOptionPrevents, sqlerr.StateGeneral, "The MySQL server is running with the --event-scheduler=DISABLED option so it cannot execute this statement")
	}
	build := b.buildSetting
	if setsGlobal(n, metalock.IsReadOnlyVariable) {
		build = b.buildReadOnly
	}
	iter, err := build(ctx, x, n, r)
	if s == nil {
		return iter, err
	}
	switch eventScheduler() { // an assignment may have failed after another one
	case eventsOn:
		s.Start()
	case eventsOff:
		s.Stop(func() func() { return b.lifecycle.eventThreads.WaitToStop(x.connection.thread) })
	}
	return iter, err
}

// buildSetting builds a SET that has been looked at.
func (b *operatorBuilder) buildSetting(ctx *sql.Context, x *execution, n *plan.Set, r sql.Row) (sql.RowIter, error) {
	x.connection.changing.Sets = true
	defer func() { x.connection.changing.Sets = false }()
	return b.build(ctx, x, n, r, true)
}

// setsGlobal says whether a SET changes a global variable of these names.
func setsGlobal(n *plan.Set, named func(name string) bool) bool {
	for v := range sysvar.Assigned(n) {
		if scope, ok := v.Scope.(*sql.MysqlScope); ok && scope.Type != sql.SystemVariableScope_PersistOnly && named(v.Name) {
			return true
		}
	}
	return false
}

func isEventScheduler(name string) bool { return strings.EqualFold(name, eventSchedulerVariable) }

// eventFailed tells the log of an event that has failed.
func (a *Adapter) eventFailed(event, definer string, err error) {
	_, _, message := clientError(err)
	if event == "" {
		logrus.Errorf("Event Scheduler: %s", message)
		return
	}
	logrus.Error(eventMessage(event, definer, message))
}

// eventWarned tells the log of what the last statement of an event has warned of; list has
// the newest first.
func eventWarned(w schedule.Work, list []*sql.Warning) {
	for _, warning := range slices.Backward(list) {
		level := logrus.WarnLevel
		switch warning.Level {
		case "Error": // in which the event has ended
			continue
		case "Note":
			level = logrus.InfoLevel
		}
		logrus.StandardLogger().Log(level, eventMessage(w.Database.Name()+"."+w.Definition.Name, w.Definition.Definer, warning.Message))
	}
}

func eventMessage(event, definer, message string) string {
	user, host := definition.SplitDefiner(definer)
	return fmt.Sprintf("Event Scheduler: [%s@%s][%s] %s", user, host, event, message)
}
