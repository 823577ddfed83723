package grammar

import (
	"context"
	"iter"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/account"
	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
)

// Grammar is the statements of one server. It is safe for concurrent use.
type Grammar struct {
	Rights   *privilege.Rights
	Accounts *account.Accounts
	Catalog  func() *analyzer.Catalog // gives nil while there is no engine
	Server   Server
}

// OpenTable is a handle of a table that a session has open.
type OpenTable struct {
	Schema, Name string
	Locked       bool // a statement uses it, or LOCK TABLES holds it
}

// Server is what the statements ask of the server around them.
type Server interface {
	// Match recognises statements of other packages, at the front of those of this one.
	Match(ctx context.Context, query string) (stmt sqlparser.Statement, ok bool, err error)
	// Explain is the statement behind EXPLAIN, in a form that the parser does not know;
	// nil for others.
	Explain(ctx context.Context, t *syntax.Tokens, options sqlparser.ParserOptions) (sqlparser.Statement, error)
	// Amend is called with each statement that has been parsed, and gives the one that
	// is to run. text is what it was parsed from, or longer.
	Amend(ctx context.Context, stmt sqlparser.Statement, text string) sqlparser.Statement
	// NestsTooDeeply gives the error of a definition that is read too deep down in others.
	NestsTooDeeply(ctx context.Context, query string) error
	// Query runs a query within the running statement, with the rights of its account,
	// and gives each row. begin, if any, gets the schema first.
	Query(ctx *sql.Context, query string, begin func(sql.Schema), each func(sql.Row) error) error
	// Status is the status variables as a session sees them, or those of the server.
	Status(ctx *sql.Context, global bool) map[string]any
	// FlushStatus is FLUSH STATUS, FlushLogs FLUSH LOGS and FLUSH SLOW LOGS.
	FlushStatus()
	// ForgetHosts is FLUSH HOSTS.
	ForgetHosts()
	// FlushedTables counts a FLUSH TABLES of all.
	FlushedTables()
	FlushLogs(general, slow bool)
	// LockTables is FLUSH TABLES WITH READ LOCK; some are named, or all are meant.
	LockTables(ctx *sql.Context, named bool) error
	// LockInstance is LOCK INSTANCE FOR BACKUP, UnlockInstance UNLOCK INSTANCE.
	LockInstance(ctx *sql.Context) error
	UnlockInstance(ctx *sql.Context)
	// IsNative says whether a function of a name is built in, FunctionDropped is told that
	// a stored one is gone.
	IsNative(function string) bool
	FunctionDropped(database, name string)
	// WarnShortTimes warns of each TIME of a definition that keeps more digits of a second than it says.
	WarnShortTimes(ctx *sql.Context, made *sqlparser.DDL)
	// OpenTables are the tables that sessions have open, once for each handle.
	OpenTables() iter.Seq[OpenTable]
	// Computed describes a table of a database whose tables are computed, nil for none.
	Computed(database, name string) *computed.Table
	// ComputedFunction gives the name of a function that a database of computed tables has,
	// as it was declared; its name is taken in any case.
	ComputedFunction(database, name string) (declared string, ok bool)
	// Shutdown is SHUTDOWN, ReloadTLS ALTER INSTANCE RELOAD TLS.
	Shutdown(ctx *sql.Context) error
	ReloadTLS(ctx *sql.Context) error
}
