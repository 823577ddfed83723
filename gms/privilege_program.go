package gms

import (
	"context"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/rewrite"
	"github.com/perfschema/perfschema/gms/internal/sqlerr"
)

// authorizeTrigger asks for TRIGGER on the table that a trigger is of: the grammar
// gives the trigger's own name in its place.
func (h *authorizer) authorizeTrigger(ctx *sql.Context, held held, auth sqlparser.AuthInformation) error {
	db, name := baseDatabase(ctx, auth.TargetNames[0]), auth.TargetNames[1]
	if db == "" {
		return sql.ErrNoDatabaseSelected.New()
	}
	table, ok, err := h.adapter.tableOfTrigger(ctx, db, name)
	switch {
	case err != nil:
		return err
	case !ok:
		if _, may := auth.Extra.(ifExists); may {
			return nil
		}
		return sql.ErrTriggerDoesNotExist.New(name)
	case held.onTable(db, table, sql.PrivilegeType_Trigger):
		return nil
	case auth.AuthType == authShowTrigger:
		return needs("TRIGGER")
	}
	return sqlerr.DeniedTable(ctx, "TRIGGER", table)
}

// tableOfTrigger finds the table that a trigger is of, by the statement that made
// it; ok is false if there is no such trigger.
func (a *Adapter) tableOfTrigger(ctx *sql.Context, database, name string) (table string, ok bool, err error) {
	engine := a.engine.Load()
	if engine == nil {
		return "", false, nil
	}
	db, err := engine.Analyzer.Catalog.DbProvider.Database(ctx, database)
	if err != nil {
		if sql.ErrDatabaseNotFound.Is(err) {
			return "", false, nil
		}
		return "", false, err
	}
	triggers, ok := db.(sql.TriggerDatabase)
	if !ok {
		return "", false, nil
	}
	list, err := triggers.GetTriggers(ctx)
	if err != nil {
		return "", false, err
	}
	at := slices.IndexFunc(list, func(t sql.TriggerDefinition) bool { return strings.EqualFold(t.Name, name) })
	if at < 0 {
		return "", false, nil
	}
	options := sql.NewSqlModeFromString(list[at].SqlMode).ParserOptions()
	stmt, err := sqlparser.ParseWithOptions(ctx, list[at].CreateStatement, options)
	if ddl, isDDL := stmt.(*sqlparser.DDL); err == nil && isDDL {
		return ddl.Table.Name.String(), true, nil
	}
	return name, true, nil // what cannot be read is nobody's but who may do all there
}

// authorizeShowProcedure lets an account see a procedure that it may run, change or
// make, its own, and any with SHOW_ROUTINE or SELECT on everything. For others it
// does not exist.
func (h *authorizer) authorizeShowProcedure(ctx *sql.Context, held held, auth sqlparser.AuthInformation) error {
	name := ""
	if len(auth.TargetNames) > 1 {
		name = auth.TargetNames[1]
	}
	db := baseDatabase(ctx, auth.TargetNames[0])
	if db == "" {
		return sql.ErrNoDatabaseSelected.New()
	}
	v := viewer{held: held, ctx: ctx, auth: h}
	if v.routine(db, name) || h.adapter.isAuthor(ctx, db, name) {
		return nil
	}
	return mysql.NewSQLError(mysql.ERSPDoesNotExist, sqlerr.StateAccess, "PROCEDURE %s does not exist", name)
}

// procedure is the definition of a procedure that is no storage's own.
func (a *Adapter) procedure(ctx *sql.Context, database, name string) (sql.StoredProcedureDetails, bool) {
	var none sql.StoredProcedureDetails
	engine := a.engine.Load()
	if engine == nil {
		return none, false
	}
	db, err := engine.Analyzer.Catalog.DbProvider.Database(ctx, database)
	if err != nil {
		return none, false
	}
	procedures, ok := db.(sql.StoredProcedureDatabase)
	if !ok {
		return none, false
	}
	p, ok, err := procedures.GetStoredProcedure(ctx, name)
	return p, ok && err == nil
}

// isAuthor says whether the session's account is the DEFINER of a procedure.
func (a *Adapter) isAuthor(ctx *sql.Context, database, name string) bool {
	p, ok := a.procedure(ctx, database, name)
	if !ok {
		return false
	}
	definer := procedureDefiner(p.CreateStatement)
	if definer == "" {
		return false
	}
	user, host := splitDefiner(definer)
	client := ctx.Session.Client()
	return user == client.User && strings.EqualFold(host, client.Address)
}

// hideProcedure is SHOW CREATE PROCEDURE for an account that may run the procedure
// and not see what it does: the text is NULL. ok is false for other statements and
// accounts.
func (a *Adapter) hideProcedure(ctx *sql.Context, n sql.Node, an *analyzer.Analyzer) (shown sql.Node, ok bool) {
	show, ok := n.(*plan.ShowCreateProcedure)
	if !ok {
		return nil, false
	}
	v := viewer{held: a.held(ctx), ctx: ctx}
	database := databaseName(show.Database())
	if _, own := a.procedure(ctx, database, show.ProcedureName); !own || v.readsRoutines() || a.isAuthor(ctx, database, show.ProcedureName) {
		return nil, false
	}
	const text = 2
	hidden := changedRows("SHOW CREATE PROCEDURE", n, an, func(_ *sql.Context, r sql.Row) bool {
		r[text] = nil
		return true
	})
	hidden.Columns = hidden.Columns.Copy()
	hidden.Columns[text].Nullable = true
	return hidden, true
}

// trustedKey marks a context in which definitions are read that had the rights they
// need when they were made.
type trustedKey struct{}

func trusted(ctx *sql.Context) bool { return ctx.Value(trustedKey{}) != nil }

// trustTriggers has DROP TABLE and SHOW TRIGGERS read the triggers of a database
// whatever rights making them takes, and SHOW TRIGGERS show those of the tables that
// the account has TRIGGER on.
func (a *Adapter) trustTriggers(an *analyzer.Analyzer) {
	for i, b := range an.Batches {
		marked := *b
		marked.Rules = slices.Clone(b.Rules)
		for j := range marked.Rules {
			rule := &marked.Rules[j]
			if rule.Id.String() != "loadTriggers" {
				continue
			}
			load := rule.Apply
			rule.Apply = func(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
				if rewrite.ReadsOneTable(n) { // and asks for none
					return n, transform.SameTree, nil
				}
				out, same, err := load(ctx.WithContext(context.WithValue(ctx.Context, trustedKey{}, true)), an, n, scope, sel, flags)
				if err != nil || same {
					return out, same, err
				}
				return a.ownTriggers(ctx, out)
			}
		}
		an.Batches[i] = &marked
	}
}

// ownTriggers is SHOW TRIGGERS without those that are not the account's to see.
func (a *Adapter) ownTriggers(ctx *sql.Context, n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	held := a.held(ctx)
	out, _, err := transform.Node(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		show, ok := n.(*plan.ShowTriggers)
		if !ok {
			return n, transform.SameTree, nil
		}
		own := *show
		own.Triggers = nil
		for _, t := range show.Triggers {
			if held.onTable(baseDatabase(ctx, databaseName(show.Database())), nodeName(t.Table), sql.PrivilegeType_Trigger) {
				own.Triggers = append(own.Triggers, t)
			}
		}
		return &own, transform.NewTree, nil
	})
	return out, transform.NewTree, err
}
