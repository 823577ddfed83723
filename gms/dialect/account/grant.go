package account

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// GRANT and REVOKE of privileges. The engine's REVOKE of everything leaves what was granted on
// databases and tables, a REVOKE of what is not there is taken for done, and GRANT OPTION on
// procedures is forgotten.

// Errors of GRANT and REVOKE.
const (
	errNoSuchGrant   = 1141 // ER_NONEXISTING_GRANT
	errNoTableGrant  = 1147 // ER_NONEXISTING_TABLE_GRANT
	errNoProcGrant   = 1403 // ER_NONEXISTING_PROC_GRANT
	errGrantAsGlobal = 3835 // ER_UNSUPPORTED_USE_OF_GRANT_AS
)

// granted is what a GRANT or REVOKE is of.
type granted struct {
	database, name string // empty for everything, or all of a database
	routine        bool
	procedure      bool
	static         []plan.Privilege
	dynamic        []string // in small letters
	ifExists       bool
}

// grantedOn tells what privileges a statement is of, and on what.
func grantedOn(ctx *sql.Context, all []plan.Privilege, level plan.PrivilegeLevel, kind plan.ObjectType) (*granted, error) {
	static, dynamic, err := splitPrivileges(all, level)
	if err != nil {
		return nil, err
	}
	g := &granted{static: static, dynamic: dynamic, routine: kind != plan.ObjectType_Any, procedure: kind == plan.ObjectType_Procedure}
	g.dynamic = slices.DeleteFunc(g.dynamic, func(name string) bool {
		g.ifExists = g.ifExists || name == privilege.IfExists
		return name == privilege.IfExists
	})
	if level.Database != "*" {
		if g.database = level.Database; g.database == "" {
			g.database = ctx.GetCurrentDatabase()
		}
		if g.database == "" {
			return nil, sql.ErrNoDatabaseSelected.New()
		}
	}
	if level.TableRoutine != "*" {
		g.name = level.TableRoutine
	}
	if g.routine != (kind != plan.ObjectType_Any && g.name != "") || g.database == "" && g.name != "" {
		return nil, sql.ErrGrantRevokeIllegalPrivilege.New()
	}
	if g.routine && !g.procedure {
		g.name = strings.ToLower(g.name)
	}
	if g.routine && len(g.static) == 1 && g.static[0].Type == plan.PrivilegeType_All {
		g.static = []plan.Privilege{{Type: plan.PrivilegeType_Execute}, {Type: plan.PrivilegeType_AlterRoutine}}
	}
	if g.routine {
		g.static = slices.DeleteFunc(g.static, func(p plan.Privilege) bool { return p.Type == plan.PrivilegeType_Usage })
	}
	return g, nil
}

// grant is GRANT of privileges.
func (a *Accounts) grant(ctx *sql.Context, n *plan.Grant) (sql.Node, error) {
	g, err := grantedOn(ctx, n.Privileges, n.PrivilegeLevel, n.ObjectType)
	if err != nil {
		return nil, err
	}
	if n.As != nil {
		if g.database != "" {
			return nil, mysql.NewSQLError(errGrantAsGlobal, sqlerr.StateGeneral, "GRANT ... AS is currently supported only for global privileges.")
		}
		return nil, sqlerr.NotSupportedYet("GRANT ... AS")
	}
	engines := *n
	engines.Privileges = g.static
	return a.statement(n.String(), func(ctx *sql.Context) error {
		return a.edit(ctx, "GRANT", n.Users, func(u *mysql_db.User) error {
			if err := g.change(&engines, u); err != nil {
				return err
			}
			if n.WithGrantOption && (len(g.static) > 0 || g.routine) {
				g.add(u, sql.PrivilegeType_GrantOption)
			}
			if g.isAll() {
				return setExplicit(u, false) // all dynamic ones besides
			}
			u.PrivilegeSet.AddGlobalDynamic(n.WithGrantOption, g.withoutOption(u, n.WithGrantOption)...)
			return nil
		})
	}), nil
}

// withoutOption are the dynamic privileges but those that the account may give to others, where
// this GRANT says nothing of that: they stay so.
func (g *granted) withoutOption(u *mysql_db.User, option bool) []string {
	if option {
		return g.dynamic
	}
	lent := u.PrivilegeSet.ToSliceDynamic(true)
	return slices.DeleteFunc(slices.Clone(g.dynamic), func(name string) bool { return slices.Contains(lent, strings.ToUpper(name)) })
}

// isAll says whether a statement is of every privilege on everything.
func (g *granted) isAll() bool {
	return g.database == "" && len(g.static) > 0 && g.static[0].Type == plan.PrivilegeType_All
}

// handler is the engine's GRANT or REVOKE, which gives or takes static privileges.
type handler interface {
	HandleGlobalPrivileges(u *mysql_db.User) error
	HandleDatabasePrivileges(u *mysql_db.User, database string) error
	HandleTablePrivileges(u *mysql_db.User, database, table string) error
	HandleRoutinePrivileges(u *mysql_db.User, database, name string, procedure bool) error
}

