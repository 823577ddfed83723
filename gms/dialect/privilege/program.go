package privilege

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// authorizeTrigger asks for TRIGGER on the table that a trigger is of: the grammar
// gives the trigger's own name in its place.
func (h *handler) authorizeTrigger(ctx *sql.Context, held Held, auth sqlparser.AuthInformation) error {
	db, name := baseDatabase(ctx, auth.TargetNames[0]), auth.TargetNames[1]
	if db == "" {
		return sql.ErrNoDatabaseSelected.New()
	}
	table, ok, err := definition.TriggerTable(ctx, h.rights.catalog.Load(), db, name)
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
		return sqlerr.Needs("TRIGGER")
	}
	return sqlerr.DeniedTable(ctx, "TRIGGER", table)
}

// authorizeShowProcedure lets an account see a procedure that it may run, change or
// make, its own, and any with SHOW_ROUTINE or SELECT on everything. For others it
// does not exist.
func (h *handler) authorizeShowProcedure(ctx *sql.Context, held Held, auth sqlparser.AuthInformation) error {
	name := ""
	if len(auth.TargetNames) > 1 {
		name = auth.TargetNames[1]
	}
	db := baseDatabase(ctx, auth.TargetNames[0])
	if db == "" {
		return sql.ErrNoDatabaseSelected.New()
	}
	v := viewer{held: held, ctx: ctx, auth: h}
	if v.routine(db, name) || h.rights.isAuthor(ctx, db, name) {
		return nil
	}
	return mysql.NewSQLError(mysql.ERSPDoesNotExist, sqlerr.StateAccess, "PROCEDURE %s does not exist", name)
}

// isAuthor says whether the account whose rights count is the DEFINER of a procedure.
func (r *Rights) isAuthor(ctx *sql.Context, database, name string) bool {
	p, ok := definition.Procedure(ctx, r.catalog.Load(), database, name)
	if !ok {
		return false
	}
	definer := definition.Definer(p.CreateStatement, sql.NewSqlModeFromString(p.SqlMode).AnsiQuotes())
	return isOwnDefiner(ctx, definer)
}

// trustedKey marks a context in which definitions are read that had the rights they
// need when they were made.
type trustedKey struct{}

func trusted(ctx *sql.Context) bool { return ctx.Value(trustedKey{}) != nil }

// TrustTriggers has DROP TABLE and SHOW TRIGGERS read the triggers of a database
// whatever rights making them takes, and SHOW TRIGGERS show those of the tables that
// the account has TRIGGER on.
func (r *Rights) TrustTriggers(an *analyzer.Analyzer) {
	step.EachRule(an, func(name string, rule *analyzer.Rule) {
		if name != "loadTriggers" {
			return
		}
		load := rule.Apply
		rule.Apply = func(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
			if query.ReadsOneTable(n) { // and asks for none
				return n, transform.SameTree, nil
			}
			out, same, err := load(ctx.WithContext(context.WithValue(ctx.Context, trustedKey{}, true)), an, n, scope, sel, flags)
			if err != nil || same {
				return out, same, err
			}
			return r.ownTriggers(ctx, out)
		}
	})
}

// Simple changes pass by an analyzer's own rules, and so this is for all engines of the process.
func init() {
	for i := range analyzer.OnceAfterAll {
		if rule := &analyzer.OnceAfterAll[i]; rule.Id.String() == "applyTriggers" {
			rule.Apply = step.OfDialect(trustBodies(rule.Apply), rule.Apply)
		}
	}
}

// trustBodies has a change's triggers do what they are made for where its account has not the
// rights to it: who made them had. The rule that puts them into the change is run once more for
// that, since most changes need it not.
func trustBodies(apply analyzer.RuleFunc) analyzer.RuleFunc {
	return func(ctx *sql.Context, an *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
		out, same, err := apply(ctx, an, n, scope, sel, flags)
		if err == nil || trusted(ctx) {
			return out, same, err
		}
		return apply(ctx.WithContext(context.WithValue(ctx.Context, trustedKey{}, true)), an, n, scope, sel, flags)
	}
}

// ownTriggers is SHOW TRIGGERS without those that are not the account's to see.
func (r *Rights) ownTriggers(ctx *sql.Context, n sql.Node) (sql.Node, transform.TreeIdentity, error) {
	held := r.Of(ctx)
	out, _, err := transform.Node(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		show, ok := n.(*plan.ShowTriggers)
		if !ok {
			return n, transform.SameTree, nil
		}
		own := *show
		own.Triggers = nil
		for _, t := range show.Triggers {
			if held.onTable(baseDatabase(ctx, node.DatabaseName(show.Database())), nodeName(t.Table), sql.PrivilegeType_Trigger) {
				own.Triggers = append(own.Triggers, t)
			}
		}
		return &own, transform.NewTree, nil
	})
	return out, transform.NewTree, err
}
