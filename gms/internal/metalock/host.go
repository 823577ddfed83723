package metalock

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
)

// Host is what the locks need of the server and of the sessions around them. Of the contexts
// of sessions that it does not know it knows nothing, and waits are shown nowhere.
type Host interface {
	// Sessions calls yield with what each session has of the locks, until that returns false.
	Sessions(yield func(session uint32, c *Changing, u *Use) bool)
	// Session returns what a session has of the locks; nil if there is none of the number.
	Session(session uint32) (*Changing, *Use)
	// Own returns what the session of ctx has of the locks; nil for what the server runs for itself.
	Own(ctx *sql.Context) (*Changing, *Use)
	// UserLockHolder returns the session that has a lock of GET_LOCK(); false if none has.
	UserLockHolder(name string) (session uint32, ok bool)
	// Thread returns the Thread of the connection that ctx belongs to, nil if it has none; Runs
	// that of the goroutine that runs its statement, nil if that is not recorded.
	Thread(ctx *sql.Context) *perfschema.Thread
	Runs(ctx *sql.Context) *perfschema.Thread
	// Wait calls wait, and shows it as a stage of the statement and as the event that start begins.
	Wait(ctx *sql.Context, stage Stage, start func(*perfschema.Thread) perfschema.Wait, wait func() error) error
	// Pause has the storage not wait for the session until resume is called. resume is nil where it
	// does wait: in a trigger or a stored function, of which nobody else knows what it has done.
	Pause(ctx *sql.Context) (resume func() error)
	// Table returns the instance of a table, nil if it has none.
	Table(ctx *sql.Context, db sql.Database, t sql.Table, name string) *perfschema.TableInstance
	// Yield ends what others wait for of the statement that runs, which is about to wait itself.
	Yield(ctx *sql.Context)
	// CommitOpen commits what the session has begun, RollBack rolls it back. NotCommitted rolls
	// back what could not be committed because of err, and returns the error to be told.
	CommitOpen(ctx *sql.Context) error
	RollBack(ctx *sql.Context) error
	NotCommitted(ctx *sql.Context, err error) error
	// Recount has the numbers of AUTO_INCREMENT of a table given on from what is stored.
	Recount(session sql.Session, database, table string) error
	// IsConnectionAdmin reports whether the account of a session has CONNECTION_ADMIN.
	IsConnectionAdmin(ctx *sql.Context) bool
	// EventsChanged is called when a statement has ended that may have made, changed or dropped an
	// event.
	EventsChanged()
}

// Stage is a stage in which a statement waits.
type Stage uint8

// The stages, each of which says what is waited for.
const (
	stageUserLock Stage = iota
	StageTableLock
	StageGlobalReadLock
	StageCommitLock
	StageBackupLock
)
