package table

import (
	"slices"
	"strings"
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
	db := Apart(information_schema.NewInformationSchemaDatabase(), nil)
	if Apart(db, nil) != db {
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

// Tables of information_schema are called as MySQL's, in capitals, wherever they are listed,
// and found in any letters.
func TestInformationTablesHaveCapitals(t *testing.T) {
	ctx := sql.NewEmptyContext()
	db := Apart(WithRoutines(ctx, information_schema.NewInformationSchemaDatabase()), nil)
	names, err := db.GetTableNames(ctx)
	if err != nil || !slices.IsSorted(names) {
		t.Fatalf("%q: %v", names, err)
	}
	for _, name := range names {
		for _, asked := range []string{name, strings.ToLower(name)} {
			found, ok, err := listed{db}.GetTableInsensitive(ctx, asked)
			if err != nil || !ok || found.Name() != strings.ToUpper(name) {
				t.Errorf("%s: %v, %v", asked, ok, err)
			}
		}
	}
}
