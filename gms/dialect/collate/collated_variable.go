package collate

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
)

// databaseVariable is a variable that tells of the selected database. Where none is, it
// tells of the server, and not of the engine.
func databaseVariable(ctx *sql.Context, v *expression.SystemVar) (sql.Expression, bool) {
	if ctx.GetCurrentDatabase() != "" || v.Collation != sql.Collation_Default ||
		!strings.EqualFold(v.Name, "collation_database") && !strings.EqualFold(v.Name, "character_set_database") {
		return v, false
	}
	value, err := ctx.GetSessionVariable(ctx, "collation_server")
	if err != nil {
		return v, false
	}
	name, _ := value.(string)
	collation, err := sql.ParseCollation("", name, false)
	if err != nil {
		return v, false
	}
	out := *v
	out.Collation = collation
	return &out, true
}
