package privilege

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/computed"
)

// Rights decides for one engine. Until it is installed in one everybody may do everything.
// It is safe for concurrent use once it is.
type Rights struct {
	running  Running
	catalog  atomic.Pointer[analyzer.Catalog] // nil until installed
	version  *atomic.Uint64                   // moves when anybody's rights do; may be nil
	readOnly []readOnly
	rules    func(*mysql_db.User) Rules // nil: all accounts have the zero value
	holdings atomic.Pointer[holdings]
}

// readOnly is a database of which nobody may do more than read what he was granted, and
// its tables, in small letters, that tell of others' statements.
type readOnly struct {
	name    string
	process []string
}

// ReadOnly has nobody change a database, whatever he was granted. Who reads one of the
// tables process needs PROCESS besides. Call it before the engine serves.
func (r *Rights) ReadOnly(database string, process []string) {
	r.readOnly = append(r.readOnly, readOnly{database, process})
}

// isReadOnly says whether a database is one of those.
func (r *Rights) isReadOnly(database string) bool {
	return slices.ContainsFunc(r.readOnly, func(d readOnly) bool { return d.name == database })
}

// needsProcess says whether who reads a table of a database needs PROCESS, and has not.
func (r *Rights) needsProcess(ctx *sql.Context, database, table string) bool {
	for _, d := range r.readOnly {
		if strings.EqualFold(d.name, database) && slices.Contains(d.process, strings.ToLower(table)) {
			return !r.Of(ctx).Has(sql.PrivilegeType_Process)
		}
	}
	return false
}

// Running tells of the statement that is running in a context.
type Running interface {
	// Roles are those of the connection, nil where there is none.
	Roles(ctx *sql.Context) *Roles
	// Remembers is where the connection remembers what it has asked for, whatever
	// statement runs; nil where there is no connection.
	Remembers(ctx *sql.Context) *Memo
	// Memo is where the connection remembers what its account holds, nil where nothing
	// may be remembered: the goroutine that drives a statement asks while it is planned,
	// and no other, and for no program of another author. checks says that rights are
	// about to be checked as the engine binds a name; tell is whether Checked is to be
	// called if they are held.
	Memo(ctx *sql.Context, checks bool) (m *Memo, tell bool)
	Checked(ctx *sql.Context)
	// Uses is called when a statement is about to look up a table that it reads, or changes.
	Uses(ctx *sql.Context, database, table string, changes bool) error
	// Defines is called when a statement that may define tables is about to look them up.
	Defines(ctx *sql.Context) error
	// Parsing says whether the text that is parsed is the statement's own, and no
	// definition that it uses.
	Parsing(ctx *sql.Context) bool
	// Dumps says whether the client is told of no database whose tables are computed, but
	// for those of MySQL: it would dump them, and they cannot be restored.
	Dumps(ctx *sql.Context) bool
	// Computed describes a table of a database whose tables are computed, nil for none. The
	// database is one of package computed's names; the table's is taken in any case.
	Computed(database, table string) *computed.Table
	// TableStatus is SHOW TABLE STATUS as it runs for who may see all tables.
	TableStatus(n *plan.ShowTableStatus, an *analyzer.Analyzer) sql.Node
	// Within refuses what is allowed and the engine would do in another database than
	// the statement names. It is asked where the memo does not answer.
	Within(ctx *sql.Context, auth sqlparser.AuthInformation) error
}

// New makes the Rights of statements that running knows.
func New(running Running) *Rights { return &Rights{running: running} }

// Install has an engine's catalog ask the Rights. Call it before the engine serves.
func (r *Rights) Install(catalog *analyzer.Catalog) {
	r.version = rightsVersion(catalog.MySQLDb)
	r.catalog.Store(catalog)
	catalog.AuthHandler = &handler{AuthorizationHandler: catalog.AuthHandler, rights: r}
}

// Of is what the account has whose rights count: that of the session, or of the running
// program. The engine keeps it with the
// session, so that it costs a comparison as long as no grant changes.
func (r *Rights) Of(ctx *sql.Context) Held {
	grants := r.Accounts()
	if grants == nil {
		return Held{everything: true}
	}
	if a := actorIn(ctx); a != nil {
		return a.held
	}
	roles := r.running.Roles(ctx)
	r.activate(ctx, grants, roles)
	set := grants.UserActivePrivilegeSet(ctx)
	return Held{heldHere: roles.here(ctx, set), grants: grants, engines: r.version == nil}
}

// OfClient is what the account of a client that has logged in has been granted,
// nothing if that cannot be found out.
func (r *Rights) OfClient(c *mysql.Conn) Held {
	session, err := sql.BaseSessionFromConnection(context.Background(), c, "")
	if err != nil {
		return Held{}
	}
	return r.Of(sql.NewContext(context.Background(), sql.WithSession(session)))
}

// Accounts is the engine's accounts and what they have been granted; nil where
// there are none, and everybody may do everything.
func (r *Rights) Accounts() *mysql_db.MySQLDb {
	catalog := r.catalog.Load()
	if catalog == nil || !catalog.MySQLDb.Enabled() {
		return nil
	}
	return catalog.MySQLDb
}

// AdmitPublic lets the session into the database, which the engine would deny
// to an account without privileges there. What it may read in it the authorizer
// says. The mark is a privilege on a routine that cannot exist, held by the
// session alone: it opens nothing else and shows nowhere.
func (r *Rights) AdmitPublic(ctx *sql.Context) {
	memo, _ := r.memo(ctx, false)
	r.admitPublic(ctx, memo)
}

// admitPublic is AdmitPublic with what the connection remembers, nil if that is nothing.
func (r *Rights) admitPublic(ctx *sql.Context, memo *Memo) {
	if memo != nil && memo.public {
		return
	}
	grants := r.Accounts()
	if grants == nil || ctx == nil || ctx.Session == nil {
		return
	}
	roles := r.running.Roles(ctx)
	r.activate(ctx, grants, roles)
	const mark = " everybody's tables "
	held := grants.UserActivePrivilegeSet(ctx)
	if held.Count() == 0 && !held.Database(performanceSchema).HasPrivileges() {
		held.AddRoutine(performanceSchema, mark, false, sql.PrivilegeType_Execute)
	}
	if memo != nil {
		_, version := ctx.Session.GetPrivilegeSet()
		memo.public = version == memo.version // or else the session keeps no set
	}
}
