package account

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
)

// Accounts changes the accounts of one engine. It is safe for concurrent use.
type Accounts struct {
	db              func() *mysql_db.MySQLDb
	exposed, logsIn func() bool
	rights          *privilege.Rights
	sessions        Sessions
	now             func() time.Time
	changes         changes
	usages          usages
	lockouts        lockouts
}

// Options are what Accounts depend on.
type Options struct {
	// DB is the engine's accounts, nil as long as there is no engine.
	DB func() *mysql_db.MySQLDb
	// Exposed says whether other machines reach the server.
	Exposed func() bool
	// LogsIn says whether clients are authenticated by plugins of the server's own,
	// which can do what the engine's cannot.
	LogsIn func() bool
	// Rights say what a session may do.
	Rights *privilege.Rights
	// Sessions know of those whose passwords have expired.
	Sessions Sessions
	// Now is the time of day.
	Now func() time.Time
}

// Sessions tell of sessions that may do nothing before they have another password.
type Sessions interface {
	// Expired says whether a session is one.
	Expired(ctx *sql.Context) bool
	// Renewed is called when one has got it.
	Renewed(ctx *sql.Context)
}

// New makes the Accounts of an engine. Call it before the engine is made.
func New(o Options) *Accounts {
	installRows()
	o.Rights.ReadRules(func(u *mysql_db.User) privilege.Rules {
		return privilege.Rules{DefaultRoles: DefaultRolesOf(u), ExplicitDynamic: RulesOf(u).Explicit}
	})
	return &Accounts{
		db: o.DB, exposed: o.Exposed, logsIn: o.LogsIn, rights: o.Rights, sessions: o.Sessions, now: o.Now,
		usages: usages{now: o.Now}, lockouts: lockouts{now: o.Now},
	}
}

// second returns the time of day as the file of accounts keeps it.
func (a *Accounts) second() time.Time { return a.now().UTC().Truncate(time.Second) }

// mayChange refuses a change of some accounts to the session.
func (a *Accounts) mayChange(ctx *sql.Context, names ...plan.UserName) error {
	return a.rights.ChangesAccounts(ctx, names...)
}
