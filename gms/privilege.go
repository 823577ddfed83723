package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/internal/privilege"
)

// runningRights is what rights depend on of the statement that runs.
type runningRights struct{}

var _ privilege.Running = runningRights{}

// Author implements privilege.Running.
func (runningRights) Author(ctx *sql.Context) *privilege.Held {
	if x := runningOf(ctx); x != nil {
		return x.connection.author
	}
	return nil
}

// Memo implements privilege.Running.
func (runningRights) Memo(ctx *sql.Context) *privilege.Memo {
	x := runningOf(ctx)
	if x == nil || x.connection.author != nil || x.plan.state != buildNone { // on whichever goroutine
		return nil
	}
	return &x.connection.rights
}

// Parsing implements privilege.Running.
func (runningRights) Parsing(ctx *sql.Context) bool {
	x := runningOf(ctx)
	return x != nil && !x.amended
}

// enterProcedure has the statements of a procedure do no more than its author
// may, until leave is called.
func (a *Adapter) enterProcedure(x *execution, p *plan.Procedure) (leave func(), err error) {
	before := x.connection.author
	author, err := a.rights.Author(p, before)
	if err == nil {
		x.connection.author = author
	}
	return func() { x.connection.author = before }, err
}

// amendRuleID is that of [Adapter.amendPlan] among the engine's rules, whose own are far
// below.
const amendRuleID analyzer.RuleId = 1<<20 + 3

// authorizePlan refuses a statement for rights the engine does not ask for, before
// anything has been done, and has changes of accounts done whole.
func (a *Adapter) authorizePlan(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope) (sql.Node, transform.TreeIdentity, error) {
	if x := runningOf(ctx); x != nil {
		x.connection.bound()
	}
	if scope != nil || ctx.Session == nil {
		return n, transform.SameTree, nil
	}
	switch n := n.(type) {
	case *plan.Project, *plan.GroupBy, *plan.Limit, *plan.Sort, *plan.Distinct: // queries: the engine asks for all of it
		return n, transform.SameTree, nil
	case *plan.InsertInto, *plan.Update, *plan.DeleteFrom: // a rule of the rights' own looks at these
		return n, transform.SameTree, nil
	case *plan.CreateProcedure:
		signed, err := a.rights.SignProcedure(ctx, n)
		return signed, transform.NewTree, err
	}
	if shown, ok := a.rights.Fenced(ctx, n, an); ok {
		return shown, transform.NewTree, nil
	}
	if err := a.rights.Authorize(ctx, n); err != nil {
		return n, transform.SameTree, err
	}
	exact, err := a.accounts.Exact(ctx, n)
	if err != nil {
		return n, transform.SameTree, err
	}
	if whole, ok, err := a.accounts.Complete(exact, an); err != nil {
		return n, transform.SameTree, err
	} else if ok {
		return whole, transform.NewTree, nil
	}
	n = exact
	if whole, ok := a.accounts.Whole(n, an); ok {
		return whole, transform.NewTree, nil
	}
	return n, transform.SameTree, nil
}

// accountsDB is the engine's accounts, nil until the Adapter is installed.
func (a *Adapter) accountsDB() *mysql_db.MySQLDb {
	if catalog := a.catalog(); catalog != nil {
		return catalog.MySQLDb
	}
	return nil
}
