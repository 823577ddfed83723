package privilege

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/acting"
	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/routine"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// errNoSuchDefiner is ER_NO_SUCH_USER.
const errNoSuchDefiner = 1449

// IsServer says whether a session is the server's own, which nobody has logged in to: it
// may do what it is made for. The anonymous account has no name either, but a host.
func IsServer(c sql.Client) bool { return c.User == "" && c.Address == "" }

// SignProcedure checks the DEFINER of a CREATE PROCEDURE, and has a procedure without one keep
// whose it is.
func (r *Rights) SignProcedure(ctx *sql.Context, n *plan.CreateProcedure) (sql.Node, error) {
	text, ansiQuotes := n.StoredProcDetails.CreateStatement, sql.LoadSqlMode(ctx).AnsiQuotes()
	if definer := definition.Definer(text, ansiQuotes); definer != "" {
		return n, r.AuthorizeDefiner(ctx, definer)
	}
	signature := r.Signature(ctx)
	if signature == "" {
		return n, nil
	}
	text, ok := withDefiner(text, signature, ansiQuotes)
	if !ok {
		return nil, sqlerr.NotSupportedYet("a procedure whose text does not begin with CREATE")
	}
	signed := *n
	signed.StoredProcDetails.CreateStatement = text
	return &signed, nil
}

// withDefiner is the text of a CREATE that has no DEFINER with one.
func withDefiner(text, definer string, ansiQuotes bool) (string, bool) {
	s := words.Scanner{Text: text, AnsiQuotes: ansiQuotes}
	create := s.Next()
	if !create.Is(text, "CREATE") {
		return text, false
	}
	return text[:create.End] + " DEFINER = " + definer + text[create.End:], true
}

// Sign has a view, a trigger or an event be of the account that makes it, where the statement
// names nobody: the engine writes the account's name as it is, in quotes that the name may
// have too. ok is false for other nodes.
func (r *Rights) Sign(ctx *sql.Context, n sql.Node) (signed sql.Node, ok bool) {
	switch n := n.(type) {
	case *plan.CreateView:
		signed := *n
		signed.Definer = r.signed(ctx, n.Definer)
		if a := actorIn(ctx); a != nil && n.Definer == sessionDefiner(ctx) {
			signed.Definer = definition.DefinerOf(a.Account()) // if the text names another, that is asked about where it is kept
		}
		return &signed, true
	case *plan.CreateTrigger:
		signed := *n
		signed.Definer = r.signed(ctx, n.Definer)
		if ansiQuotes := sql.LoadSqlMode(ctx).AnsiQuotes(); definition.Definer(n.CreateTriggerString, ansiQuotes) == "" && r.Signature(ctx) != "" {
			signed.CreateTriggerString, _ = withDefiner(n.CreateTriggerString, signed.Definer, ansiQuotes)
		}
		return &signed, true
	case *plan.CreateEvent:
		signed := *n
		signed.Definer = r.signed(ctx, n.Definer)
		return &signed, true
	case *plan.AlterEvent:
		signed := *n
		signed.Definer = r.signed(ctx, n.Definer)
		return &signed, true
	}
	return n, false
}

// NameDefiner has a trigger or an event that a program makes be of the account that the program
// runs for, where the statement names nobody: the engine knows the session's alone. The text of a
// view says whether it does.
func (r *Rights) NameDefiner(ctx *sql.Context, s *sqlparser.DDL) {
	if actorIn(ctx) == nil {
		return
	}
	switch {
	case s.TriggerSpec != nil && s.TriggerSpec.Definer == "":
		s.TriggerSpec.Definer = r.Signature(ctx)
	case s.EventSpec != nil && s.EventSpec.Definer == "":
		s.EventSpec.Definer = r.Signature(ctx)
	}
}

func (r *Rights) signed(ctx *sql.Context, definer string) string {
	if signature := r.Signature(ctx); signature != "" && actorIn(ctx) == nil && definer == sessionDefiner(ctx) {
		return signature
	}
	return definer
}

// sessionDefiner is the DEFINER that the engine writes where a statement names none.
func sessionDefiner(ctx *sql.Context) string {
	client := ctx.Session.Client()
	return "`" + client.User + "`@`" + client.Address + "`"
}

// actor is an account that a program runs for, and what it holds.
type actor struct {
	account mysql_db.UserPrimaryKey
	held    Held
}

var _ acting.Actor = (*actor)(nil)

// Account implements acting.Actor.
func (a *actor) Account() (user, host string) { return a.account.User, a.account.Host }

