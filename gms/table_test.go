package gms_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

func TestTablesAreMySQLs(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	c := startServer(t, perfschema.Config{}).connect(t, "root", "")
	var names []string
	for _, v := range catalog.Tables() {
		names = append(names, v.Name)
	}
	var shown []string
	for _, r := range rows(t, c, "SHOW TABLES FROM Performance_Schema") {
		shown = append(shown, r[0])
	}
	if !slices.Equal(names, shown) {
		t.Errorf("SHOW TABLES gives %v, want %v", shown, names)
	}
	for _, v := range catalog.Tables() {
		got := rows(t, c, "SELECT COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE FROM information_schema.COLUMNS"+
			" WHERE TABLE_SCHEMA = 'performance_schema' AND TABLE_NAME = '"+v.Name+"' ORDER BY ORDINAL_POSITION")
		if len(got) != len(v.Columns) {
			t.Errorf("%s has %d columns, want %d", v.Name, len(got), len(v.Columns))
			continue
		}
		for i, col := range v.Columns {
			null := "NO"
			if col.Nullable || col.Unknown != "" {
				null = "YES"
			}
			want := []string{col.Name, col.Type, null}
			if !slices.Equal(got[i], want) {
				t.Errorf("%s: column %q, want %q", v.Name, got[i], want)
			}
		}
	}
}

func TestEveryTableCanBeRead(t *testing.T) {
	for _, off := range []bool{false, true} {
		t.Run(fmt.Sprintf("off=%t", off), func(t *testing.T) {
			c := startServer(t, perfschema.Config{Off: off}).connect(t, "root", "performance_schema")
			for _, v := range catalog.Tables() {
				got := rows(t, c, "SELECT * FROM `"+strings.ToUpper(v.Name)+"` LIMIT 3")
				if off && v.Access&view.AlwaysOn == 0 && len(got) != 0 {
					t.Errorf("%s has rows while the Performance Schema is off: %q", v.Name, got)
				}
			}
		})
	}
}

func TestDatabaseIsListed(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connect(t, "root", "PERFORMANCE_schema")
	var names []string
	for _, r := range rows(t, c, "SHOW DATABASES") {
		names = append(names, r[0])
	}
	if !slices.Contains(names, "performance_schema") || !slices.Contains(names, "shop") {
		t.Errorf("SHOW DATABASES gives %v", names)
	}
	if got := rows(t, c, "SELECT ENABLED FROM setup_actors"); len(got) != 1 {
		t.Errorf("setup_actors through the default database: %q", got)
	}
	for _, q := range []string{
		"SHOW TRIGGERS", "SHOW PROCEDURE STATUS", "SHOW TABLE STATUS", "SHOW INDEX FROM threads",
		"SELECT * FROM information_schema.VIEWS", "SELECT * FROM information_schema.ROUTINES",
		"SELECT * FROM information_schema.STATISTICS", "SELECT * FROM information_schema.EVENTS",
	} {
		rows(t, c, q)
	}
	if got := rows(t, c, "SHOW EVENTS"); len(got) != 0 {
		t.Errorf("SHOW EVENTS: %q", got)
	}
}

