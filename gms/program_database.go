package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/internal/sysschema"
)

// programDatabase is where the statements of a stored program run: in its own database,
// where MySQL finds the tables that they name without one. It is empty for the procedures
// of sys: they name all that is theirs, and what else they are told of is the caller's.
func programDatabase(schema, name string) string {
	if sysschema.FindProcedure(schema, name) != nil {
		return ""
	}
	return schema
}

// enterDatabase has a procedure run in its database; the engine would look for tables in
// the caller's, which leave puts back.
func (p *procedureRun) enterDatabase(ctx *sql.Context) (leave func()) {
	before := ctx.GetCurrentDatabase()
	if p.database == "" || strings.EqualFold(before, p.database) {
		return func() {}
	}
	ctx.SetCurrentDatabase(p.database)
	return func() { ctx.SetCurrentDatabase(before) }
}
