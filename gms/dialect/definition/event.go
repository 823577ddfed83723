package definition

import (
	"context"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// What an event does is looked at as a procedure's body is when the event is made, and bound
// when it runs: the engine would bind it as the statement of who makes the event, who needs
// no right to what it does, and execute nothing that it prepares.

// CheckEvent returns the error in the body of the event that a statement makes or changes, and
// removes the body from the tree; the engine stores the text.
func CheckEvent(ctx *sql.Context, catalog *analyzer.Catalog, stmt sqlparser.Statement, text string) error {
	ddl, ok := stmt.(*sqlparser.DDL)
	if !ok || ddl.EventSpec == nil || ddl.EventSpec.Body == nil {
		return nil
	}
	from, to := ddl.SubStatementPositionStart, ddl.SubStatementPositionEnd
	if catalog == nil || from < 0 || from >= to || to > len(text) {
		return nil
	}
	// What is read here is not what the client has sent: no statement is told of it.
	apart := sql.NewContext(context.Background(), sql.WithSession(ctx.Session))
	b := planbuilder.New(apart, catalog, nil)
	b.DisableAuth()
	b.SetParserOptions(sql.LoadSqlMode(ctx).ParserOptions())
	if _, _, _, _, err := b.Parse("CREATE PROCEDURE information_schema.body() "+strings.TrimSpace(text[from:to]), nil, false); err != nil {
		return err
	}
	ddl.EventSpec.Body = &sqlparser.BeginEndBlock{}
	return nil
}
