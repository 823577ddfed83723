package privilege

import (
	"errors"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"

	"github.com/perfschema/perfschema/gms/dialect/information"
)

// The engine has the tables of roles empty, and USER_PRIVILEGES without dynamic privileges
// and without the row of an account that has none. These read the accounts themselves. Who
// has granted what nobody keeps: GRANTOR is NULL.

// roleRows reads the rows of a table, by column.
type roleRows = func(s *shownRoles) []map[string]any

// shownRoles is what tables of information_schema tell an account of its roles.
type shownRoles struct {
	ctx    *sql.Context
	held   Held
	active []mysql_db.UserPrimaryKey
	reader *mysql_db.Reader
	first  []mysql_db.UserPrimaryKey // the default roles of the account
}

// ShowRoles has information_schema tell of roles and of every privilege on everything.
func (r *Rights) ShowRoles(infoSchema sql.Database) error {
	return errors.Join(
		r.fill(infoSchema, "applicable_roles", func(s *shownRoles) []map[string]any {
			return s.applicable(func(*mysql_db.RoleEdge) bool { return true })
		}),
		r.fill(infoSchema, "administrable_role_authorizations", func(s *shownRoles) []map[string]any {
			return s.applicable(func(e *mysql_db.RoleEdge) bool { return e.WithAdminOption })
		}),
		r.fill(infoSchema, "enabled_roles", (*shownRoles).enabled),
		r.fill(infoSchema, "role_table_grants", (*shownRoles).onTables),
		r.fill(infoSchema, "role_routine_grants", (*shownRoles).onRoutines),
		r.fill(infoSchema, "user_privileges", func(s *shownRoles) []map[string]any { return r.userPrivileges(s.ctx, s.held, s.reader) }),
	)
}

// applicable are grants of roles to the session's account, and to roles that it has.
func (s *shownRoles) applicable(of func(*mysql_db.RoleEdge) bool) (rows []map[string]any) {
	own := OwnKey(s.ctx)
	for _, to := range append([]mysql_db.UserPrimaryKey{own}, within(s.reader, own, grantedTo(s.reader, own))...) {
		for _, e := range EdgesTo(s.reader, to) {
			if of(e) {
				rows = append(rows, map[string]any{
					"USER": own.User, "HOST": own.Host, "GRANTEE": e.ToUser, "GRANTEE_HOST": e.ToHost, "ROLE_NAME": e.FromUser, "ROLE_HOST": e.FromHost,
					"IS_GRANTABLE": yesNo(e.WithAdminOption), "IS_DEFAULT": yesNo(to == own && slices.Contains(s.first, roleOf(e))), "IS_MANDATORY": "NO",
				})
			}
		}
	}
	return rows
}

// enabled are the roles that the session has made active.
func (s *shownRoles) enabled() (rows []map[string]any) {
	for _, k := range s.active {
		rows = append(rows, map[string]any{"ROLE_NAME": k.User, "ROLE_HOST": k.Host, "IS_DEFAULT": yesNo(slices.Contains(s.first, k)), "IS_MANDATORY": "NO"})
	}
	return rows
}

// eachRole goes through what the session has by a role.
func (s *shownRoles) eachRole(f func(role *mysql_db.User, database sql.PrivilegeSetDatabase)) {
	for _, k := range within(s.reader, OwnKey(s.ctx), s.active) {
		if role, ok := s.reader.GetUser(k); ok {
			for _, db := range role.PrivilegeSet.GetDatabases() {
				f(role, db)
			}
		}
	}
}

// onTables are the privileges on tables of the roles by which the session has something.
func (s *shownRoles) onTables() (rows []map[string]any) {
	s.eachRole(func(role *mysql_db.User, db sql.PrivilegeSetDatabase) {
		for _, t := range db.GetTables() {
			if held := t.ToSlice(); len(held) > 0 {
				rows = append(rows, map[string]any{
					"GRANTEE": role.User, "GRANTEE_HOST": role.Host, "TABLE_CATALOG": "def", "TABLE_SCHEMA": db.Name(), "TABLE_NAME": t.Name(),
					"PRIVILEGE_TYPE": setOf(held), "IS_GRANTABLE": yesNo(t.Has(sql.PrivilegeType_GrantOption)),
				})
			}
		}
	})
	return rows
}