func TestShowCreateTable(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connect(t, "root", "")
	got := rows(t, c, "SHOW CREATE TABLE performance_schema.setup_actors")[0][1]
	for _, want := range []string{
		"`HOST` char(255) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL DEFAULT '%'",
		"`USER` char(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '%'",
		"`ENABLED` enum('YES','NO') NOT NULL DEFAULT 'YES'",
		"PRIMARY KEY (`HOST`,`USER`,`ROLE`)",
		"ENGINE=PERFORMANCE_SCHEMA",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	mustExec(t, c, "CREATE TABLE shop.setup_actors (i INT) COMMENT 'mine'")
	engines := rows(t, c, "SELECT TABLE_SCHEMA, ENGINE FROM information_schema.TABLES WHERE TABLE_NAME = 'setup_actors' ORDER BY 1")
	if fmt.Sprint(engines) != "[[performance_schema PERFORMANCE_SCHEMA] [shop InnoDB]]" {
		t.Errorf("information_schema.TABLES: %v", engines)
	}
	if got := rows(t, c, "SHOW CREATE TABLE shop.setup_actors")[0][1]; !strings.Contains(got, "ENGINE=InnoDB") {
		t.Errorf("a table of the same name elsewhere: %s", got)
	}
}

func TestDescribe(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connect(t, "root", "performance_schema")
	for _, query := range []string{"DESCRIBE setup_actors", "SHOW COLUMNS FROM performance_schema.setup_actors"} {
		got := fmt.Sprint(rows(t, c, query))
		want := "[[HOST char(255) NO PRI % ] [USER char(32) NO PRI % ] [ROLE char(32) NO PRI % ]" +
			" [ENABLED enum('YES','NO') NO  YES ] [HISTORY enum('YES','NO') NO  YES ]]"
		if got != want {
			t.Errorf("%s gives %s, want %s", query, got, want)
		}
	}
	for _, v := range catalog.Tables() {
		got := rows(t, c, "DESC "+v.Name)
		for i, col := range v.Columns {
			if want := col.Type; got[i][1] != want {
				t.Errorf("%s.%s is a %s, want %s", v.Name, col.Name, got[i][1], want)
			}
		}
	}
	if got := rows(t, c, "SHOW FULL COLUMNS FROM setup_threads LIKE 'NAM%'"); len(got) != 1 || got[0][1] != "varchar(128)" {
		t.Errorf("SHOW FULL COLUMNS ... LIKE: %q", got)
	}
}

func TestWrites(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connect(t, "root", "performance_schema")
	steps := []struct {
		statement string
		affected  int64
		check     string
		want      string
	}{
		{"UPDATE setup_consumers SET ENABLED = 'YES' WHERE NAME = 'events_stages_current'", 1,
			"SELECT ENABLED FROM setup_consumers WHERE NAME = 'events_stages_current'", "[[YES]]"},
		{"UPDATE setup_consumers SET ENABLED = 'YES' WHERE NAME = 'events_stages_current'", 0,
			"SELECT COUNT(*) FROM setup_consumers WHERE NAME LIKE 'events\\_stages%' AND ENABLED = 'YES'", "[[1]]"},
		{"UPDATE setup_consumers SET NAME = NAME", 0, "SELECT COUNT(*) FROM setup_consumers", "[[16]]"},
		{"UPDATE setup_instruments SET ENABLED = 'NO', TIMED = 'NO' WHERE NAME = 'transaction'", 1,
			"SELECT ENABLED, TIMED FROM setup_instruments WHERE NAME = 'transaction'", "[[NO NO]]"},
		{"INSERT INTO setup_actors (USER) VALUES ('bob'), ('eve')", 2,
			"SELECT * FROM setup_actors WHERE USER = 'bob'", "[[% bob % YES YES]]"},
		{"UPDATE setup_actors SET HISTORY = 'NO' WHERE USER = 'bob'", 1,
			"SELECT HISTORY FROM setup_actors WHERE HOST = '%' AND USER = 'bob' AND ROLE = '%'", "[[NO]]"},
		{"DELETE FROM setup_actors WHERE USER = 'bob'", 1, "SELECT COUNT(*) FROM setup_actors", "[[2]]"},
		{"DELETE FROM setup_actors", 2, "SELECT COUNT(*) FROM setup_actors", "[[0]]"},
		{"INSERT INTO setup_objects (OBJECT_TYPE, OBJECT_SCHEMA) VALUES ('TABLE', 'shop')", 1,
			"SELECT OBJECT_NAME, ENABLED, TIMED FROM setup_objects WHERE OBJECT_TYPE = 'TABLE' AND OBJECT_SCHEMA = 'shop'", "[[% YES YES]]"},
		{"TRUNCATE TABLE setup_objects", -1, "SELECT COUNT(*) FROM setup_objects", "[[0]]"},
		{"TRUNCATE TABLE events_statements_summary_by_digest", 0, "SELECT 1", "[[1]]"},
	}
	for _, s := range steps {
		result, err := c.ExecContext(t.Context(), s.statement)
		if err != nil {
			t.Fatalf("%s: %v", s.statement, err)
		}
		if n, _ := result.RowsAffected(); s.affected >= 0 && n != s.affected {
			t.Errorf("%s: %d rows affected, want %d", s.statement, n, s.affected)
		}
		if got := fmt.Sprint(rows(t, c, s.check)); got != s.want {
			t.Errorf("%s: %s gives %s, want %s", s.statement, s.check, got, s.want)
		}
	}
}

// With several databases in one statement, each table is its own.
func TestJoinWithUserTable(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE wanted (name VARCHAR(64) PRIMARY KEY)")
	mustExec(t, c, "INSERT INTO wanted VALUES ('transaction'), ('statement/abstract/Query'), ('nonsense')")
	got := fmt.Sprint(rows(t, c, "SELECT i.NAME, i.ENABLED FROM wanted w JOIN performance_schema.setup_instruments i ON i.NAME = w.name ORDER BY 1"))
	if want := "[[statement/abstract/Query YES] [transaction YES]]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPreparedAndViews(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connect(t, "root", "shop")
	var enabled string
	query := "SELECT ENABLED FROM performance_schema.setup_consumers WHERE NAME = ?"
	if err := c.QueryRowContext(t.Context(), query, "thread_instrumentation").Scan(&enabled); err != nil || enabled != "YES" {
		t.Errorf("prepared: %q, %v", enabled, err)
	}
	result, err := c.ExecContext(t.Context(), "UPDATE performance_schema.setup_consumers SET ENABLED = ? WHERE NAME = ?", "NO", "thread_instrumentation")
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := result.RowsAffected(); n != 1 {
		t.Errorf("prepared update: %d rows", n)
	}
	mustExec(t, c, "CREATE VIEW switched_off AS SELECT NAME FROM performance_schema.setup_consumers WHERE ENABLED = 'NO'")
	if got := fmt.Sprint(rows(t, c, "SELECT * FROM switched_off WHERE NAME LIKE 'thread%'")); got != "[[thread_instrumentation]]" {
		t.Errorf("view: %s", got)
	}
}

// Times are shown in the session's time zone, as NOW() is.
func TestSessionTimeZone(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connect(t, "root", "performance_schema")
	mustExec(t, c, "SET time_zone = '+05:00'")
	got := rows(t, c, "SELECT ABS(TIMESTAMPDIFF(MINUTE, LAST_SEEN, NOW())) FROM events_statements_summary_by_digest"+
		" WHERE DIGEST = STATEMENT_DIGEST('SET time_zone = 0')")
	if fmt.Sprint(got) != "[[0]]" {
		t.Errorf("minutes between LAST_SEEN and NOW(): %v", got)
	}
}
