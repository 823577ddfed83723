package account

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// showGrants is SHOW GRANTS of an account that is there: the statements that give it what it
// has itself and by roles, of those that are active for the session's own, or those that
// follow USING. The engine's names no role's privileges, and no ADMIN OPTION.
func (a *Accounts) showGrants(ctx *sql.Context, n *plan.ShowGrants) sql.Node {
	shown := privilege.OwnKey(ctx)
	if n.For != nil && !n.CurrentUser {
		shown = privilege.AccountKey(*n.For)
	}
	columns := sql.Schema{{Name: "Grants for " + shown.User + "@" + shown.Host, Type: types.LongText}}
	return &node.Command{Text: n.String(), Columns: columns, Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		of := shown
		var roles []mysql_db.UserPrimaryKey
		if n.For == nil || n.CurrentUser {
			roles = a.rights.Active(ctx)
		}
		db := a.db()
		reader := db.Reader()
		defer reader.Close()
		u, ok := reader.GetUser(of)
		if !ok {
			return nil, sql.ErrShowGrantsUserDoesNotExist.New(of.User, of.Host)
		}
		if len(n.Using) > 0 {
			roles = nil
			for _, name := range n.Using {
				role := privilege.AccountKey(name)
				if !privilege.IsGranted(reader, role, of) {
					return nil, privilege.NotGranted(role, of)
				}
				roles = append(roles, role)
			}
		}
		g := grants{to: " TO " + privilege.QuotedAccount(of)}
		g.everything(a.rights.WithRoles(reader, u, roles))
		g.roles(reader, of)
		return g.rows, nil
	}}
}

// grants are the rows of SHOW GRANTS for one account.
type grants struct {
	to   string
	rows []sql.Row
}

func (g *grants) add(privileges, on, with string) {
	g.rows = append(g.rows, sql.Row{"GRANT " + privileges + on + g.to + with})
}

// option is what a grant ends in.
func option(grantable bool) string {
	if grantable {
		return " WITH GRANT OPTION"
	}
	return ""
}

// everything writes what a set of privileges has, from the largest to the smallest.
func (g *grants) everything(set mysql_db.PrivilegeSet) {
	grantable := set.Has(sql.PrivilegeType_GrantOption)
	g.add(staticNames(set.ToSlice(), nil), " ON *.*", option(grantable))
	lent, kept := set.ToSliceDynamic(true), set.ToSliceDynamic(false)
	for i, names := range [...][]string{kept, lent} {
		if len(names) > 0 {
			g.add(strings.Join(names, ","), " ON *.*", option(i > 0))
		}
	}
	for _, db := range set.GetDatabases() {
		if all := db.ToSlice(); len(all) > 0 {
			g.add(staticNames(all, privilege.OnDatabases), " ON "+words.QuotedName(db.Name())+".*", option(db.Has(sql.PrivilegeType_GrantOption)))
		}
	}
	for _, db := range set.GetDatabases() {
		for _, t := range db.GetTables() {
			if all := t.ToSlice(); len(all) > 0 {
				g.add(staticNames(all, privilege.OnTables), " ON "+words.QuotedName(db.Name())+"."+words.QuotedName(t.Name()), option(t.Has(sql.PrivilegeType_GrantOption)))
			}
		}
	}
	for _, kind := range [...]string{"PROCEDURE", "FUNCTION"} {
		for _, db := range set.GetDatabases() {
			for _, r := range db.GetRoutines() {
				if all := r.ToSlice(); len(all) > 0 && r.RoutineType() == kind {
					g.add(staticNames(all, nil), fmt.Sprintf(" ON %s %s.%s", kind, words.QuotedName(db.Name()), words.QuotedName(r.RoutineName())),
						option(r.Has(sql.PrivilegeType_GrantOption)))
				}
			}
		}
	}
}

// staticNames are privileges as a grant has them, of which those of all together go by one
// name.
func staticNames(held, all []sql.PrivilegeType) string {
	held = slices.DeleteFunc(held, func(p sql.PrivilegeType) bool { return p == sql.PrivilegeType_GrantOption })
	switch {
	case len(held) == 0:
		return "USAGE"
	case len(held) == len(all):
		return "ALL PRIVILEGES"
	}
	names := make([]string, len(held))
	for i, p := range held {
		names[i] = p.String()
	}
	return strings.Join(names, ", ")
}

// roles writes the roles that an account is granted, those WITH ADMIN OPTION by themselves.
func (g *grants) roles(reader *mysql_db.Reader, of mysql_db.UserPrimaryKey) {
	var names [2][]string
	for _, e := range privilege.EdgesTo(reader, of) {
		i := 0
		if e.WithAdminOption {
			i = 1
		}
		names[i] = append(names[i], privilege.QuotedAccount(mysql_db.UserPrimaryKey{User: e.FromUser, Host: e.FromHost}))
	}
	for i, with := range [...]string{"", " WITH ADMIN OPTION"} {
		if len(names[i]) > 0 {
			g.add(strings.Join(names[i], ","), "", with)
		}
	}
}
