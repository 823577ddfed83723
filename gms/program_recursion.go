package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/record"
)

// errRecursionLimit is ER_SP_RECURSION_LIMIT.
const errRecursionLimit = 1456

// recursion gives the error of a procedure that is called while it runs, more
// often than max_sp_recursion_depth allows; that is 0 unless somebody sets it.
func (p *programs) recursion(ctx *sql.Context, schema, name string) error {
	depth := int64(0)
	for c := p.call; c != nil; c = c.caller {
		if c.owner.OwnerType == string(record.ProgramProcedure) && strings.EqualFold(c.owner.OwnerName, name) && strings.EqualFold(c.owner.OwnerSchema, schema) {
			depth++
		}
	}
	if depth == 0 {
		return nil
	}
	limit := int64(0)
	if v, err := ctx.GetSessionVariable(ctx, "max_sp_recursion_depth"); err == nil {
		limit, _ = v.(int64)
	}
	if depth > limit {
		return mysql.NewSQLError(errRecursionLimit, sqlerr.StateGeneral,
			"Recursive limit %d (as set by the max_sp_recursion_depth variable) was exceeded for routine %s", limit, name)
	}
	return nil
}
