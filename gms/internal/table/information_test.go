package table

import (
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// What a statement writes into a table of information_schema is its own, for every table:
// the race detector sees where it is not.
func TestInformationTablesAreApart(t *testing.T) {
	db := Apart(information_schema.NewInformationSchemaDatabase())
	if Apart(db) != db {
		t.Error("apart twice")
	}
	ctx := sql.NewEmptyContext()
	names, err := db.GetTableNames(ctx)
	if err != nil || len(names) < 50 {
		t.Fatalf("%d tables: %v", len(names), err)
	}
	catalog := analyzer.NewCatalog(memory.NewDBProvider(), sql.EngineOverrides{})
	done := make(chan error)
	for range 2 {
		go func() {
			done <- func() error {
				for _, name := range names {
					found, _, err := db.GetTableInsensitive(ctx, name)
					if err != nil {
						return err
					}
					if c, ok := found.(sql.CatalogTable); ok {
						c.AssignCatalog(catalog)
					}
					if r, ok := found.(interface {
						AssignProcedures(p map[string][]*plan.Procedure) sql.Table
					}); ok {
						r.AssignProcedures(nil)
					}
				}
				return nil
			}()
		}()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
