package account

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/privilege"
	"github.com/perfschema/perfschema/gms/internal/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/words"
)

// The engine's ALTER USER changes the password of one account. What MySQL has besides is
// read by the grammar of CREATE USER: REQUIRE, locks, limits, rules for passwords, default
// roles. What would have to be kept and cannot be is refused.

const errRoleNotGranted = 3530 // ER_ROLE_NOT_GRANTED

// Alter is an ALTER USER that the engine's parser has refused; nil for one that is none to
// MySQL either. password runs one for the password alone.
func (a *Accounts) Alter(text string, ansiQuotes bool, password func(ctx *sql.Context, text string) error) (sqlparser.Statement, error) {
	s := words.Scanner{Text: text, AnsiQuotes: ansiQuotes}
	s.Next() // ALTER
	user := s.Next()
	from, ifExists := user.End, false
	before := s
	if s.Next().Is(text, "IF") {
		if exists := s.Next(); exists.Is(text, "EXISTS") {
			from, ifExists = exists.End, true
		}
	} else {
		s = before
	}
	for w := s.Next(); w.Kind != words.End; w = s.Next() {
		switch {
		case w.Is(text, "DEFAULT"):
			at := w.Start
			next := s.Next()
			if !next.Is(text, "ROLE") {
				continue
			}
			return a.alterRoles(text[from:at], text[next.End:], ifExists)
		case w.Is(text, "REPLACE"), w.Is(text, "RETAIN"), w.Is(text, "DISCARD"), w.Is(text, "COMMENT"), w.Is(text, "ATTRIBUTE"), w.Is(text, "RANDOM"):
			return nil, sqlerr.NotSupportedYet("ALTER USER ... " + strings.ToUpper(w.Of(text)))
		}
	}
	stmt, err := sqlparser.Parse("CREATE USER " + text[from:])
	create, ok := stmt.(*sqlparser.CreateUser)
	if err != nil || !ok {
		return nil, nil //nolint:nilerr,nilnil // the parser says what is wrong
	}
	if keepsRules(create) {
		return nil, errLimits()
	}
	names := make([]plan.UserName, len(create.Users))
	for i, u := range create.Users {
		names[i] = plan.UserName{Name: u.Name, Host: u.Host, AnyHost: u.AnyHost}
		if u.Auth1 != nil && len(create.Users) > 1 {
			return nil, sqlerr.NotSupportedYet("ALTER USER with the passwords of several accounts")
		}
	}
	passwordText := ""
	if create.Users[0].Auth1 != nil {
		if passwordText = beforeOptions(text, ansiQuotes); passwordText == "" {
			return nil, nil //nolint:nilnil // see above
		}
	}
	requires, locks, unlocks := hasWord(text, ansiQuotes, "REQUIRE"), create.Locked, hasWord(text, ansiQuotes, "UNLOCK")
	n := a.statement("ALTER USER", func(ctx *sql.Context) error {
		found := names
		if ifExists {
			found = a.existing(names)
		}
		if err := a.mayChange(ctx, found...); err != nil {
			return err
		}
		if err := a.refuseOpening(found); err != nil && unlocks {
			return err
		}
		return a.edit(ctx, "ALTER USER", found, func(u *mysql_db.User) {
			if requires {
				require(u, create.TLSOptions)
			}
			if locks || unlocks {
				u.Locked = locks
			}
		})
	})
	if passwordText != "" {
		options := n.Rows
		n.Rows = func(ctx *sql.Context) ([]sql.Row, error) {
			if err := password(ctx, passwordText); err != nil { // a statement about accounts itself
				return nil, err
			}
			return options(ctx)
		}
	}
	return n.Statement(sqlparser.AuthType_CREATE_USER), nil
}

// keepsRules says whether a statement has limits or rules for passwords other than those
// that hold: none.
func keepsRules(s *sqlparser.CreateUser) bool {
	if limits(s.AccountLimits) {
		return true
	}
	o := s.PasswordOptions
	return o != nil && (set(o.ExpirationTime) || set(o.History) || set(o.ReuseInterval) || set(o.FailedAttempts) || set(o.LockTime))
}

func set(v *sqlparser.SQLVal) bool { return v != nil && string(v.Val) != "0" }

func limits(l *sqlparser.AccountLimits) bool {
	return l != nil && (set(l.MaxQueriesPerHour) || set(l.MaxUpdatesPerHour) || set(l.MaxConnectionsPerHour) || set(l.MaxUserConnections))
}

// AlterNothing is an ALTER USER that the parser has taken and that names no password, which
// the engine would take away; nil for all other statements.
func (a *Accounts) AlterNothing(stmt sqlparser.Statement, text string, ansiQuotes bool) (sqlparser.Statement, error) {
	s, ok := stmt.(*sqlparser.DDL)
	if !ok || s.Auth.AuthType != sqlparser.AuthType_ALTER_USER && s.Authentication == nil { // of one's own account the type says nothing
		return nil, nil //nolint:nilnil // it is another one
	}
	if s.Authentication != nil && *s.Authentication != (sqlparser.Authentication{}) {
		return nil, nil //nolint:nilnil // it names a password
	}
	if first, _, _ := words.Split(text, ansiQuotes); hasWord(first, ansiQuotes, "IDENTIFIED") {
		return nil, nil //nolint:nilnil // BY an empty password
	}
	if limits(s.AccountLimits) {
		return nil, errLimits()
	}
	names := []plan.UserName{{Name: s.User.Name, Host: s.User.Host, AnyHost: s.User.AnyHost}}
	n := a.statement("ALTER USER", func(ctx *sql.Context) error {
		found := names
		if s.IfExists {
			found = a.existing(names)
		}
		if err := a.mayChange(ctx, found...); err != nil {
			return err
		}
		return a.edit(ctx, "ALTER USER", found, func(*mysql_db.User) {})
	})
	return n.Statement(sqlparser.AuthType_CREATE_USER), nil
}

