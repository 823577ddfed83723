package column

import (
	"testing"

	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// The parser's numbers for UNIQUE of a column are those that the rule knows.
func TestUniqueOfColumn(t *testing.T) {
	for text, want := range map[string]bool{
		"CREATE TABLE t (a INT UNIQUE)":      true,
		"CREATE TABLE t (a INT UNIQUE KEY)":  true,
		"CREATE TABLE t (a INT)":             false,
		"CREATE TABLE t (a INT KEY)":         false,
		"CREATE TABLE t (a INT PRIMARY KEY)": false,
	} {
		stmt, err := sqlparser.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := isUnique(stmt.(*sqlparser.DDL).TableSpec.Columns[0]); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
