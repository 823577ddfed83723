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

	"github.com/perfschema/perfschema/gms/internal/definition"
	"github.com/perfschema/perfschema/gms/internal/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/words"
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

func (r *Rights) signed(ctx *sql.Context, definer string) string {
	client := ctx.Session.Client()
	if signature := r.Signature(ctx); signature != "" && definer == "`"+client.User+"`@`"+client.Address+"`" {
		return signature
	}
	return definer
}

// Author is what the author of a procedure holds, and with it those it is called by,
// which within has: its statements may do no more than that. The author is known by the
// DEFINER; a procedure without one, made before they were kept, or of an account that may do
// everything adds
// nothing to within, nor does one of the session's own account, which has its roles with it.
func (r *Rights) Author(ctx *sql.Context, p *plan.Procedure, within *Held) (*Held, error) {
	if r.Accounts() == nil || p.Definer == "" || p.SecurityContext == plan.ProcedureSecurityContext_Invoker {
		return within, nil
	}
	user, host := definition.SplitDefiner(p.Definer)
	if ctx != nil && ctx.Session != nil && OwnKey(ctx) == (mysql_db.UserPrimaryKey{User: user, Host: host}) {
		return within, nil
	}
	held, ok := r.holding(mysql_db.UserPrimaryKey{User: user, Host: host})
	if !ok {
		return nil, noSuchDefiner(user, host)
	}
	if held.all && within == nil {
		return nil, nil
	}
	held.within = within
	return held, nil
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
	h := Held{set: r.WithRoles(reader, found, roles), grants: grants, roles: roles}
	h.patterns = patternsOf(h.set)
	h.all = h.set.Has(everyStatic...) && h.set.HasDynamic(slices.Collect(maps.Keys(dynamicPrivileges))...)
	if known != nil {
		known.of.Store(account, h)
	}
	return &h, true
}

// RunsTrigger refuses to run a trigger whose definer is gone, or has not TRIGGER on its table
// any more or no right to what it does. The database is that of the table, empty if it is not
// known: the session's is taken for it. What may run is remembered until anybody's rights change.
func (r *Rights) RunsTrigger(ctx *sql.Context, t *sql.TriggerDefinition, database string) error {
	if r.Accounts() == nil {
		return nil
	}
	of := trigger{t.CreateStatement, t.SqlMode, database, ctx.GetCurrentDatabase()}
	known := r.known()
	if known != nil {
		if _, ok := known.triggers.Load(of); ok {
			return nil
		}
	}
	if err := r.authorizeTrigger(ctx, t, database); err != nil {
		return err
	}
	if known == nil || len(of.text) > longestRemembered {
		return nil
	}
	known.triggers.Store(of, struct{}{}) // of rights that have changed since nobody asks this any more
	if known.remembered.Add(1) >= maxRemembered {
		r.holdings.CompareAndSwap(known, nil)
	}
	return nil
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
func (r *Rights) authorizeTrigger(ctx *sql.Context, t *sql.TriggerDefinition, database string) error {
	definer, table, ok := definition.TriggerOf(t.CreateStatement, sql.NewSqlModeFromString(t.SqlMode).AnsiQuotes())
	if !ok || definer == "" {
		return nil // made before they were kept
	}
	user, host := definition.SplitDefiner(definer)
	held, ok := r.holding(mysql_db.UserPrimaryKey{User: user, Host: host})
	switch {
	case !ok:
		return noSuchDefiner(user, host)
	case database == "":
		return r.authorizeBody(ctx, t, ctx.GetCurrentDatabase(), held, user, host)
	case held.onTable(baseDatabase(ctx, database), table, sql.PrivilegeType_Trigger):
		return r.authorizeBody(ctx, t, database, held, user, host)
	}
	return mysql.NewSQLError(sqlerr.ERTableDenied, sqlerr.StateAccess, "TRIGGER command denied to user '%s'@'%s' for table '%s'", user, host, table)
}

func noSuchDefiner(user, host string) error {
	return mysql.NewSQLError(errNoSuchDefiner, sqlerr.StateGeneral, "The user specified as a definer ('%s'@'%s') does not exist", user, host)
}

// AuthorizeDefiner refuses to make something that runs in another account's
// name, of a system user's above all: an event of it does what procedures of others say.
func (r *Rights) AuthorizeDefiner(ctx *sql.Context, definer string) error {
	client := ctx.Session.Client()
	if definer == "" || IsServer(client) {
		return nil
	}
	user, host := definition.SplitDefiner(definer)
	if user == client.User && strings.EqualFold(host, client.Address) {
		return nil
	}
	if r.Of(ctx).HasDynamic(setAnyDefiner) {
		return r.ChangesAccounts(ctx, plan.UserName{Name: user, Host: host})
	}
	return sqlerr.Needs("SUPER or " + setAnyDefiner)
}
