package gms

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// refuse is a statement that gives an error as soon as it is planned.
func refuse(err error) sqlparser.Statement {
	return sqlparser.InjectedStatement{
		Auth:      sqlparser.AuthInformation{AuthType: sqlparser.AuthType_IGNORE},
		Statement: refused{err},
	}
}

// ansiQuotes says whether double quotes are around names in what a context
// parses.
func ansiQuotes(ctx context.Context) bool {
	c, ok := ctx.(*sql.Context)
	return ok && c != nil && sql.LoadSqlMode(c).AnsiQuotes()
}
