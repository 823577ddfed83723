package syntax

import (
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// TakeOwnAccount passes over CURRENT_USER or USER(), which name the session's account; false
// if another token comes next.
func (t *Tokens) TakeOwnAccount() bool {
	return t.Take("CURRENT_USER", "(", ")") || t.Take("CURRENT_USER") || t.Take("USER", "(", ")")
}

// ExpectAccount passes over the name of an account or a role.
func (t *Tokens) ExpectAccount() (key mysql_db.UserPrimaryKey, err error) {
	if key.User, err = t.accountPart(); err != nil {
		return key, err
	}
	key.Host = "%"
	if t.Take("@") {
		key.Host, err = t.accountPart()
		return key, err
	}
	if next := t.Peek(); len(next) > 1 && next[0] == '@' { // without quotes it is read as a variable
		t.Next()
		key.Host = next[1:]
	}
	return key, nil
}

// accountPart passes over one half of it.
func (t *Tokens) accountPart() (string, error) {
	text := t.Peek()
	if len(text) > 1 && (text[0] == '\'' || text[0] == '"') {
		kind, name := sqlparser.NewStringTokenizer(text).Scan()
		if kind != sqlparser.STRING {
			return "", t.Unexpected()
		}
		t.Next()
		return string(name), nil
	}
	return t.ExpectName()
}
