package dolt

import (
	"fmt"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/go-mysql-server/sql"
)

// ReadDefinition reads the definition of a table that is about to be defined anew: see
// [gms.Contention]. Dolt keeps the first copy of a definition that it reads for all that ask
// later, and gives it to who has read it, who changes it: were that DROP INDEX, and it failed,
// the index would be there and yet be unknown.
func ReadDefinition(ctx *sql.Context, database, table string) error {
	session, ok := ctx.Session.(interface {
		GetRoots(ctx *sql.Context, database string) (doltdb.Roots, bool)
	})
	if !ok {
		return nil
	}
	roots, ok := session.GetRoots(ctx, database)
	if !ok {
		return nil
	}
	t, _, ok, err := doltdb.GetTableInsensitive(ctx, roots.Working, doltdb.TableName{Name: table})
	if err != nil || !ok {
		return err
	}
	if _, err := t.GetSchema(ctx); err != nil {
		return fmt.Errorf("the definition of %s.%s: %w", database, table, err)
	}
	return nil
}
