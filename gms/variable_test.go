package gms_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/dolthub/go-mysql-server/server"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
)

func TestShowVariables(t *testing.T) {
	sizes := perfschema.DefaultSizes()
	sizes.Digests = 321
	s := startServer(t, perfschema.Config{Sizes: sizes})
	c := s.connect(t, "root", "")
	shown := make(map[string]string)
	for _, of := range []string{"performance_schema%", "profiling%", "max_digest_length"} {
		for _, r := range rows(t, c, "SHOW VARIABLES LIKE '"+of+"'") {
			shown[r[0]] = r[1]
		}
	}
	for _, v := range perfschema.Variables() {
		n, _ := s.schema.VariableValue(v.Name)
		want := strconv.FormatInt(n, 10)
		if v.Bool {
			want = []string{"OFF", "ON"}[n]
		}
		if shown[v.Name] != want {
			t.Errorf("%s is shown as %q, want %q", v.Name, shown[v.Name], want)
		}
		if got := rows(t, c, "SELECT @@"+v.Name)[0][0]; got != strconv.FormatInt(n, 10) {
			t.Errorf("SELECT @@%s gives %s, want %d", v.Name, got, n)
		}
	}
	if shown["performance_schema_digests_size"] != "321" || shown["performance_schema"] != "ON" {
		t.Errorf("not the configured values: %v", shown)
	}
	got := rows(t, c, "SELECT VARIABLE_VALUE FROM performance_schema.global_variables WHERE VARIABLE_NAME = 'PERFORMANCE_SCHEMA_digests_size'")
	if fmt.Sprint(got) != "[[321]]" {
		t.Errorf("global_variables: %v", got)
	}
	if got := rows(t, c, "SELECT VARIABLE_VALUE FROM performance_schema.session_variables WHERE VARIABLE_NAME = 'version'"); len(got) != 1 {
		t.Errorf("session_variables: %v", got)
	}
}

// SHOW VARIABLES finds variables by their values, as they are shown.
func TestShowVariablesByValue(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "")
	// A number to its first letters, as one server_uuid in a hundred is.
	mustExec(t, c, "SET GLOBAL init_connect = '63e41234-ab'")
	defer mustExec(t, c, "SET GLOBAL init_connect = ''")
	for _, test := range []struct{ query, want string }{
		{"SHOW GLOBAL VARIABLES WHERE Value > 1e300 AND Variable_name LIKE 'init_con%'", "[[init_connect 63e41234-ab]]"},
		{"SHOW GLOBAL VARIABLES WHERE 1024 = Value AND Variable_name = 'max_digest_length'", "[[max_digest_length 1024]]"},
		{"SHOW VARIABLES WHERE Value = 'ON' AND Variable_name LIKE 'autoc%'", "[[autocommit ON]]"},
		{"SHOW VARIABLES WHERE `value` = 'OFF' AND variable_name = 'autocommit'", "[]"},
		{"SHOW GLOBAL VARIABLES WHERE Variable_name IN ('autocommit', 'performance_schema') AND Value <> ''", "[[autocommit ON] [performance_schema ON]]"},
		{"SHOW VARIABLES WHERE Value > 1023 AND Variable_name = 'max_digest_length'", "[[max_digest_length 1024]]"},
		{"SHOW VARIABLES WHERE Variable_name = 'autocommit' OR Value LIKE '%<nil>%'", "[[autocommit ON]]"},
	} {
		got, err := tryRows(t.Context(), c, test.query)
		if err != nil || fmt.Sprint(got) != test.want {
			t.Errorf("%s gives %v, %v; want %s", test.query, got, err, test.want)
		}
	}
	mustExec(t, c, "SET autocommit = 0")
	if got := fmt.Sprint(rows(t, c, "SHOW VARIABLES WHERE Value = 'OFF' AND Variable_name = 'autocommit'")); got != "[[autocommit OFF]]" {
		t.Errorf("of the session: %s", got)
	}
}