// change has the engine give an account static privileges, or take them.
func (g *granted) change(n handler, u *mysql_db.User) error {
	switch {
	case g.database == "":
		return n.HandleGlobalPrivileges(u)
	case g.name == "":
		return n.HandleDatabasePrivileges(u, g.database)
	case g.routine:
		return n.HandleRoutinePrivileges(u, g.database, g.name, g.procedure)
	}
	return n.HandleTablePrivileges(u, g.database, g.name)
}

func (g *granted) add(u *mysql_db.User, p sql.PrivilegeType) {
	switch set := u.PrivilegeSet; {
	case g.database == "":
		set.AddGlobalStatic(p)
	case g.name == "":
		set.AddDatabase(g.database, p)
	case g.routine:
		set.AddRoutine(g.database, g.name, g.procedure, p)
	default:
		set.AddTable(g.database, g.name, p)
	}
}

// has says whether an account has a privilege where the statement is of it, and whether it has
// any there.
func (g *granted) has(u *mysql_db.User, p sql.PrivilegeType) (this, any bool) {
	db := u.PrivilegeSet.Database(g.database)
	switch {
	case g.name == "":
		return db.Has(p), db.Count() > 0
	case g.routine:
		r := db.Routine(g.name, g.procedure)
		return r.Has(p), r.Count() > 0
	}
	t := db.Table(g.name)
	return t.Has(p), t.HasPrivileges()
}

// missing is the error of a REVOKE of what an account has not; nil of what it has, and of
// privileges on everything, of which MySQL does not ask.
func (g *granted) missing(u *mysql_db.User) *mysql.SQLError {
	if g.database == "" {
		return nil
	}
	lacks := false
	for _, p := range g.static {
		switch p.Type {
		case plan.PrivilegeType_Usage:
		case plan.PrivilegeType_All:
			_, any := g.has(u, sql.PrivilegeType_GrantOption)
			lacks = lacks || !any
		default:
			if static, ok := privilege.Static(p.Type); ok {
				this, _ := g.has(u, static)
				lacks = lacks || !this
			}
		}
	}
	number, on := errNoSuchGrant, ""
	switch {
	case !lacks:
		return nil
	case g.routine:
		number, on = errNoProcGrant, " on routine '"+g.name+"'"
	case g.name != "":
		number, on = errNoTableGrant, " on table '"+g.name+"'"
	}
	return mysql.NewSQLError(number, sqlerr.StateAccess, "There is no such grant defined for user '%s' on host '%s'%s", u.User, u.Host, on)
}

// revoke is REVOKE of privileges.
func (a *Accounts) revoke(ctx *sql.Context, n *plan.Revoke) (sql.Node, error) {
	g, err := grantedOn(ctx, n.Privileges, n.PrivilegeLevel, n.ObjectType)
	if err != nil {
		return nil, err
	}
	engines := *n
	engines.Privileges = g.static
	return a.statement(n.String(), func(ctx *sql.Context) error {
		return a.edit(ctx, "REVOKE", n.Users, func(u *mysql_db.User) error {
			if missing := g.missing(u); missing != nil {
				if !g.ifExists {
					return missing
				}
				ctx.Session.Warn(&sql.Warning{Level: "Warning", Code: missing.Num, Message: missing.Message})
				return nil
			}
			return g.take(&engines, u)
		})
	}), nil
}

// take takes privileges from an account; all of them on everything are those on databases,
// tables and programs too.
func (g *granted) take(n *plan.Revoke, u *mysql_db.User) error {
	if g.isAll() {
		u.PrivilegeSet = mysql_db.NewPrivilegeSet()
		return setExplicit(u, false)
	}
	if g.database == "" {
		if (len(g.static) > 0 || len(g.dynamic) > 0) && privilege.ImpliesDynamic(u.PrivilegeSet) && !RulesOf(u).Explicit {
			for name := range privilege.DynamicNames() { // all that it has been given together
				u.PrivilegeSet.AddGlobalDynamic(u.PrivilegeSet.Has(sql.PrivilegeType_GrantOption), strings.ToLower(name))
			}
			if err := setExplicit(u, true); err != nil {
				return err
			}
		}
		u.PrivilegeSet.RemoveGlobalDynamic(g.dynamic...)
	}
	if g.database != "" && g.name == "" {
		defer within(u.PrivilegeSet, g.database)()
	}
	return g.change(n, u)
}

// within remembers what has been granted on tables and programs of a database, and gives it
// again: the engine forgets it with the last privilege on the database.
func within(set mysql_db.PrivilegeSet, database string) (again func()) {
	db := set.Database(database)
	var give []func()
	for _, t := range db.GetTables() {
		name, held := t.Name(), t.ToSlice()
		give = append(give, func() { set.AddTable(database, name, held...) })
	}
	for _, r := range db.GetRoutines() {
		name, procedure, held := r.RoutineName(), r.RoutineType() == "PROCEDURE", r.ToSlice()
		give = append(give, func() { set.AddRoutine(database, name, procedure, held...) })
	}
	return func() {
		for _, f := range give {
			f()
		}
	}
}

// setExplicit says of an account whether its dynamic privileges are those it has by name, or,
// as of one that has been given all static ones, all of them.
func setExplicit(u *mysql_db.User, explicit bool) error {
	rules := RulesOf(u)
	if rules.Explicit == explicit {
		return nil
	}
	rules.Explicit = explicit
	return rules.keep(u)
}