func errLimits() error {
	return sqlerr.NotSupportedYet("ALTER USER with limits or rules for passwords")
}

// require sets what an account asks of a connection, as the engine does for a new one.
func require(u *mysql_db.User, o *sqlparser.TLSOptions) {
	u.SslType, u.SslCipher, u.X509Issuer, u.X509Subject = "", "", "", ""
	if o == nil {
		return
	}
	switch {
	case o.Cipher != "" || o.Subject != "" || o.Issuer != "":
		u.SslType = "SPECIFIED"
	case o.X509:
		u.SslType = "X509"
	case o.SSL:
		u.SslType = "ANY"
	}
	u.SslCipher, u.X509Issuer, u.X509Subject = o.Cipher, o.Issuer, o.Subject
}

// beforeOptions is an ALTER USER up to what follows the password; empty if nothing does.
func beforeOptions(text string, ansiQuotes bool) string {
	s := words.Scanner{Text: text, AnsiQuotes: ansiQuotes}
	identified := false
	var last words.Token
	for w := s.Next(); w.Kind != words.End; w = s.Next() {
		switch {
		case w.Is(text, "IDENTIFIED"):
			identified = true
		case !identified:
		case w.Is(text, "REQUIRE"), w.Is(text, "PASSWORD") && !last.Is(text, "RANDOM"), w.Is(text, "ACCOUNT"),
			w.Is(text, "FAILED_LOGIN_ATTEMPTS"), w.Is(text, "PASSWORD_LOCK_TIME"), w.Is(text, "WITH") && !last.Is(text, "IDENTIFIED"):
			return text[:w.Start]
		}
		last = w
	}
	return ""
}

func hasWord(text string, ansiQuotes bool, word string) bool {
	s := words.Scanner{Text: text, AnsiQuotes: ansiQuotes}
	for w := s.Next(); w.Kind != words.End; w = s.Next() {
		if w.Is(text, word) {
			return true
		}
	}
	return false
}

// alterRoles is ALTER USER ... DEFAULT ROLE.
func (a *Accounts) alterRoles(accounts, roles string, ifExists bool) (sqlparser.Statement, error) {
	stmt, err := sqlparser.Parse("CREATE USER " + accounts)
	create, ok := stmt.(*sqlparser.CreateUser)
	if err != nil || !ok || len(create.Users) != 1 || create.Users[0].Auth1 != nil {
		return nil, nil //nolint:nilerr,nilnil // the parser says what is wrong
	}
	u := create.Users[0]
	return a.DefaultRoles("ALTER USER", roles, []plan.UserName{{Name: u.Name, Host: u.Host, AnyHost: u.AnyHost}}, ifExists)
}

// DefaultRoles is a statement that sets the roles which accounts have from their login on:
// NONE, ALL, or a list. An account has all that it is granted; what would leave some out is
// refused. It is nil if the list is none.
func (a *Accounts) DefaultRoles(text, roles string, of []plan.UserName, ifExists bool) (sqlparser.Statement, error) {
	kind := strings.ToUpper(strings.Trim(roles, " \t\r\n;"))
	var named []plan.UserName
	if kind != "ALL" && kind != "NONE" {
		stmt, err := sqlparser.Parse("CREATE USER u DEFAULT ROLE " + roles)
		create, ok := stmt.(*sqlparser.CreateUser)
		if err != nil || !ok {
			return nil, nil //nolint:nilerr,nilnil // the parser says what is wrong
		}
		for _, r := range create.DefaultRoles {
			named = append(named, plan.UserName{Name: r.Name, Host: r.Host, AnyHost: r.AnyHost})
		}
	}
	n := a.statement(text, func(ctx *sql.Context) error {
		found := a.existing(of)
		if len(found) < len(of) && !ifExists {
			return mysql.NewSQLError(sqlerr.ERCannotUser, sqlerr.StateGeneral, "Operation %s failed for %s", text, of[0].String("'"))
		}
		if err := a.mayChange(ctx, found...); err != nil {
			return err
		}
		for _, name := range found {
			granted := a.rolesOf(name)
			left := len(granted)
			for _, r := range named {
				if !granted[privilege.AccountKey(r)] {
					return mysql.NewSQLError(errRoleNotGranted, sqlerr.StateGeneral, "%s is not granted to %s", shown(r), shown(name))
				}
				left--
			}
			if kind != "ALL" && left > 0 {
				return sqlerr.NotSupportedYet("DEFAULT ROLE for some of the roles granted")
			}
		}
		return nil
	})
	return n.Statement(sqlparser.AuthType_CREATE_USER), nil
}

// shown is an account's name in MySQL's errors about roles.
func shown(name plan.UserName) string {
	key := privilege.AccountKey(name)
	return words.QuotedName(key.User) + "@" + words.QuotedName(key.Host)
}

// rolesOf are the roles that an account is granted.
func (a *Accounts) rolesOf(name plan.UserName) map[mysql_db.UserPrimaryKey]bool {
	roles := make(map[mysql_db.UserPrimaryKey]bool)
	of := privilege.AccountKey(name)
	reader := a.db().Reader()
	defer reader.Close()
	reader.VisitRoleEdges(func(e *mysql_db.RoleEdge) {
		if (mysql_db.UserPrimaryKey{User: e.ToUser, Host: e.ToHost}) == of {
			roles[mysql_db.UserPrimaryKey{User: e.FromUser, Host: e.FromHost}] = true
		}
	})
	return roles
}