func TestSetVariables(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "")
	mustExec(t, c, "SET GLOBAL performance_schema_max_digest_sample_age = 7")
	for name, want := range map[string]int64{"performance_schema_max_digest_sample_age": 7} {
		if got, _ := s.schema.VariableValue(name); got != want {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
		if got := rows(t, c, "SELECT @@GLOBAL."+name)[0][0]; got != strconv.FormatInt(want, 10) {
			t.Errorf("SELECT @@GLOBAL.%s gives %s, want %d", name, got, want)
		}
	}
	for _, r := range []refusal{
		{"SET GLOBAL performance_schema_digests_size = 5", 1238, "HY000", "read only variable"},
		{"SET SESSION performance_schema_digests_size = 5", 1238, "HY000", "read only variable"},
		{"SET GLOBAL performance_schema = OFF", 1238, "HY000", "read only variable"},
		{"SET SESSION performance_schema_max_digest_sample_age = 5", 1229, "HY000", "GLOBAL variable"},
		{"SET GLOBAL performance_schema_max_digest_sample_age = 'x'", 1232, "42000", "Incorrect argument type"},
	} {
		r.check(t, s, "root", "")
	}
	if got, _ := s.schema.VariableValue("performance_schema_max_digest_sample_age"); got != 7 {
		t.Errorf("a refused SET changed the value to %d", got)
	}
}

func TestStatus(t *testing.T) {
	sizes := perfschema.DefaultSizes()
	sizes.StageClasses = 1
	s := startServer(t, perfschema.Config{Sizes: sizes})
	var keys [3]perfschema.StageKey
	for i := range keys {
		keys[i] = s.schema.RegisterStage("sql", perfschema.Info{Name: fmt.Sprintf("stage %d", i)})
	}
	c := s.connect(t, "root", "")
	want := make(map[string]string)
	for _, v := range s.schema.Read().Status() {
		want[v.Name] = strconv.FormatUint(v.Value, 10)
	}
	if want["Performance_schema_stage_classes_lost"] == "0" {
		t.Fatal("nothing was lost")
	}
	lost := func(query string) map[string]string {
		got := make(map[string]string)
		for _, r := range rows(t, c, query) {
			got[r[0]] = r[1]
		}
		return got
	}
	for _, query := range []string{
		"SHOW GLOBAL STATUS LIKE '%'",
		"SHOW STATUS LIKE 'P%'",
		"SELECT * FROM performance_schema.global_status WHERE VARIABLE_NAME LIKE 'p%'",
		"SELECT * FROM performance_schema.session_status WHERE VARIABLE_NAME LIKE 'P%'",
	} {
		got := lost(query)
		for name, value := range want {
			if got[name] != value {
				t.Errorf("%s: %s is %q, want %q", query, name, got[name], value)
			}
		}
	}
	mustExec(t, c, "FLUSH STATUS")
	if got := lost("SHOW STATUS LIKE 'performance_schema_stage%'"); got["Performance_schema_stage_classes_lost"] != "0" {
		t.Errorf("FLUSH STATUS leaves %v", got)
	}
}

func TestUptimeInStatus(t *testing.T) {
	s := startServerWith(t, perfschema.Config{}, nil, func(_ *server.Config, a *gms.Adapter) { gms.Backdate(a, time.Hour) })
	c := s.connect(t, "root", "")
	for _, query := range []string{
		"SHOW GLOBAL STATUS LIKE 'Uptime%'", "SHOW STATUS LIKE 'Uptime%'",
		"SELECT * FROM performance_schema.global_status WHERE VARIABLE_NAME LIKE 'Uptime%'",
		"SELECT * FROM performance_schema.session_status WHERE VARIABLE_NAME LIKE 'Uptime%'",
	} {
		got := rows(t, c, query)
		if len(got) != 2 || len(got[0][1]) != 4 || got[0][1] < "3600" || got[0][1] != got[1][1] {
			t.Errorf("%s after an hour: %v", query, got)
		}
	}
	mustExec(t, c, "FLUSH STATUS")
	if got := rows(t, c, "SHOW GLOBAL STATUS LIKE 'Uptime%'"); len(got) != 2 || got[0][1] < "3600" || len(got[1][1]) > 3 {
		t.Errorf("after FLUSH STATUS: %v", got)
	}
}

