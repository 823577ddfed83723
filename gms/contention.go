package gms

import (
	"context"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/conflict"
	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/internal/client"
)

// Contention is how a storage without locks of rows tells of transactions that have lost:
// it lets them run side by side, and refuses to commit one whose rows another has changed
// since it began. MySQL has such a one wait before it changes them.
type Contention struct {
	// Lost says whether err is that the session's transaction has lost. It is rolled back then.
	Lost func(session sql.Session, err error) bool
	// Conflict returns what the session's transaction has lost to, after Lost has returned true. ok is false
	// if nothing is known of that. It may be nil.
	Conflict func(session sql.Session) (c Conflict, ok bool)
	// Alone waits until nobody commits where the session's transaction has lost, and has
	// others wait until the session has committed, release is called, or the time is up.
	// release is nil where that cannot be had.
	Alone func(ctx context.Context, session sql.Session, atMost time.Duration) (release func())
	// Defines is called before a statement defines a table anew, in the transaction that it
	// does so in; names are in small letters. It may be nil.
	Defines func(ctx *sql.Context, database, table string) error
	// Ambiguous is called before a statement uses a table or defines it anew, but for RENAME; names
	// are in small letters. It returns an error if the storage cannot tell which table is meant. It
	// may be nil.
	Ambiguous func(ctx *sql.Context, database, table string) error
	// Recount has AUTO_INCREMENT of a table begin behind what is stored, and the session know
	// nothing else of it, after the table has been renamed, or a definition of it has failed.
	// It may be nil.
	Recount func(session sql.Session, database, table string) error
	// Pause is called before a session waits for a lock of the adapter's with nothing half done: the
	// storage needs not wait for the session until resume is called. It may be nil.
	Pause func(session sql.Session) (resume func() error)
}

// Conflict is a transaction that has lost, and the one that has won. The zero value of a field is unknown.
type Conflict struct {
	// Loser and Winner are what both did when they committed, the latter at WonAt.
	Loser, Winner perfschema.Work
	WonAt         time.Time
	// Key is the primary key of a row that both have changed, with its values as clients read them. The row
	// is in table Table of database Schema.
	Schema, Table, Key string
}

const (
	// mostRuns is how often a statement runs at most.
	mostRuns = 10
	// longestAlone is how long others wait for a statement that runs again, and how long it
	// may have run before for them to wait at all.
	longestAlone = time.Second
)

// contest is what is known of a statement that has lost.
type contest struct {
	lost    bool
	defined bool          // what it uses has been defined since it began
	runs    int           // before the one at hand
	release func()        // ends what others wait for; nil if none does
	row     *conflict.Row // of the last loss, until it is known whether the statement runs again
}

// loses takes an error of the storage's for one of a transaction that has lost.
func (h errorHandler) loses(c *mysql.Conn, err error) error {
	lost := h.adapter.lifecycle.storage.Contention.Lost
	if lost == nil {
		return err
	}
	session := client.Of(c.Conn).Session()
	if session == nil || !lost(session, err) {
		return err
	}
	if err := rollBack(session); err != nil {
		logrus.Errorf("connection %d: rolling back what others have changed: %v", c.ConnectionID, err)
	}
	if conn := connectionFor(c); conn != nil {
		conn.x.contest.lost = true
		conn.x.contest.row = h.adapter.lifecycle.lossOf(session, conn.thread)
	}
	return sql.ErrLockDeadlock.New("another transaction has changed the same rows")
}

// lossOf describes the transaction that a session has lost. t is the session's Thread. It returns nil if
// nothing is recorded.
func (l *lifecycle) lossOf(session sql.Session, t *perfschema.Thread) *conflict.Row {
	if t == nil || !l.schema.Enabled() {
		return nil
	}
	row := &conflict.Row{At: time.Now()}
	lost := Conflict{}
	if of := l.storage.Contention.Conflict; of != nil {
		lost, _ = of(session)
	}
	if lost.Loser.ThreadID == 0 {
		lost.Loser = t.Work()
	}
	row.Loser, row.Winner, row.WonAt = conflict.PartyOf(lost.Loser), conflict.PartyOf(lost.Winner), lost.WonAt
	row.Schema, row.Table, row.Key = lost.Schema, lost.Table, lost.Key
	return row
}

// again readies a statement that has failed with an error to run once more, if it is one
// that commits by itself and has lost.
func (x *execution) again(ctx context.Context, err error) bool {
	c := &x.contest
	if c.defined {
		c.defined = false
		x.rewind(err)
		if failed := x.beginAnew(sql.NewContext(ctx, sql.WithSession(x.connection.session))); failed != nil {
			logrus.Errorf("connection %d: beginning a transaction anew: %v", x.connection.client.ConnectionID, failed)
			return false
		}
		return true
	}
	if !c.lost {
		return false
	}
	c.lost = false
	conn := x.connection
	c.runs++
	repeats := c.runs != mostRuns && x.repeatable()
	if c.row != nil {
		c.row.Again = repeats
		conn.adapter.conflicts.Add(*c.row)
		c.row = nil
	}
	if !repeats {
		return false
	}
	long := time.Since(x.plan.since) > longestAlone
	x.rewind(err)
	c.yield()
	if alone := conn.adapter.storage.Contention.Alone; alone != nil && !long && !conn.adapter.readLock.IsAsked() {
		c.release = alone(ctx, conn.session, longestAlone)
	}
	return true
}

// yield lets those go on who wait for the statement.
func (c *contest) yield() {
	if c.release != nil {
		c.release()
		c.release = nil
	}
}

// yield is called at the end of a statement, however that came about.
func (conn *connection) yield() {
	if conn != nil {
		conn.x.contest.yield()
	}
}

// repeatable says whether the statement may run again: its client has been told of
// nothing, and nothing is left of it.
func (x *execution) repeatable() bool {
	s, session := &x.spool, x.connection.session
	if x.cursor || s.began || s.failed || s.closed || session == nil || x.plan.root == nil || x.plan.functions {
		return false
	}
	if _, renames := x.plan.root.(*plan.RenameTable); !renames && !changesRows(x.plan.root) {
		return false
	}
	auto, err := plan.IsSessionAutocommit(sql.NewContext(context.Background(), sql.WithSession(session)))
	return err == nil && auto && !session.GetIgnoreAutoCommit() && query.IsRepeatable(x.plan.root)
}

// rewind takes back what the connection notes of a statement that runs, but that it does.
func (x *execution) rewind(err error) {
	x.room.give()
	x.leave()
	x.giveBack()
	x.connection.settleTransaction(err, false)
	if k := x.detail.Kept; k != nil {
		k.Forget()
		x.detail.Kept = nil
	}
	x.returned = resultCounts{}
	x.programs = programs{}
	x.window.Reset()
	x.plan = planBuild{}
	x.memory.Begin()
	x.phase = phaseStarting
}
