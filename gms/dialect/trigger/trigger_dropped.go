package trigger

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// triggersOfDropped gives a DROP TABLE the triggers of its tables: not those of stored tables that
// temporary ones hide, and none whose own table is missing, which an earlier server left when it
// renamed one. The engine reads all triggers of the database, and fails at such a one.
func triggersOfDropped(ctx *sql.Context, n *plan.DropTable) (sql.Node, error) {
	var names []string
	var db sql.Database
	var triggers []definition.Trigger
	for _, t := range n.Tables {
		t, ok := t.(*plan.ResolvedTable)
		if !ok || t.SqlDatabase == nil || node.IsTemporary(t.UnderlyingTable()) {
			continue
		}
		if db != t.SqlDatabase {
			db = t.SqlDatabase
			var err error
			if triggers, err = definition.Triggers(ctx, db); err != nil {
				return nil, err //nolint:wrapcheck // it tells the same
			}
		}
		for i := range triggers {
			if strings.EqualFold(triggers[i].Table, t.Name()) {
				names = append(names, triggers[i].Name)
			}
		}
	}
	return n.WithTriggers(names), nil
}
