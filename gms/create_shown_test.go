package gms_test

import (
	"strings"
	"testing"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// SHOW CREATE TABLE is MySQL 9.7.4's text.
func TestShowCreateIsMySQLs(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connect(t, "root", "performance_schema")
	const end = ") ENGINE=PERFORMANCE_SCHEMA DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci"
	for name, lines := range map[string][]string{
		"setup_actors": {
			"`HOST` char(255) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL DEFAULT '%',",
			"`USER` char(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '%',",
			"`ROLE` char(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '%',",
			"`ENABLED` enum('YES','NO') NOT NULL DEFAULT 'YES',",
			"`HISTORY` enum('YES','NO') NOT NULL DEFAULT 'YES',",
			"PRIMARY KEY (`HOST`,`USER`,`ROLE`)", end,
		},
		"setup_objects": {
			"`OBJECT_TYPE` enum('EVENT','FUNCTION','PROCEDURE','TABLE','TRIGGER') NOT NULL DEFAULT 'TABLE',",
			"`OBJECT_SCHEMA` varchar(64) DEFAULT '%',",
			"`OBJECT_NAME` varchar(64) NOT NULL DEFAULT '%',",
			"`ENABLED` enum('YES','NO') NOT NULL DEFAULT 'YES',",
			"`TIMED` enum('YES','NO') NOT NULL DEFAULT 'YES',",
			"UNIQUE KEY `OBJECT` (`OBJECT_TYPE`,`OBJECT_SCHEMA`,`OBJECT_NAME`)", end,
		},
		"session_connect_attrs": {
			"`PROCESSLIST_ID` bigint unsigned NOT NULL,",
			"`ATTR_NAME` varchar(32) COLLATE utf8mb4_bin NOT NULL,",
			"`ATTR_VALUE` varchar(1024) COLLATE utf8mb4_bin DEFAULT NULL,",
			"`ORDINAL_POSITION` int DEFAULT NULL,",
			"PRIMARY KEY (`PROCESSLIST_ID`,`ATTR_NAME`)",
			") ENGINE=PERFORMANCE_SCHEMA DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin",
		},
		"global_variable_attributes": {
			"`VARIABLE_NAME` varchar(64) NOT NULL,", "`ATTR_NAME` varchar(32) NOT NULL,", "`ATTR_VALUE` varchar(1024) NOT NULL", end,
		},
		"events_errors_summary_global_by_error": {
			"`ERROR_NUMBER` int DEFAULT NULL,", "`ERROR_NAME` varchar(64) DEFAULT NULL,", "`SQL_STATE` varchar(5) DEFAULT NULL,",
			"`SUM_ERROR_RAISED` bigint unsigned NOT NULL,", "`SUM_ERROR_HANDLED` bigint unsigned NOT NULL,",
			"`FIRST_SEEN` timestamp NULL DEFAULT NULL,", "`LAST_SEEN` timestamp NULL DEFAULT NULL,",
			"UNIQUE KEY `ERROR_NUMBER` (`ERROR_NUMBER`)", end,
		},
	} {
		want := "CREATE TABLE `" + name + "` (\n  " + strings.Join(lines[:len(lines)-1], "\n  ") + "\n" + lines[len(lines)-1]
		if got := rows(t, c, "SHOW CREATE TABLE "+name)[0][1]; got != want {
			t.Errorf("SHOW CREATE TABLE %s gives\n%s\nwant\n%s", name, got, want)
		}
	}
}

// Of every table the text is a statement, with the columns and indexes of the table.
func TestShowCreateIsAStatement(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connect(t, "root", "performance_schema")
	for _, v := range catalog.Tables() {
		text := rows(t, c, "SHOW CREATE TABLE "+v.Name)[0][1]
		stmt, err := sqlparser.Parse(text)
		if err != nil {
			t.Errorf("%s: %v in %s", v.Name, err, text)
			continue
		}
		spec := stmt.(*sqlparser.DDL).TableSpec
		if len(spec.Columns) != len(v.Columns) || len(spec.Indexes) != len(v.Indexes) {
			t.Errorf("%s has %d columns and %d indexes, in the text %d and %d", v.Name, len(v.Columns), len(v.Indexes), len(spec.Columns), len(spec.Indexes))
			continue
		}
		for i, col := range v.Columns {
			got := spec.Columns[i]
			if got.Name.String() != col.Name || bool(got.Type.NotNull) == (col.Nullable || col.Unknown != "") {
				t.Errorf("%s.%s is %s in the text, NOT NULL %v", v.Name, col.Name, got.Name, got.Type.NotNull)
			}
		}
	}
}

// LOCK TABLES takes those tables that can be changed, and keeps nobody out.
func TestLockTablesOfPerformanceSchema(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connect(t, "root", "performance_schema")
	for _, v := range catalog.Tables() {
		for _, mode := range []string{"READ", "WRITE"} {
			statement := "LOCK TABLE " + v.Name + " " + mode
			if v.Access&view.AllowUpdate == 0 {
				if number, state, text := errorOf(t, c, statement); number != 1142 || state != "42000" {
					t.Errorf("%s: %d %s %s", statement, number, state, text)
				}
				continue
			}
			mustExec(t, c, statement)
			if got := rows(t, c, "SHOW WARNINGS"); len(got) != 0 {
				t.Errorf("%s warns %v", statement, got)
			}
			mustExec(t, c, "UNLOCK TABLES")
		}
	}
	var privileges []string
	for _, r := range rows(t, c, "SELECT DISTINCT PRIVILEGES FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'performance_schema'") {
		privileges = append(privileges, r[0])
	}
	if got := strings.Join(privileges, " "); got != "select,insert,update,references" {
		t.Errorf("information_schema.COLUMNS has the privileges %q", got)
	}
}
