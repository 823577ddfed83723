package gms

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"

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

// prepares is the text that a client has prepared, in the words of the parser, of which
// it notes the parameters.
func (h *handler) prepares(c *mysql.Conn, query string, prepare *mysql.PrepareData) (string, error) {
	if w := wireOf(c.Conn); w != nil {
		query = w.held.TextOf(query)
	}
	if t, ok := translate(c, query); ok {
		query = t.Text
	}
	if prepare == nil {
		return query, nil
	}
	ansi := clientMode(c).AnsiQuotes()
	query, err := amendment.OneStatement(query, ansi)
	if err != nil {
		return query, err
	}
	prepare.PrepareStmt = query
	n := words.Parameters(query, ansi)
	if n > amendment.MaxParameters {
		return query, amendment.TooManyParameters()
	}
	prepare.ParamsCount, prepare.ParamsType, prepare.BindVars = uint16(n), nil, nil
	if n > 0 {
		prepare.ParamsType, prepare.BindVars = make([]int32, n), make(map[string]*querypb.BindVariable, n)
	}
	return query, nil
}
