package temporarytable

import (
	"testing"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle"
	"github.com/dolthub/go-mysql-server/sql"
)

// Rows that are set are those that Dolt's table has from then on.
func TestRowsAreSet(t *testing.T) {
	if !temporaryRows.known {
		t.Fatal("Dolt's temporary table keeps its rows elsewhere")
	}
	table, rows := &temporaryTable{TempTable: new(sqle.TempTable)}, new(doltdb.Table)
	table.set(rows)
	if got, err := table.DoltTable(nil); err != nil || got != rows {
		t.Errorf("got %p, %v, want %p", got, err, rows)
	}
}

// Dolt's table is found in one of this package's, and other tables are read as they are.
func TestOf(t *testing.T) {
	plain := new(sqle.TempTable)
	other := struct{ sql.Table }{}
	if Of(plain) != plain || Of(&temporaryTable{TempTable: plain}) != plain || Of(other) != nil {
		t.Error("Dolt's table is not found, or found in another's")
	}
	if Read(other) != sql.Table(other) {
		t.Error("a table that is not temporary is not read as it is")
	}
	if read, ok := Read(&temporaryTable{TempTable: plain}).(*temporaryRead); !ok || read.TempTable == plain {
		t.Error("a temporary table is read without a copy")
	}
}
