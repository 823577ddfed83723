package effect

import (
	"context"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/kind"
)

// CommitsAtEnd says whether a statement commits at its end. One that changes rows
// within a transaction does not, and the engine takes back its changes alone.
func CommitsAtEnd(session sql.Session, query string) bool {
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
