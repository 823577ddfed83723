package client

import (
	"context"

	"github.com/dolthub/go-mysql-server/server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
)

// TellCollation has a session compare its texts by the collation that its client named
// when it connected, as most drivers do without being asked. The engine forgets it.
func TellCollation(build server.SessionBuilder) server.SessionBuilder {
	return func(ctx context.Context, c *mysql.Conn, addr string) (sql.Session, error) {
		session, err := build(ctx, c, addr)
		if err != nil || session == nil {
			return session, err
		}
		if name := NamedCollation(c.CharacterSet); name != "" {
			if err := session.SetSessionVariable(sql.NewContext(ctx, sql.WithSession(session)), "collation_connection", name); err != nil {
				return nil, err
			}
		}
		return session, nil
	}
}

// NamedCollation is the collation of utf8mb4 that has a number, nothing for the default of
// the server, for others than utf8mb4, in which every text is sent here, and for those
// that the engine cannot compare by.
func NamedCollation(number uint8) string {
	collation := sql.CollationID(number)
	switch {
	case collation == sql.Collation_utf8mb4_0900_ai_ci || collation.Name() == "":
		return ""
	case collation.CharacterSet() != sql.CharacterSet_utf8mb4 || collation.Sorter() == nil:
		return ""
	}
	return collation.Name()
}
