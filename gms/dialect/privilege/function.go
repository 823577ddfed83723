package privilege

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/acting"
	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// onFunction says whether the account has a privilege on a stored function by name.
func (h Held) onFunction(database, name string, p sql.PrivilegeType) bool {
	return h.everything || h.set.Database(database).Routine(strings.ToLower(name), false).Has(p)
}

// function says whether the account has a privilege on a stored function, by its name or
// on all of its database.
func (r *Rights) function(ctx *sql.Context, database, name string, p sql.PrivilegeType) bool {
	held := r.Of(ctx)
	return held.everything || held.onDatabase(database, p) || held.onFunction(database, name, p)
}

// RefuseFunction is the error of who calls a stored function and may not.
func (r *Rights) RefuseFunction(ctx *sql.Context, database, name string) error {
	database = baseDatabase(ctx, database)
	if trusted(ctx) || r.function(ctx, database, name, sql.PrivilegeType_Execute) {
		return nil
	}
	return deniedRoutine(ctx, "execute", database, name)
}

// RefuseAlterFunction is the error of who alters or drops one and may not.
func (r *Rights) RefuseAlterFunction(ctx *sql.Context, database, name string) error {
	database = baseDatabase(ctx, database)
	if r.function(ctx, database, name, sql.PrivilegeType_AlterRoutine) {
		return nil
	}
	return deniedRoutine(ctx, "alter routine", database, name)
}

// RefuseCreateFunction is the error of who makes one, to run in the name of an account, and
// may not.
func (r *Rights) RefuseCreateFunction(ctx *sql.Context, database, definer string) error {
	database = baseDatabase(ctx, database)
	if held := r.Of(ctx); !held.everything && !held.onDatabase(database, sql.PrivilegeType_CreateRoutine) {
		return sqlerr.DeniedDatabase(ctx, database)
	}
	return r.AuthorizeDefiner(ctx, definer)
}

// Signature is the DEFINER of what is made, the account whose rights count; empty where there are no
// accounts.
func (r *Rights) Signature(ctx *sql.Context) string {
	if r.Accounts() == nil || acting.IsServer(ctx) {
		return ""
	}
	return definition.DefinerOf(acting.Account(ctx))
}

// ShowsFunction says whether the account may know of a function, and read its text.
func (r *Rights) ShowsFunction(ctx *sql.Context, database, name, definer string) (seen, read bool) {
	database = baseDatabase(ctx, database)
	v := viewer{held: r.Of(ctx), ctx: ctx}
	if v.held.everything || v.readsRoutines() || isOwnDefiner(ctx, definer) {
		return true, true
	}
	return v.routine(database, name), false
}
