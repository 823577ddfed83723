package gms

import (
	"context"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/account"
	"github.com/perfschema/perfschema/gms/dialect/acting"
	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/lent"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/routine"
	"github.com/perfschema/perfschema/gms/internal/table"
)

// runningRights is what rights depend on of the statement that runs.
type runningRights struct{ lifecycle *lifecycle }

var _ privilege.Running = (*runningRights)(nil)

// Roles implements privilege.Running.
func (*runningRights) Roles(ctx *sql.Context) *privilege.Roles {
	if c := connectionOf(ctx); c != nil { // while it logs in, too
		return &c.roles
	}
	return nil
}

// Remembers implements privilege.Running.
func (*runningRights) Remembers(ctx *sql.Context) *privilege.Memo {
	if x := runningOf(ctx); x != nil {
		return &x.connection.rights
	}
	return nil
}

// Memo implements privilege.Running. The check of rights with which the engine begins to
// bind a statement's names is a stage; the look-up of its tables follows.
func (*runningRights) Memo(ctx *sql.Context, checks bool) (*privilege.Memo, bool) {
	x := runningOf(ctx)
	if x == nil {
		return nil, false
	}
	tell := checks && x.recorded && x.advance(phaseBinding)
	if tell {
		if x.detail.FewStages {
			x.phase, tell = phaseOpening, false
		} else {
			x.connection.thread.SetStage(x.connection.adapter.instruments.Stages.CheckingPermissions)
		}
	}
	if x.plan.state != buildNone || acting.In(ctx) != nil { // on whichever goroutine
		return nil, tell
	}
	return &x.connection.rights, tell
}

// Checked implements privilege.Running.
func (*runningRights) Checked(ctx *sql.Context) {
	if x := executionOf(ctx); x != nil && x.advance(phaseOpening) {
		x.connection.thread.SetStage(x.connection.adapter.instruments.Stages.OpeningTables)
	}
}

// Computed implements privilege.Running.
func (*runningRights) Computed(database, name string) *computed.Table {
	return table.Computed(database, name)
}

// TableStatus implements privilege.Running.
func (*runningRights) TableStatus(n *plan.ShowTableStatus, an *analyzer.Analyzer) sql.Node {
	return table.StatusWithViews(n, an)
}

// Uses implements privilege.Running.
func (r *runningRights) Uses(ctx *sql.Context, database, table string, changes bool) error {
	return r.lifecycle.usesTable(ctx, database, table, changes)
}

// Defines implements privilege.Running.
func (r *runningRights) Defines(ctx *sql.Context) error { return r.lifecycle.readDefinitions(ctx) }

// Parsing implements privilege.Running.
func (*runningRights) Parsing(ctx *sql.Context) bool {
	x := runningOf(ctx)
	return x != nil && !x.amended
}

// Dumps implements privilege.Running.
func (*runningRights) Dumps(ctx *sql.Context) bool {
	x := runningOf(ctx)
	return x != nil && x.connection.dumps
}

// isDump says whether a client is one that dumps every database that it is told of but those
// of MySQL that hold no data.
func isDump(attr perfschema.ConnectAttr) bool {
	return attr.Name == "program_name" && (attr.Value == "mysqldump" || attr.Value == "mariadb-dump")
}

// actsAs is whose account CURRENT_USER() gives in a program that is called in a context, as
// DEFINER is written. Empty is the session's.
func actsAs(ctx *sql.Context, p *plan.Procedure) string {
	switch {
	case p.SecurityContext != plan.ProcedureSecurityContext_Invoker && p.Definer != "":
		return p.Definer
	case acting.In(ctx) != nil:
		return definition.DefinerOf(acting.Account(ctx))
	}
	return ""
}

// actingUser is the user of the account that the session's rights, or those of the program that
// runs, are of; nil where nobody logs in. The anonymous account's is "", whatever the client calls
// itself.
func actingUser(ctx *sql.Context) *string {
	if acting.IsServer(ctx) {
		return nil
	}
	user, _ := acting.Account(ctx)
	return &user
}

// amendRuleID is that of [Adapter.amendRule] among the engine's rules, whose own are far
// below.
const amendRuleID analyzer.RuleId = 1<<20 + 3

