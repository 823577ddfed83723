package sqltest_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"
)

// Definitions are made whatever stands before and behind them in a command of several statements, as
// files of migrations have them, and are kept as they were written.
func TestDefinitionsAmongStatements(t *testing.T) {
	db := open(t, dialSeveral(start(t)))
	db.SetMaxOpenConns(1)
	exec := func(query string) error {
		_, err := db.ExecContext(t.Context(), query)
		return err
	}
	if err := exec("CREATE DATABASE several; USE several; CREATE TABLE t (n INT PRIMARY KEY, s VARCHAR(20))"); err != nil {
		t.Fatal(err)
	}
	for kind, definition := range map[string]string{
		"TRIGGER":   "CREATE TRIGGER $ BEFORE INSERT ON t FOR EACH ROW SET NEW.s = UPPER(NEW.s)",
		"PROCEDURE": "CREATE PROCEDURE $() SELECT 'the end'",
		"FUNCTION":  "CREATE FUNCTION $() RETURNS VARCHAR(20) DETERMINISTIC RETURN 'the end'",
		"VIEW":      "CREATE VIEW $ AS SELECT 'the end'",
		"EVENT":     "CREATE EVENT $ ON SCHEDULE EVERY 1 DAY DO SELECT 'the end'",
	} {
		_, end, _ := strings.Cut(definition, map[bool]string{true: "ROW ", false: "the"}[kind == "TRIGGER"])
		for i, among := range []string{"%s", "\n\t %s\n", "SELECT 1; %s", "SELECT 1;\n\n%s", "SELECT 1;\n%s;\nSELECT 2", "SELECT 1;\r\n\t%s\r\n;\r\n", "SELECT 1;\n-- note\n%s\n; SELECT 2", "SELECT 1;\n/* note */ %s; SELECT 2;"} {
			name := fmt.Sprintf("%s%d", strings.ToLower(kind[:1]), i)
			if err := exec(fmt.Sprintf(among, strings.ReplaceAll(definition, "$", name))); err != nil {
				t.Errorf("%s among %q: %v", kind, among, err)
				continue
			}
			rows, err := db.QueryContext(t.Context(), "SHOW CREATE "+kind+" "+name)
			if err != nil {
				t.Errorf("%s among %q: %v", kind, among, err)
				continue
			}
			columns, err := rows.Columns()
			if err != nil {
				t.Fatal(err)
			}
			values, into := make([]sql.NullString, len(columns)), make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			kept := false
			for rows.Next() {
				if err := rows.Scan(into...); err != nil {
					t.Fatal(err)
				}
				for _, v := range values {
					kept = kept || strings.HasSuffix(v.String, end)
				}
			}
			if err := rows.Close(); err != nil || !kept {
				t.Errorf("%s among %q is kept as %v (%v)", kind, among, values, err)
			}
		}
	}
}