// actorIn is the account that the running program runs for, nil for the session's.
func actorIn(ctx *sql.Context) *actor {
	a, _ := acting.In(ctx).(*actor)
	return a
}

// RunsAs is the account that a procedure or a stored function runs for that is called in a
// context: its definer. It is nil, and the rights are those of the context, with SQL SECURITY
// INVOKER, where no definer is known, since the program was made before they were kept, and if
// that is the account whose rights count anyway, which keeps the roles that it has active. The
// definer must have the right to run it too, as who may make one there has.
func (r *Rights) RunsAs(ctx *sql.Context, database, name string, p *plan.Procedure) (acting.Actor, error) {
	if r.Accounts() == nil || p.Definer == "" || p.SecurityContext == plan.ProcedureSecurityContext_Invoker {
		return nil, nil
	}
	user, host := definition.SplitDefiner(p.Definer)
	account := mysql_db.UserPrimaryKey{User: user, Host: host}
	if OwnKey(ctx) == account {
		return nil, nil
	}
	held, ok := r.holding(account)
	if !ok {
		return nil, noSuchDefiner(user, host)
	}
	onIt := held.onRoutine
	if routine.IsStoredName(p.Name) {
		onIt = held.onFunction
	}
	if database = baseDatabase(ctx, database); !onIt(database, name, sql.PrivilegeType_Execute) &&
		!held.onDatabase(database, sql.PrivilegeType_Execute) && !held.onDatabase(database, sql.PrivilegeType_CreateRoutine) {
		return nil, mysql.NewSQLError(errRoutineDenied, sqlerr.StateAccess, "execute command denied to user '%s'@'%s' for routine '%s.%s'", user, host, database, name)
	}
	return &actor{account, *held}, nil
}

// RunsEvent is the account that an event runs for: its definer, who must still have EVENT on its
// database. It is nil where there are no accounts, and where no definer is known.
func (r *Rights) RunsEvent(ctx *sql.Context, database, definer string) (acting.Actor, error) {
	if r.Accounts() == nil || definer == "" {
		return nil, nil
	}
	user, host := definition.SplitDefiner(definer)
	held, ok := r.holding(mysql_db.UserPrimaryKey{User: user, Host: host})
	if !ok {
		return nil, noSuchDefiner(user, host)
	}
	if !held.onDatabase(baseDatabase(ctx, database), sql.PrivilegeType_Event) {
		return nil, mysql.NewSQLError(sqlerr.ERDBAccessDenied, sqlerr.StateAccess, "Access denied for user '%s'@'%s' to database '%s'", user, host, database)
	}
	return &actor{mysql_db.UserPrimaryKey{User: user, Host: host}, *held}, nil
}

// isOwnDefiner says whether a DEFINER, as a definition has it, is the account whose rights count.
func isOwnDefiner(ctx *sql.Context, definer string) bool {
	if definer == "" {
		return false
	}
	user, host := definition.SplitDefiner(definer)
	own := OwnKey(ctx)
	return user == own.User && strings.EqualFold(host, own.Host)
}

// holdings are what accounts have with the roles that their sessions begin with, as of one
// count of changes: programs and views ask for it whenever they run.
type holdings struct {
	version  uint64
	allRoles bool
	of       sync.Map // of mysql_db.UserPrimaryKey to Held
	triggers sync.Map // of trigger: those that may run

	remembered atomic.Int64 // triggers
}

// known is what has been found out since anybody's rights were changed last; nil where nobody
// counts changes.
func (r *Rights) known() *holdings {
	if r.version == nil {
		return nil
	}
	version, allRoles := r.version.Load(), activatesAll()
	known := r.holdings.Load()
	if known == nil || known.version != version || known.allRoles != allRoles {
		known = &holdings{version: version, allRoles: allRoles}
		r.holdings.Store(known)
	}
	return known
}

// holding is what an account holds by itself and by the roles that its sessions begin with; ok
// is false if there is none.
func (r *Rights) holding(account mysql_db.UserPrimaryKey) (held *Held, ok bool) {
	known := r.known()
	if known != nil {
		if found, ok := known.of.Load(account); ok {
			h, _ := found.(Held)
			return &h, true
		}
	}
	grants := r.Accounts()
	reader := grants.Reader()
	defer reader.Close()
	found, ok := reader.GetUser(account)
	if !ok {
		return nil, false
	}
	roles := r.firstRoles(reader, found)
	set := r.WithRoles(reader, found, roles)
	h := Held{heldHere: heldHere{set: set}, grants: grants, roles: roles}
	if len(roles) == 0 {
		h.heldHere = here(reader, found, set, definersPlace(found.Host))
	} else {
		h.patterns = patternsOf(set)
	}
	h.all = h.set.Has(everyStatic...) && h.set.HasDynamic(slices.Collect(maps.Keys(dynamicPrivileges))...)
	if known != nil {
		known.of.Store(account, h)
	}
	return &h, true
}