// authorizePlan refuses a statement for rights the engine does not ask for, before
// anything has been done, and has changes of accounts done whole.
func (a *Adapter) authorizePlan(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope) (sql.Node, transform.TreeIdentity, error) {
	if x := runningOf(ctx); x != nil {
		x.connection.lent.Bound()
	}
	if scope != nil || ctx.Session == nil {
		return n, transform.SameTree, nil
	}
	switch n := n.(type) {
	case *plan.Project, *plan.GroupBy, *plan.Limit, *plan.Sort, *plan.Distinct: // queries: the engine asks for all of it
		return n, transform.SameTree, nil
	case *plan.InsertInto, *plan.Update, *plan.DeleteFrom: // a rule of the rights' own looks at these
		return n, transform.SameTree, nil
	case *plan.FlushPrivileges:
		if err := a.rights.Authorize(ctx, n); err != nil {
			return n, transform.SameTree, err
		}
		a.accounts.FlushLocks()
		return n, transform.SameTree, nil
	case *plan.CreateProcedure:
		if name := n.StoredProcDetails.Name; routine.IsStoredName(name) {
			return n, transform.SameTree, routine.WrongName(name)
		}
		signed, err := a.rights.SignProcedure(ctx, n)
		return signed, transform.NewTree, err
	}
	if name := procedureNamed(n); routine.IsStoredName(name) { // which no procedure has
		return n, transform.SameTree, sql.ErrStoredProcedureDoesNotExist.New(name)
	}
	if shown, ok := a.rights.Fenced(ctx, n, an); ok {
		return shown, transform.NewTree, nil
	}
	n, changed := a.rights.Sign(ctx, n)
	if err := a.rights.Authorize(ctx, n); err != nil {
		return n, transform.SameTree, err
	}
	exact, err := a.accounts.Exact(ctx, n)
	if err != nil {
		return n, transform.SameTree, err
	}
	if whole, ok, err := a.accounts.Complete(ctx, exact, an); err != nil {
		return n, transform.SameTree, err
	} else if ok {
		return whole, transform.NewTree, nil
	}
	n = exact
	if whole, ok := a.accounts.Whole(n, an); ok {
		return whole, transform.NewTree, nil
	}
	if view, ok := n.(*plan.CreateView); ok {
		kept, err := definition.KeepView(ctx, a.catalog(), a.rights, view)
		return kept, transform.NewTree, err
	}
	return n, transform.TreeIdentity(!changed), nil
}

// procedureNamed is the procedure that a statement is about; empty for most.
func procedureNamed(n sql.Node) string {
	switch n := n.(type) {
	case *plan.DropProcedure:
		return n.ProcedureName
	case *plan.ShowCreateProcedure:
		return n.ProcedureName
	}
	return ""
}

// accountsDB is the engine's accounts, nil until the Adapter is installed.
func (a *Adapter) accountsDB() *mysql_db.MySQLDb {
	if catalog := a.catalog(); catalog != nil {
		return catalog.MySQLDb
	}
	return nil
}

// Within implements privilege.Running.
func (*runningRights) Within(ctx *sql.Context, auth ast.AuthInformation) error {
	return lent.Within(ctx, auth, stayIn)
}

// stayIn has the running statement run in a database, as if the session had selected it. It
// returns whether the statement does. One that a procedure runs never does: those after it would
// as well.
func stayIn(ctx *sql.Context, database string, binding bool) bool {
	if strings.EqualFold(ctx.GetCurrentDatabase(), database) {
		return true
	}
	x := runningOf(ctx)
	return x != nil && x.programs.calls == 0 && x.connection.lent.Stay(ctx, database, binding)
}

// restrict puts a session under the restrictions of an account, in the place of those it was
// under before.
func (conn *connection) restrict(usage *account.Usage, expired bool) {
	conn.restricted.Leave()
	conn.restricted = account.NewBounds(usage, expired)
}

// counted is a statement of a client that has been parsed, or the error of one too many for its
// account.
func counted(ctx context.Context, stmt ast.Statement, err error) ast.Statement {
	conn := connectionOf(ctx)
	if conn == nil || conn.restricted == nil || err != nil || stmt == nil || !conn.busy.Load() || !conn.x.query {
		return stmt
	}
	return conn.restricted.Count(stmt)
}

// accountSessions implements account.Sessions.
type accountSessions struct{}

var _ account.Sessions = accountSessions{}

// Expired implements account.Sessions.
func (accountSessions) Expired(ctx *sql.Context) bool {
	x := runningOf(ctx)
	return x != nil && x.connection.restricted.IsExpired()
}

// Renewed implements account.Sessions.
func (accountSessions) Renewed(ctx *sql.Context) {
	if x := runningOf(ctx); x != nil {
		x.connection.restricted.Renew()
	}
}

// changeOfAccounts carries out a change of rows of mysql that finds none, and refuses others.
func (b *operatorBuilder) changeOfAccounts(ctx *sql.Context, x *execution, c account.RowChange, r sql.Row) (sql.RowIter, error) {
	if c.Source == nil {
		return nil, c.Refusal()
	}
	rows, err := b.build(ctx, x, c.Source, r, true)
	if err != nil {
		return nil, err
	}
	return c.CarryOut(ctx, rows)
}
