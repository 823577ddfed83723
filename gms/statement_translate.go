package gms

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/amendment"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/client"
)

// translate is a client's text in the words of the parser; false where they are the
// same.
func translate(c *mysql.Conn, text string) (*words.Translation, bool) {
	if !words.MayDiffer(text) {
		return nil, false
	}
	return words.Translate(text, amendment.WordsMode(clientMode(c)))
}

// clientMode is the SQL mode of a client's session; of one that has run nothing yet that
// which it begins with.
func clientMode(c *mysql.Conn) *sql.SqlMode {
	if session := client.Of(c.Conn).Session(); session != nil {
		return sql.LoadSqlMode(sql.NewContext(context.Background(), sql.WithSession(session)))
	}
	_, v, _ := sql.SystemVariables.GetGlobal(sql.SqlModeSessionVar)
	mode, _ := v.(string)
	return sql.NewSqlModeFromString(mode)
}