// RunsTrigger is the account that a trigger runs for, its definer; nil for that whose rights count
// anyway. It refuses to run one whose definer is gone, or has not TRIGGER on its table
// any more or no right to what it does. The database is that of the table, empty if it is not
// known: the session's is taken for it. What may run is remembered until anybody's rights change.
func (r *Rights) RunsTrigger(ctx *sql.Context, t *sql.TriggerDefinition, database string) (acting.Actor, error) {
	if r.Accounts() == nil {
		return nil, nil
	}
	of := trigger{t.CreateStatement, t.SqlMode, database, ctx.GetCurrentDatabase()}
	known := r.known()
	if known != nil {
		if definer, ok := known.triggers.Load(of); ok {
			return other(ctx, definer.(*actor)), nil
		}
	}
	definer, err := r.authorizeTrigger(ctx, t, database)
	if err != nil {
		return nil, err
	}
	if known != nil && len(of.text) <= longestRemembered {
		known.triggers.Store(of, definer) // of rights that have changed since nobody asks this any more
		if known.remembered.Add(1) >= maxRemembered {
			r.holdings.CompareAndSwap(known, nil)
		}
	}
	return other(ctx, definer), nil
}

// other is an account that is not the one whose rights count anyway; nil if it is, or none.
func other(ctx *sql.Context, a *actor) acting.Actor {
	if a == nil || a.account == OwnKey(ctx) {
		return nil
	}
	return a
}

// What is remembered of triggers takes no more than 16 MiB, whoever makes and drops them.
const (
	longestRemembered = 1 << 14
	maxRemembered     = 1 << 10
)

// trigger is one that runs: its text, the mode that is read in, the database of its table, and the
// session's.
type trigger struct{ text, mode, database, selected string }

// authorizeTrigger is [Rights.RunsTrigger] where nothing is remembered.
func (r *Rights) authorizeTrigger(ctx *sql.Context, t *sql.TriggerDefinition, database string) (*actor, error) {
	definer, table, ok := definition.TriggerOf(t.CreateStatement, sql.NewSqlModeFromString(t.SqlMode).AnsiQuotes())
	if !ok || definer == "" {
		return nil, nil // made before they were kept
	}
	user, host := definition.SplitDefiner(definer)
	held, ok := r.holding(mysql_db.UserPrimaryKey{User: user, Host: host})
	if !ok {
		return nil, noSuchDefiner(user, host)
	}
	a := &actor{mysql_db.UserPrimaryKey{User: user, Host: host}, *held}
	switch {
	case database == "":
		return a, r.authorizeBody(ctx, t, ctx.GetCurrentDatabase(), held, user, host)
	case held.onTable(baseDatabase(ctx, database), table, sql.PrivilegeType_Trigger):
		return a, r.authorizeBody(ctx, t, database, held, user, host)
	}
	return nil, mysql.NewSQLError(sqlerr.ERTableDenied, sqlerr.StateAccess, "TRIGGER command denied to user '%s'@'%s' for table '%s'", user, host, table)
}

func noSuchDefiner(user, host string) error {
	return mysql.NewSQLError(errNoSuchDefiner, sqlerr.StateGeneral, "The user specified as a definer ('%s'@'%s') does not exist", user, host)
}

// AuthorizeDefiner refuses to make something that runs in another account's
// name, of a system user's above all: an event of it does what procedures of others say.
func (r *Rights) AuthorizeDefiner(ctx *sql.Context, definer string) error {
	if definer == "" || acting.IsServer(ctx) || isOwnDefiner(ctx, definer) {
		return nil
	}
	user, host := definition.SplitDefiner(definer)
	held := r.Of(ctx)
	if !held.HasDynamic(setAnyDefiner) {
		return sqlerr.Needs("SUPER or " + setAnyDefiner)
	}
	if grants := r.Accounts(); grants != nil && !held.HasDynamic(allowNonexistentDefiner) {
		reader := grants.Reader()
		_, there := reader.GetUser(mysql_db.UserPrimaryKey{User: user, Host: host})
		reader.Close()
		if !there {
			return sqlerr.Needs("SUPER or " + allowNonexistentDefiner)
		}
	}
	return r.ChangesAccounts(ctx, plan.UserName{Name: user, Host: host})
}
