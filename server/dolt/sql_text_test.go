package dolt

import (
	"reflect"
	"strings"
	"testing"

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dfunctions"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dtablefunctions"
	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// TestTextsAreRunByTheServerAlone finds what Dolt runs on an engine of its own: a table
// function that has one, and the function that makes one.
func TestTextsAreRunByTheServerAlone(t *testing.T) {
	want := map[string]bool{dfunctions.JoinCostFuncName: true}
	for _, f := range dtablefunctions.DoltTableFunctions {
		of := reflect.TypeOf(f).Elem()
		for i := range of.NumField() {
			if of.Field(i).Type == reflect.TypeFor[*sqle.Engine]() {
				want[strings.ToLower(f.Name())] = true
			}
		}
	}
	if !reflect.DeepEqual(runsText, want) {
		t.Errorf("refused are %v, texts are run by %v", runsText, want)
	}
}

// TestStoredEventsBindNothing has Dolt load an event whatever its statement names.
func TestStoredEventsBindNothing(t *testing.T) {
	parse := func(query string) string {
		stmt, _, _, err := sql.DefaultMySQLParser.ParseWithOptions(t.Context(), query, ';', false, sqlparser.ParserOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if ddl, ok := stmt.(*sqlparser.DDL); ok && ddl.EventSpec != nil {
			return sqlparser.String(ddl.EventSpec.Body) + " " + query[ddl.SubStatementPositionStart:ddl.SubStatementPositionEnd]
		}
		return sqlparser.String(stmt)
	}
	for query, want := range map[string]string{
		"CREATE EVENT e ON SCHEDULE EVERY 1 HOUR DO INSERT INTO gone VALUES (1)":                 "select 1 INSERT INTO gone VALUES (1)",
		"CREATE EVENT e ON SCHEDULE EVERY 1 HOUR DO BEGIN DELETE FROM a.b; DELETE FROM c.d; END": "select 1 BEGIN DELETE FROM a.b; DELETE FROM c.d; END",
		"select a from b": "select a from b",
	} {
		if got := parse(query); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}
