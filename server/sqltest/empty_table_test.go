package sqltest_test

import (
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/view/catalog"
)

// What docs/tables.md says of a table without rows, on a server at rest, is why; of one
// that is said to be always empty it is so.
func TestEmptyTablesAreExplained(t *testing.T) {
	racetest.SkipAlone(t)
	db, err := dial(start(t))("root", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, table := range catalog.Tables() {
		var rows int
		if err := db.QueryRow("SELECT COUNT(*) FROM performance_schema." + table.Name).Scan(&rows); err != nil {
			t.Fatal(table.Name, err)
		}
		switch explained := table.Empty != "" || catalog.RowsWhen(table.Name) != ""; {
		case rows == 0 && !explained:
			t.Errorf("%s has no rows, and nothing says when it has", table.Name)
		case rows > 0 && table.Empty != "":
			t.Errorf("%s has %d rows and is said to be always empty", table.Name, rows)
		case table.Empty != "" && catalog.RowsWhen(table.Name) != "":
			t.Errorf("%s is always empty and has rows %s", table.Name, catalog.RowsWhen(table.Name))
		}
	}
}