// onRoutines are their privileges on procedures and functions.
func (s *shownRoles) onRoutines() (rows []map[string]any) {
	s.eachRole(func(role *mysql_db.User, db sql.PrivilegeSetDatabase) {
		for _, p := range db.GetRoutines() {
			if held := p.ToSlice(); len(held) > 0 {
				rows = append(rows, map[string]any{
					"GRANTEE": role.User, "GRANTEE_HOST": role.Host, "SPECIFIC_CATALOG": "def", "SPECIFIC_SCHEMA": db.Name(), "SPECIFIC_NAME": p.RoutineName(),
					"ROUTINE_CATALOG": "def", "ROUTINE_SCHEMA": db.Name(), "ROUTINE_NAME": p.RoutineName(),
					"PRIVILEGE_TYPE": setOf(held), "IS_GRANTABLE": yesNo(p.Has(sql.PrivilegeType_GrantOption)),
				})
			}
		}
	})
	return rows
}

// setOf names privileges as the columns that are sets of them do.
func setOf(held []sql.PrivilegeType) string {
	names := make([]string, 0, len(held))
	option := false
	for _, p := range held {
		if p == sql.PrivilegeType_GrantOption {
			option = true
			continue
		}
		if p == sql.PrivilegeType_ShowView {
			names = append(names, "Show view")
			continue
		}
		words := strings.Fields(strings.ToLower(p.String()))
		for i, w := range words {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
		names = append(names, strings.Join(words, " "))
	}
	if option {
		names = append(names, "Grant")
	}
	return strings.Join(names, ",")
}

func yesNo(yes bool) string {
	if yes {
		return "YES"
	}
	return "NO"
}

// userPrivileges are the privileges on everything, of all accounts for who reads mysql,
// of the own one for others.
func (r *Rights) userPrivileges(ctx *sql.Context, held Held, reader *mysql_db.Reader) (rows []map[string]any) {
	of := func(u *mysql_db.User) {
		grantee := u.UserHostToString("'")
		add := func(privilege string, grantable bool) {
			rows = append(rows, map[string]any{
				"GRANTEE": grantee, "TABLE_CATALOG": "def", "PRIVILEGE_TYPE": privilege, "IS_GRANTABLE": yesNo(grantable),
			})
		}
		all := r.itself(u)
		before, option := len(rows), u.PrivilegeSet.Has(sql.PrivilegeType_GrantOption)
		for _, p := range u.PrivilegeSet.ToSlice() {
			if p != sql.PrivilegeType_GrantOption {
				add(p.String(), option)
			}
		}
		if len(rows) == before {
			add("USAGE", option)
		}
		for _, grantable := range []bool{true, false} {
			dynamic := all.ToSliceDynamic(grantable)
			slices.Sort(dynamic)
			for _, p := range dynamic {
				add(strings.ToUpper(p), grantable)
			}
		}
	}
	if held.onDatabase("mysql", sql.PrivilegeType_Select) {
		reader.VisitUsers(of)
		return rows
	}
	if u, ok := reader.GetUser(OwnKey(ctx)); ok {
		of(u)
	}
	return rows
}

// fill gives a table of information_schema other rows, by column; of a column that is not
// named they have NULL.
func (r *Rights) fill(infoSchema sql.Database, name string, read roleRows) error {
	t, err := information.Table(infoSchema, name)
	if err != nil || t == nil {
		return err
	}
	columns := t.TableSchema
	t.Reader = func(ctx *sql.Context, _ sql.Catalog) (sql.RowIter, error) {
		accounts := r.Accounts()
		if accounts == nil || ctx.Session == nil {
			return sql.RowsToRowIter(), nil
		}
		shown := shownRoles{ctx: ctx, held: r.Of(ctx), active: r.Active(ctx)} // before the accounts are locked for reading
		shown.reader = accounts.Reader()
		defer shown.reader.Close()
		if u, ok := shown.reader.GetUser(OwnKey(ctx)); ok {
			shown.first = r.rulesOf(u).DefaultRoles
		}
		var rows []sql.Row
		for _, values := range read(&shown) {
			row := make(sql.Row, len(columns))
			for i, c := range columns {
				row[i] = values[c.Name]
			}
			rows = append(rows, row)
		}
		return sql.RowsToRowIter(rows...), nil
	}
	return nil
}
