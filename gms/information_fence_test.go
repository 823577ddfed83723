package gms_test

import (
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
)

// TestInformationShowsNoMore has accounts with one privilege, none of which is on tables,
// read every table of information_schema, and ask for tables by SHOW: what they may not
// see is not there, and nothing fails for it.
func TestInformationShowsNoMore(t *testing.T) {
	racetest.SkipAlone(t)
	s := startServer(t, perfschema.Config{})
	root := s.connect(t, "root", "shop")
	mustExec(t, root, "CREATE TABLE hidden_table (hidden_column INT PRIMARY KEY, b INT, KEY hidden_key (b))")
	mustExec(t, root, "CREATE VIEW hidden_view AS SELECT * FROM hidden_table")
	mustExec(t, root, "CREATE TRIGGER hidden_trigger BEFORE INSERT ON hidden_table FOR EACH ROW SET NEW.b = 1")
	mustExec(t, root, "CREATE USER one@localhost")
	var names []string
	for _, r := range rows(t, root, "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'information_schema'") {
		if !strings.HasPrefix(strings.ToLower(r[0]), "innodb_") { // ask for PROCESS
			names = append(names, r[0])
		}
	}
	for _, on := range []string{
		"USAGE ON *.*", "PROCESS ON *.*", "CREATE USER ON *.*", "SHOW DATABASES ON *.*", "RELOAD ON *.*",
		"EXECUTE ON shop.*", "EVENT ON shop.*", "CREATE ROUTINE ON shop.*", "LOCK TABLES ON shop.*", "CREATE TEMPORARY TABLES ON shop.*",
	} {
		mustExec(t, root, "GRANT "+on+" TO one@localhost")
		one := s.connect(t, "one", "information_schema") // so that none is selected for views meanwhile
		for _, name := range names {
			for _, r := range rows(t, one, "SELECT * FROM information_schema."+name) {
				if text := strings.Join(r, " "); strings.Contains(text, "hidden_") && !strings.Contains(text, "information_schema") {
					t.Errorf("%s: %s has %s", on, name, text)
				}
			}
		}
		if strings.HasSuffix(on, "shop.*") {
			for _, statement := range []string{"SHOW TABLES FROM shop", "SHOW TABLE STATUS FROM shop"} {
				for _, r := range rows(t, one, statement) {
					t.Errorf("%s: %s has %v", on, statement, r)
				}
			}
			refusal{"SHOW CREATE TABLE shop.hidden_table", 1142, "42000", ""}.check(t, s, "one", "")
			refusal{"DESCRIBE shop.hidden_table", 1142, "42000", ""}.check(t, s, "one", "")
		}
		if !strings.HasPrefix(on, "USAGE") {
			mustExec(t, root, "REVOKE "+on+" FROM one@localhost")
		}
	}
}
