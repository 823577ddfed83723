package gms_test

import (
	"fmt"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
)

// TestCharacterSets: of a character set that the engine cannot write, whatever names it,
// the client is told so, and goes on.
func TestCharacterSets(t *testing.T) {
	const unknownSet, unknownCollation, notSupported, wrongCollation = 1115, 1273, 1235, 1253
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE text (a VARCHAR(9))")
	mustExec(t, c, "INSERT INTO text VALUES ('x')")
	sets := sql.NewCharacterSetsIterator()
	for set, more := sets.Next(); more; set, more = sets.Next() {
		if set.Encoder != nil {
			continue
		}
		name, collation := set.Name, set.DefaultCollation.Name()
		for query, want := range map[string]uint16{
			"SET NAMES " + name: unknownSet,
			"SET NAMES '" + name + "' COLLATE '" + collation + "'":     unknownSet,
			"SET CHARACTER SET " + name:                                unknownSet,
			"SET character_set_results = " + name:                      unknownSet,
			"SET character_set_client = '" + name + "'":                unknownSet,
			"SET SESSION character_set_connection = " + name:           unknownSet,
			"SET collation_connection = " + collation:                  unknownCollation,
			"SELECT CONVERT(a USING " + name + ") FROM text":           unknownSet,
			"CREATE TABLE " + name + " (a VARCHAR(9)) CHARSET " + name: unknownSet,
			"CREATE DATABASE " + name + "_base CHARACTER SET " + name:  unknownSet,
			"ALTER DATABASE shop CHARACTER SET " + name:                unknownSet,
			"SELECT _" + name + " x'61'":                               notSupported,
			"SELECT 'a' COLLATE " + collation:                          wrongCollation,
		} {
			if number, _, message := errorOf(t, c, query); number != want {
				t.Errorf("%s: %d %s, want %d", query, number, message, want)
			}
			mustExec(t, c, "SET NAMES utf8mb4")
			if got := fmt.Sprint(rows(t, c, "SELECT a, UPPER(a) FROM text")); got != "[[x X]]" {
				t.Fatalf("after %s: %s", query, got)
			}
		}
	}
	for _, query := range []string{"SET GLOBAL character_set_server = gbk", "SET GLOBAL character_set_results = gbk", "SET PERSIST_ONLY character_set_server = gbk"} {
		if number, _, message := errorOf(t, c, query); number != unknownSet {
			t.Errorf("%s: %d %s", query, number, message)
		}
	}
	mustExec(t, c, "CREATE TABLE kept (a VARCHAR(9))")
	for _, query := range []string{
		"CREATE PROCEDURE p() SELECT CONVERT('a' USING gbk)", "CREATE PROCEDURE p() BEGIN IF 1 THEN SET @a = CONVERT('a' USING gbk); END IF; END",
		"CREATE VIEW v AS SELECT CONVERT(a USING gbk) AS b FROM text",
		"CREATE TABLE d (a INT, b VARCHAR(9) DEFAULT (CONVERT('a' USING gbk)))",
		"CREATE TABLE d (a VARCHAR(9), b VARCHAR(9) AS (CONVERT(a USING gbk)) STORED)",
		"CREATE TABLE d (a VARCHAR(9), CONSTRAINT c CHECK (CONVERT(a USING gbk) = 'x'))",
		"CREATE TABLE d AS SELECT CONVERT('a' USING gbk)",
		"ALTER TABLE kept ADD COLUMN b VARCHAR(9) DEFAULT (CONVERT('a' USING gbk))",
		"ALTER TABLE kept ALTER COLUMN a SET DEFAULT (CONVERT('a' USING gbk))",
		"ALTER TABLE kept ADD CONSTRAINT c CHECK (CONVERT(a USING gbk) = 'x')",
		"CREATE TRIGGER tr BEFORE INSERT ON kept FOR EACH ROW SET NEW.a = CONVERT('a' USING gbk)",
		"CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO SELECT CONVERT('a' USING gbk)",
		"PREPARE s FROM \"SELECT CONVERT('a' USING gbk)\"", "SELECT CONVERT(CONCAT(CONVERT('a' USING gbk), 'b') USING utf8mb4)",
		"UPDATE text SET a = CONVERT(a USING gbk)", "SET @a = CONVERT('a' USING gbk)", "SELECT (SELECT CONVERT(a USING gbk) FROM text)",
	} {
		if number, _, message := errorOf(t, c, query); number != unknownSet {
			t.Errorf("%s: %d %s", query, number, message)
		}
	}
	mustExec(t, c, "INSERT INTO kept VALUES ('x')")
	if got := s.panicsCaught(t, c); got != 0 {
		t.Errorf("%d panics", got)
	}
}

// A database is not made of a character set that the engine knows by name alone, nor changed
// to one: no table could be made in it.
func TestDatabasesOfCharacterSets(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connect(t, "root", "shop")
	for query, want := range map[string]uint16{
		"CREATE DATABASE d CHARACTER SET gbk": 1115, "CREATE DATABASE d COLLATE gbk_chinese_ci": 1273,
		"ALTER DATABASE shop CHARACTER SET gbk": 1115, "ALTER DATABASE shop CHARSET = 'sjis'": 1115,
		"ALTER DATABASE shop COLLATE gbk_chinese_ci": 1273, "ALTER DATABASE CHARACTER SET gbk": 1115,
		"ALTER DATABASE shop CHARACTER SET utf8mb4 COLLATE cp1251_bin": 1273,
	} {
		if number, _, message := errorOf(t, c, query); number != want {
			t.Errorf("%s: %d %s", query, number, message)
		}
	}
	mustExec(t, c, "ALTER DATABASE shop CHARACTER SET latin1")
	mustExec(t, c, "CREATE TABLE made (a VARCHAR(9))")
}
