package gms_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
)

// With everything as it is by default, another session's statements have their
// stages after the fact, and while they run.
func TestProfileOfAnotherSessionByDefault(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, func(cfg *mysql.Config) { cfg.MultiStatements = true })
	shopTables(t, c)
	id := strconv.FormatUint(s.thread(t, c).ProcesslistID(), 10)
	rows(t, c, "SELECT n FROM line ORDER BY n")
	mustExec(t, c, "SELECT 1; SELECT 2")
	errorOf(t, c, "SELECT * FROM nowhere")
	stmt, err := c.PrepareContext(t.Context(), "SELECT ?")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stmt.Exec(5); err != nil {
		t.Fatal(err)
	}
	root := s.connectWith(t, nil)
	var texts []string
	for _, r := range rows(t, root, "SELECT SQL_TEXT, EVENT_ID, MIN(SEQ), MAX(SEQ) - COUNT(*), SUM(DURATION) > 0, COUNT(CPU_USER), MIN(STATE) FROM profiling.session_profiles WHERE PROCESSLIST_ID = "+id+
		" GROUP BY SQL_TEXT, EVENT_ID ORDER BY EVENT_ID") {
		texts = append(texts, r[0])
		if r[2] != "2" || r[3] != "1" || r[4] != "1" || r[5] != "0" {
			t.Errorf("%v", r)
		}
		if got := rows(t, root, "SHOW PROFILE SOURCE FOR CONNECTION "+id+" QUERY "+r[1]); len(got) < 2 || got[0][0] != "starting" || !strings.HasSuffix(got[0][3], ".go") {
			t.Errorf("by its event %s: %v", r[1], got)
		}
	}
	want := "SELECT n FROM line ORDER BY n; SELECT 1; SELECT 2; SELECT * FROM nowhere; SELECT ?; SELECT ?"
	if got := strings.Join(texts, "; "); !strings.HasSuffix(got, want) {
		t.Errorf("statements %s, want %s at the end", got, want)
	}
	for _, table := range []string{"events_stages_history", "events_stages_history_long", "events_stages_current"} {
		if got := rows(t, root, "SELECT * FROM performance_schema."+table); len(got) != 0 {
			t.Errorf("%s: %v", table, got)
		}
	}

	go c.ExecContext(t.Context(), "SELECT SLEEP(20)")
	for begun := false; !begun; {
		begun = len(rows(t, root, "SELECT 1 FROM performance_schema.threads WHERE PROCESSLIST_INFO = 'SELECT SLEEP(20)' AND PROCESSLIST_STATE = 'User sleep'")) == 1
	}
	if got := rows(t, root, "SHOW PROFILE FOR CONNECTION "+id); got[len(got)-1][0] != "User sleep" {
		t.Errorf("while it runs: %v", got)
	}
	mustExec(t, root, "KILL "+id)
	own := strconv.FormatUint(s.thread(t, root).ProcesslistID(), 10)
	rows(t, root, "SELECT 77")
	if got := rows(t, root, "SHOW PROFILE FOR CONNECTION "+own); len(got) == 0 || got[len(got)-1][0] != "cleaning up" {
		t.Errorf("the session's own: %v", got)
	}
}

func TestProfileOfAnotherSession(t *testing.T) {
	s := startServer(t, everythingOn(t))
	c := s.connectWith(t, nil)
	shopTables(t, c)
	id := strconv.FormatUint(s.thread(t, c).ProcesslistID(), 10)
	rows(t, c, "SELECT n FROM line ORDER BY n")
	root := s.connectWith(t, nil)
	var states []string
	for _, r := range rows(t, root, "SHOW PROFILE SOURCE FOR CONNECTION "+id) {
		states = append(states, r[0])
		if !strings.HasSuffix(r[3], ".go") {
			t.Errorf("source %v", r)
		}
	}
	if got := strings.Join(states, ","); !strings.HasPrefix(got, "starting,") || !strings.Contains(got, "Creating sort index") || !strings.HasSuffix(got, "cleaning up") {
		t.Errorf("stages %s", got)
	}
	for _, r := range rows(t, root, "SHOW PROFILE CPU FOR CONNECTION "+id) {
		if r[2] != "NULL" {
			t.Errorf("CPU time of a statement that was not profiled: %v", r)
		}
	}
	got := rows(t, root, "SELECT DISTINCT SQL_TEXT, QUERY_ID, EVENT_ID FROM profiling.session_profiles WHERE PROCESSLIST_ID = "+id+" AND STATE = 'Creating sort index'")
	if len(got) != 1 || got[0][0] != "SELECT n FROM line ORDER BY n" || got[0][1] != "NULL" {
		t.Fatalf("%v", got)
	}
	if n := len(rows(t, root, "SHOW PROFILE FOR CONNECTION "+id+" QUERY "+got[0][2])); n != len(states) {
		t.Errorf("by its event: %d stages of %d", n, len(states))
	}
	mustExec(t, c, "SET profiling = 1")
	rows(t, c, "SELECT 1")
	for _, r := range rows(t, root, "SHOW PROFILE CPU FOR CONNECTION "+id+" QUERY 1 LIMIT 1") {
		if r[0] != "starting" || r[2] == "NULL" {
			t.Errorf("a profiled statement: %v", r)
		}
	}
	if got := rows(t, root, "SHOW PROFILE FOR CONNECTION 99999"); len(got) != 0 {
		t.Errorf("a connection that is not there: %v", got)
	}
}

func TestProfilingNeedsProcess(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connectWith(t, nil)
	mustExec(t, root, "CREATE USER plain")
	mustExec(t, root, "CREATE USER watcher")
	mustExec(t, root, "GRANT PROCESS ON *.* TO watcher")
	plain, watcher := s.connect(t, "plain", ""), s.connect(t, "watcher", "")
	for _, q := range []string{"SELECT * FROM profiling.session_profiles", "SHOW PROFILE FOR CONNECTION 1"} {
		if number, state, message := errorOf(t, plain, q); number != 1227 || state != "42000" {
			t.Errorf("%s: %d (%s) %s", q, number, state, message)
		}
		rows(t, watcher, q)
	}
	rows(t, watcher, "USE profiling")
	if got := fmt.Sprint(rows(t, watcher, "SHOW TABLES")); !strings.Contains(got, "[session_profiles]") {
		t.Errorf("tables: %s", got)
	}
	for q, want := range map[string]uint16{
		"INSERT INTO profiling.session_profiles VALUES (1)":       1142,
		"DELETE FROM profiling.session_profiles":                  1142,
		"UPDATE profiling.session_profiles SET SEQ = 1":           1142,
		"TRUNCATE TABLE profiling.session_profiles":               1142,
		"DROP TABLE profiling.session_profiles":                   1142,
		"CREATE TABLE profiling.t (a INT)":                        1044,
		"DROP DATABASE profiling":                                 1044,
		"ALTER TABLE profiling.session_profiles ADD COLUMN b INT": 1044,
	} {
		if number, _, message := errorOf(t, root, q); number != want {
			t.Errorf("%s: %d %s, want %d", q, number, message, want)
		}
	}
	if got := rows(t, root, "SELECT DISTINCT ENGINE, TABLE_COMMENT <> '' FROM information_schema.tables WHERE TABLE_SCHEMA = 'profiling'"); fmt.Sprint(got) != "[[PERFORMANCE_SCHEMA 1]]" {
		t.Errorf("%v", got)
	}
}
