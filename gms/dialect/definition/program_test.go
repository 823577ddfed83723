package definition

import (
	"testing"

	"github.com/dolthub/vitess/go/vt/sqlparser"
)

func TestDefiner(t *testing.T) {
	for text, want := range map[string][2]string{
		"CREATE DEFINER = `ann`@`localhost` PROCEDURE p() SELECT 1": {"ann", "localhost"},
		"CREATE DEFINER = 'a@b'@'10.%' PROCEDURE p() SELECT 1":      {"a@b", "10.%"},
		"CREATE PROCEDURE p() SELECT 1":                             {"", "%"},
		"SELECT 1":                                                  {"", "%"},
		"CREATE DEFINER":                                            {"", "%"},
		"/*!50001 CREATE */ /*!50020 DEFINER=`r`@`h` */ /*!50003 PROCEDURE p() SELECT 1 */": {"r", "h"},
		"CREATE DEFINER = 'x\\'y' PROCEDURE p() SELECT 1":                                   {"x'y", "%"},
		"CREATE DEFINER = ''@h PROCEDURE p() what no parser knows":                          {"", "h"},
	} {
		if user, host := SplitDefiner(Definer(text, false)); [2]string{user, host} != want {
			t.Errorf("%s: %q@%q", text, user, host)
		}
	}
	if got := Definer(`CREATE DEFINER = "ann"@"h" PROCEDURE "p"() SELECT "a"`, true); got != "`ann`@`h`" {
		t.Errorf("with ANSI_QUOTES: %s", got)
	}
	for _, user := range []string{"ann", "", "a`b", "``", "a@b", "'x'", `"y'`, "root`@`localhost`/*", `\`} {
		text := "CREATE DEFINER = " + DefinerOf(user, "10.%") + " PROCEDURE p() SELECT 1"
		stmt, err := sqlparser.Parse(text)
		if err != nil {
			t.Fatalf("%q: %v", user, err)
		}
		for _, written := range []string{DefinerOf(user, "10.%"), Definer(text, false), stmt.(*sqlparser.DDL).ProcedureSpec.Definer} {
			if u, h := SplitDefiner(written); u != user || h != "10.%" {
				t.Errorf("%q is written %s, and read %q@%q", user, written, u, h)
			}
		}
	}
	if user, host := SplitDefiner("ann"); user != "ann" || host != "%" {
		t.Errorf("%q@%q", user, host)
	}
}

func TestTriggerOf(t *testing.T) {
	for text, want := range map[string][2]string{
		"CREATE TRIGGER t BEFORE INSERT ON item FOR EACH ROW SET @a = 1":                                          {"", "item"},
		"CREATE DEFINER = `ann`@`h` TRIGGER `shop`.`on` AFTER DELETE ON `shop`.`it``em` FOR EACH ROW SET @on = 1": {"`ann`@`h`", "it`em"},
		"CREATE DEFINER=ann TRIGGER t /* ON x */ AFTER DELETE ON shop . item FOR EACH ROW SET @on = 'ON y'":       {"`ann`@`%`", "item"},
	} {
		if definer, table, ok := TriggerOf(text, false); !ok || [2]string{definer, table} != want {
			t.Errorf("%s: %s, %s, %v", text, definer, table, ok)
		}
	}
	for _, text := range []string{"", "CREATE TRIGGER t", "CREATE TRIGGER t BEFORE INSERT ON"} {
		if _, _, ok := TriggerOf(text, false); ok {
			t.Errorf("%q is of a table", text)
		}
	}
}