func TestShowEngineStatus(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "")
	got := rows(t, c, "SHOW ENGINE PERFORMANCE_SCHEMA STATUS")
	want := s.schema.Read().EngineStatus()
	if len(got) != len(want) || len(got) == 0 {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i, r := range got {
		if r[0] != "performance_schema" || r[1] != want[i].Name {
			t.Errorf("row %d is %q, want %s", i, r, want[i].Name)
		}
	}
	last := got[len(got)-1]
	if bytes, err := strconv.Atoi(last[2]); last[1] != "performance_schema.memory" || err != nil || bytes <= 0 {
		t.Errorf("last row is %q", last)
	}
	columns, err := columnsOf(t, c, "show engine `performance_schema` status;")
	if err != nil || !slices.Equal(columns, []string{"Type", "Name", "Status"}) {
		t.Errorf("columns are %v, %v", columns, err)
	}
	mustExec(t, c, "CREATE USER nobody@localhost")
	nobody := s.connect(t, "nobody", "")
	for _, q := range []string{"SHOW ENGINE PERFORMANCE_SCHEMA STATUS", "FLUSH STATUS"} {
		if _, _, message := errorOf(t, nobody, q); !strings.Contains(message, "denied") {
			t.Errorf("%s without a privilege: %q", q, message)
		}
	}
}

// Metrics are named after status variables, with the dots made underscores.
func TestStatusNamesDiffer(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connect(t, "root", "")
	seen := make(map[string]string)
	for _, r := range rows(t, c, "SHOW GLOBAL STATUS") {
		name := strings.ToLower(strings.ReplaceAll(r[0], ".", "_"))
		if seen[name] != "" {
			t.Errorf("%s and %s", seen[name], r[0])
		}
		seen[name] = r[0]
	}
}

// TestShowGlobalVariables has doubles shown with six digits, of the server nothing that
// sessions alone have, and variables of switches change by the switch.
func TestShowGlobalVariables(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "")
	for _, test := range []struct{ query, want string }{
		{"SHOW GLOBAL VARIABLES LIKE 'long_query_time'", "[[long_query_time 10.000000]]"},
		{"SHOW VARIABLES WHERE Value = '12.500000'", "[[innodb_segment_reserve_factor 12.500000]]"},
		{"SELECT VARIABLE_VALUE FROM performance_schema.global_variables WHERE VARIABLE_NAME = 'long_query_time'", "[[10.000000]]"},
		{"SHOW GLOBAL VARIABLES WHERE Variable_name IN ('error_count', 'identity', 'insert_id', 'last_insert_id', 'pseudo_thread_id', 'sql_log_bin')", "[]"},
		{"SELECT COUNT(*) FROM performance_schema.global_variables WHERE VARIABLE_NAME IN ('error_count', 'identity', 'insert_id', 'sql_log_bin')", "[[0]]"},
		{"SHOW SESSION VARIABLES WHERE Variable_name IN ('error_count', 'insert_id')", "[[error_count 0] [insert_id 0]]"},
		{"SHOW VARIABLES LIKE 'updatable_views_with_limit'", "[[updatable_views_with_limit YES]]"},
		{"SELECT @@sql_select_limit", "[[18446744073709551615]]"},
		{"SELECT @@optimizer_trace", "[[enabled=off,one_line=off]]"},
	} {
		if got := fmt.Sprint(rows(t, c, test.query)); got != test.want {
			t.Errorf("%s gives %s, want %s", test.query, got, test.want)
		}
	}
	mustExec(t, c, "SET optimizer_trace = 'enabled=on', optimizer_trace_features = 'dynamic_range=off'")
	if got := fmt.Sprint(rows(t, c, "SELECT @@optimizer_trace, @@optimizer_trace_features LIKE 'greedy_search=on%dynamic_range=off%'")); got != "[[enabled=on,one_line=off 1]]" {
		t.Errorf("switched on: %s", got)
	}
	if number, _, message := errorOf(t, c, "SET optimizer_trace = 'colour=on'"); number != 1231 {
		t.Errorf("no switch: %d %s", number, message)
	}
}

// TestSelectLimit has no limit by MySQL's default, which clients set, nor by one beyond what
// the engine counts to.
func TestSelectLimit(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "")
	for _, test := range []struct {
		limit string
		rows  int
	}{
		{"2", 2}, {"18446744073709551615", 3}, {"2", 2}, {"DEFAULT", 3}, {"2147483647", 3}, {"9223372036854775807", 3}, {"9223372036854775808", 3},
	} {
		mustExec(t, c, "SET sql_select_limit = "+test.limit)
		if got := rows(t, c, "SELECT COLLATION_NAME FROM information_schema.COLLATIONS ORDER BY COLLATION_NAME"); min(len(got), 3) != test.rows {
			t.Errorf("by a limit of %s there are %d rows", test.limit, len(got))
		}
	}
}
