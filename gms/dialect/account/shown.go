package account

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql/mysql_db"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// CreateUser is the statement that makes an account what it is. The hash of a password is
// shown to who may read accounts.
func CreateUser(u *mysql_db.User, readable bool) string {
	rules := RulesOf(u)
	var b strings.Builder
	fmt.Fprintf(&b, "CREATE USER %s@%s IDENTIFIED WITH %s", words.QuotedName(u.User), words.QuotedName(u.Host), words.Quoted(u.Plugin))
	switch {
	case u.AuthString == "":
	case !readable:
		b.WriteString(" AS <secret>")
	case strings.ContainsFunc(u.AuthString, func(r rune) bool { return r < ' ' || r > '~' }):
		fmt.Fprintf(&b, " AS 0x%X", u.AuthString)
	default:
		b.WriteString(" AS " + words.Quoted(u.AuthString))
	}
	for i, role := range DefaultRolesOf(u) {
		if i == 0 {
			b.WriteString(" DEFAULT ROLE ")
		} else {
			b.WriteByte(',')
		}
		b.WriteString(privilege.QuotedAccount(role))
	}
	b.WriteString(" REQUIRE " + requirement(u))
	with := " WITH"
	for i, most := range [...]uint32{rules.Questions, rules.Updates, rules.Connections, rules.Sessions} {
		if most != 0 {
			fmt.Fprintf(&b, "%s %s %d", with, limitNames[i], most)
			with = ""
		}
	}
	b.WriteString(" PASSWORD EXPIRE")
	switch {
	case rules.Expired:
	case rules.Days == nil:
		b.WriteString(" DEFAULT")
	case *rules.Days == 0:
		b.WriteString(" NEVER")
	default:
		fmt.Fprintf(&b, " INTERVAL %d DAY", *rules.Days)
	}
	b.WriteString(" ACCOUNT ")
	if u.Locked {
		b.WriteString("LOCK")
	} else {
		b.WriteString("UNLOCK")
	}
	b.WriteString(" PASSWORD HISTORY ")
	if rules.History == nil {
		b.WriteString("DEFAULT")
	} else {
		fmt.Fprint(&b, *rules.History)
	}
	b.WriteString(" PASSWORD REUSE INTERVAL ")
	if rules.Reuse == nil {
		b.WriteString("DEFAULT")
	} else {
		fmt.Fprintf(&b, "%d DAY", *rules.Reuse)
	}
	b.WriteString(" PASSWORD REQUIRE CURRENT")
	switch {
	case rules.RequireCurrent == nil:
		b.WriteString(" DEFAULT")
	case !*rules.RequireCurrent:
		b.WriteString(" OPTIONAL")
	}
	if l := rules.Locking; l != nil {
		if l.Attempts != 0 {
			fmt.Fprintf(&b, " FAILED_LOGIN_ATTEMPTS %d", l.Attempts)
		}
		if l.Days == unbounded {
			b.WriteString(" PASSWORD_LOCK_TIME UNBOUNDED")
		} else if l.Days != 0 {
			fmt.Fprintf(&b, " PASSWORD_LOCK_TIME %d", l.Days)
		}
	}
	if text, ok := rules.Attribute(); ok {
		b.WriteString(" ATTRIBUTE " + words.Quoted(text))
	}
	return b.String()
}

// AttributeOf is what ATTRIBUTE and COMMENT have set of an account.
func (a *Accounts) AttributeOf(user, host string) (text string, ok bool) {
	u := a.account(mysql_db.UserPrimaryKey{User: user, Host: host})
	rules := RulesOf(u)
	return rules.Attribute()
}

// requirement is what an account asks of a connection.
func requirement(u *mysql_db.User) string {
	switch strings.ToUpper(u.SslType) {
	case "":
		return "NONE"
	case "ANY":
		return "SSL"
	case "X509":
		return "X509"
	}
	var list []string
	for _, part := range [...][2]string{{"SUBJECT", u.X509Subject}, {"ISSUER", u.X509Issuer}, {"CIPHER", u.SslCipher}} {
		if part[1] != "" {
			list = append(list, part[0]+" "+words.Quoted(part[1]))
		}
	}
	return strings.Join(list, " ")
}
