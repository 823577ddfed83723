package gms

import (
	"context"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/gms/dialect/kind"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/client"
)

// statementError is the client's error of a statement. One that could not be
// committed for want of room has its transaction rolled back: the engine keeps
// the changes in the session, which would see them, and commit them with the next
// statement for which there is room.
func (h errorHandler) statementError(c *mysql.Conn, query string, err error) error {
	if err == nil {
		return nil
	}
	defer client.EndAlone(c)
	err = h.clientError(c, query, h.loses(c, err))
	if sent, ok := err.(*mysql.SQLError); !ok || sent.Num != sqlerr.ERDiskFull { //nolint:errorlint // as it is sent
		return err
	}
	if session := client.Of(c.Conn).Session(); session != nil && wasCommitting(session, query) {
		if failed := rollBack(session); failed != nil {
			logrus.Errorf("connection %d: rolling back what there was no room for: %v", c.ConnectionID, failed)
		}
	}
	return err
}

// wasCommitting says whether a statement commits at its end. One that changes rows
// within a transaction does not, and the engine takes back its changes alone.
func wasCommitting(session sql.Session, query string) bool {
	autocommit, err := plan.IsSessionAutocommit(sql.NewContext(context.Background(), sql.WithSession(session)))
	if err != nil || autocommit && !session.GetIgnoreAutoCommit() {
		return true
	}
	switch kind := kind.OfWords(query); kind {
	case "load", "call_procedure", "select":
		return false
	default:
		return !strings.HasPrefix(kind, "insert") && !strings.HasPrefix(kind, "replace") && !strings.HasPrefix(kind, "update") && !strings.HasPrefix(kind, "delete")
	}
}
