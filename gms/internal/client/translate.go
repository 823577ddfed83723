package client

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/amendment"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// Translate is a client's text in the words of the parser; false where they are the
// same.
func Translate(c *mysql.Conn, text string) (*words.Translation, bool) {
	if !words.MayDiffer(text) {
		return nil, false
	}
	return words.Translate(text, amendment.WordsMode(Mode(c)))
}

// Mode is the SQL mode of a client's session; of one that has run nothing yet that
// which it begins with.
func Mode(c *mysql.Conn) *sql.SqlMode {
	if session := Of(c.Conn).Session(); session != nil {
		return sql.LoadSqlMode(sql.NewContext(context.Background(), sql.WithSession(session)))
	}
	_, v, _ := sql.SystemVariables.GetGlobal(sql.SqlModeSessionVar)
	mode, _ := v.(string)
	return sql.NewSqlModeFromString(mode)
}
