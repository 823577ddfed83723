package view

import (
	"iter"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view/sys"
)

// Server is what the tables of a server tell of that its Schema does not know. A
// nil function has no rows. Functions are called for each read, and safe for
// concurrent use.
type Server struct {
	// Variables tells of every system variable.
	Variables func() []VariableInfo
	// Persisted gives the variables that SET PERSIST has kept, and their values.
	Persisted func() iter.Seq2[string, any]
	// Sessions gives the sessions whose variables can be read: the one with the
	// connection's number, where that is not 0.
	Sessions func(connection uint64) []SessionVariablesOf
	// Status gives the status variables of sessions added up; ResetStatus does what
	// TRUNCATE of the table does.
	Status      func(StatusLevel) []StatusOf
	ResetStatus func(StatusLevel)
	// Log gives what is still kept of the server's log, oldest first.
	Log func() []LogEntry
	// Hosts gives the hosts that clients came from; ForgetHosts forgets them.
	Hosts       func() []Host
	ForgetHosts func()
	// Channels gives the properties of the ways by which clients come that are
	// secured by TLS.
	Channels func() []ChannelProperty
	// DataLocks gives the locks on the rows of tables that sessions hold.
	DataLocks func() []DataLock
	// Uses gives the tables that statements and transactions use, as locks on their definitions.
	Uses func() []record.MetadataLockInfo
	// Functions gives the functions that MySQL has not.
	Functions func() []LoadableFunction
	// DefaultRoles gives the roles that accounts have active from their login on.
	DefaultRoles func() []DefaultRole
	// AccountLocks gives the accounts that failed logins lock, PasswordHistory the passwords
	// that accounts have used and that new ones are compared with.
	AccountLocks    func() []AccountLock
	PasswordHistory func() []UsedPassword
	// Replica is what the server knows of its own replication; nil if it is no
	// replica.
	Replica func() *Replica
	// LogStatus is where the logs are.
	LogStatus func() *LogStatus
	// Directories gives those that the views of sys show paths relative to.
	Directories func() []sys.Directory
	// StatementLength is how many characters of a statement the views of sys show.
	StatementLength func() int
	// Config has the settings of the schema sys. SetBy is who changes them: "" where the
	// statement says it itself.
	Config *sys.Config
	SetBy  func() string
	// Information gives columns of a table of information_schema, as far as the reader
	// may see its rows: values are text, or nil for NULL. A read that fails ends early,
	// and Err tells of it.
	Information func(table string, columns ...string) iter.Seq[Row]
	Err         func() error
	// AutoIncrements gives the columns that count by themselves, of the tables that the
	// reader may know of.
	AutoIncrements func() iter.Seq[AutoIncrement]
	// Version is the server's version.
	Version string
}

// StatusLevel says what the status variables of sessions are added up by.
type StatusLevel uint8

// The levels, one a table.
const (
	StatusByThread StatusLevel = iota
	StatusByAccount
	StatusByUser
	StatusByHost
)

// StatusOf is the status variables of one thread, account, user or host.
type StatusOf struct {
	ThreadID           uint64
	User, Host         string
	UserNull, HostNull bool // the server's own
	Values             iter.Seq2[string, any]
}
