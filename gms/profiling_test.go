package gms_test

import (
	"database/sql"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
)

// profileReference reads the columns of a statement from the table of MySQL's.
func profileReference(t *testing.T, statement string) (names, types []string) {
	t.Helper()
	data, err := os.ReadFile("testdata/profiling-columns.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(data), "\n") {
		f := strings.Split(line, "\t")
		if f[0] == statement {
			names, types = append(names, f[2]), append(types, f[3])
		}
	}
	if len(names) == 0 {
		t.Fatalf("the reference has no %s", statement)
	}
	return names, types
}

// wireTypes are the driver's names of the types.
var wireTypes = map[string]string{"varchar": "VARCHAR", "decimal": "DECIMAL", "int": "INT", "double": "DOUBLE"}

func TestProfileColumns(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	mustExec(t, c, "SET profiling = 1")
	mustExec(t, c, "SELECT 1")
	for _, statement := range []string{
		"SHOW PROFILE", "SHOW PROFILE ALL", "SHOW PROFILE BLOCK IO", "SHOW PROFILE CONTEXT SWITCHES", "SHOW PROFILE CPU", "SHOW PROFILE IPC",
		"SHOW PROFILE MEMORY", "SHOW PROFILE PAGE FAULTS", "SHOW PROFILE SOURCE", "SHOW PROFILE SWAPS", "SHOW PROFILES", "INFORMATION_SCHEMA.PROFILING",
	} {
		names, types := profileReference(t, statement)
		query := statement
		if strings.HasPrefix(query, "INF") {
			query = "SELECT * FROM " + query
		}
		r, err := c.QueryContext(t.Context(), query)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		columns, err := r.ColumnTypes()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		var got, want []string
		for _, c := range columns {
			got = append(got, c.Name()+" "+c.DatabaseTypeName())
		}
		for i := range names {
			kind, _, _ := strings.Cut(types[i], "(")
			want = append(want, names[i]+" "+wireTypes[kind])
		}
		if strings.Join(got, ",") != strings.Join(want, ",") {
			t.Errorf("%s:\n got %s\nwant %s", statement, got, want)
		}
	}
}

func TestProfileSyntax(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	for _, test := range []struct{ sql, near string }{
		{"SHOW PROFILE FOO", "'FOO' at line 1"},
		{"SHOW PROFILE CPU, FOO FOR QUERY 1", "'FOO FOR QUERY 1' at line 1"},
		{"SHOW PROFILE BLOCK", "'' at line 1"},
		{"SHOW PROFILE CPU, PAGE x", "'x' at line 1"},
		{"SHOW PROFILE FOR QUERY 1.5", "'1.5' at line 1"},
		{"SHOW PROFILE FOR QUERY -1", "'-1' at line 1"},
		{"SHOW PROFILE FOR QUERY 2147483648", "'2147483648' at line 1"},
		{"SHOW PROFILE LIMIT 1, 2, 3", "', 3' at line 1"},
		{"SHOW PROFILE LIMIT 1 FOR QUERY 1", "'FOR QUERY 1' at line 1"},
		{"SHOW PROFILES LIKE 'x'", "'LIKE 'x'' at line 1"},
		{"SHOW PROFILE\nCPU,", "'' at line 2"},
		{"SHOW PROFILE CPU MEMORY", "'MEMORY' at line 1"},
		{"SHOW PROFILE FOR QUERY x", "'x' at line 1"},
		{"SHOW PROFILE FOR x", "'x' at line 1"},
		{"SHOW PROFILE LIMIT 1 OFFSET", "'' at line 1"},
		{"SHOW PROFILES 1", "'1' at line 1"},
	} {
		number, state, message := errorOf(t, c, test.sql)
		if number != 1064 || state != "42000" || !strings.HasSuffix(message, "near "+test.near) {
			t.Errorf("%s: %d (%s) %s, want near %s", test.sql, number, state, message, test.near)
		}
	}
	if number, _, message := errorOf(t, c, "SHOW PROFILE LIMIT x"); number != 1327 || message != "Undeclared variable: x" {
		t.Errorf("LIMIT x: %d %s", number, message)
	}
	mustExec(t, c, "SET profiling = 1")
	mustExec(t, c, "SELECT 1")
	all := len(rows(t, c, "SHOW PROFILE"))
	if all < 8 {
		t.Fatalf("%d stages", all)
	}
	for query, want := range map[string]int{
		"SHOW PROFILE FOR QUERY 1":                             all,
		"show profile cpu, Block Io, page faults for query 1;": all,
		"SHOW PROFILE ALL LIMIT 3":                             3,
		"SHOW PROFILE LIMIT 3 OFFSET 2":                        3,
		"SHOW PROFILE LIMIT 2, 4":                              4,
		"SHOW PROFILE FOR QUERY 1 LIMIT 99 OFFSET 99":          0,
		"SHOW PROFILE LIMIT 0":                                 0,
		"SHOW PROFILE FOR QUERY 99":                            0,
		"SHOW /* a */ PROFILE -- b":                            all,
	} {
		if got := len(rows(t, c, query)); got != want {
			t.Errorf("%s: %d rows, want %d", query, got, want)
		}
	}
	if a, b := fmt.Sprint(rows(t, c, "SHOW PROFILE SOURCE LIMIT 2 OFFSET 3")), fmt.Sprint(rows(t, c, "SHOW PROFILE SOURCE")[3:5]); a != b {
		t.Errorf("LIMIT and OFFSET: %s, want %s", a, b)
	}
}

// recordedProfiles gives the queries of SHOW PROFILES with their numbers.
func recordedProfiles(t *testing.T, c *sql.Conn) (out []string) {
	t.Helper()
	for _, r := range rows(t, c, "SHOW PROFILES") {
		out = append(out, r[0]+" "+r[2])
	}
	return out
}

func TestProfilesRecorded(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, func(cfg *mysql.Config) { cfg.MultiStatements = true })
	show := func() string {
		return strings.Join(recordedProfiles(t, c), "\n")
	}
	shopTables(t, c)
	mustExec(t, c, "SELECT 0")
	mustExec(t, c, "SET profiling = 1")
	mustExec(t, c, "SELECT 1")
	errorOf(t, c, "SELECT * FROM nowhere")
	errorOf(t, c, "SELEC 2")
	show()
	rows(t, c, "SHOW PROFILE")
	rows(t, c, "SHOW WARNINGS")
	mustExec(t, c, "SET @a = 5")
	mustExec(t, c, "SET profiling = 1")
	mustExec(t, c, "SELECT 6; SELECT 7")
	mustExec(t, c, "SELECT '"+strings.Repeat("ä", 400)+"'")
	if _, err := c.ExecContext(t.Context(), "SET @a = ?", 3); err != nil {
		t.Fatal(err)
	}
	mustExec(t, c, "SET profiling = 0")
	mustExec(t, c, "SELECT 3")
	want := strings.Join([]string{
		"1 SELECT 1", "2 SELECT * FROM nowhere", "3 SELEC 2", "4 SHOW WARNINGS", "5 SET @a = 5",
		"6 SET profiling = 1", // it was on, and is
		"7 SELECT 6", "8 SELECT 7", "9 SELECT '" + strings.Repeat("ä", 292), "10 SET @a = ?",
	}, "\n")
	if got := show(); got != want {
		t.Errorf("recorded\n%s\nwant\n%s", got, want)
	}
	other := s.connectWith(t, nil)
	if got := rows(t, other, "SHOW PROFILES"); len(got) != 0 {
		t.Errorf("another session has %v", got)
	}
}

func TestProfileOfCall(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	shopTables(t, c)
	mustExec(t, c, "CREATE PROCEDURE p() BEGIN INSERT INTO line VALUES (50,1,1); IF 1 > 0 THEN UPDATE line SET n = 2 WHERE id = 50; END IF; SELECT COUNT(*) FROM line; END")
	mustExec(t, c, "SET profiling = 1")
	rows(t, c, "CALL p()")
	var got []string
	for _, r := range rows(t, c, "SHOW PROFILES") {
		got = append(got, r[2])
	}
	if strings.Join(got, "; ") != "INSERT INTO line VALUES (50,1,1); UPDATE line SET n = 2 WHERE id = 50; SELECT COUNT(*) FROM line" {
		t.Errorf("a CALL gave profiles of %v", got)
	}
	for i := range got {
		if r := rows(t, c, "SHOW PROFILE FOR QUERY "+strconv.Itoa(i+1)); len(r) < 2 || r[0][0] != "starting" {
			t.Errorf("profile %d: %v", i+1, r)
		}
	}
}

func TestProfilingTable(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	shopTables(t, c)
	mustExec(t, c, "SET profiling = 1")
	rows(t, c, "SELECT n, COUNT(*) FROM line GROUP BY n ORDER BY n")
	rows(t, c, "SELECT * FROM product JOIN line ON product.id = line.product")
	mustExec(t, c, "SET profiling = 0")
	for _, p := range rows(t, c, "SHOW PROFILES") {
		sum := rows(t, c, "SELECT SUM(DURATION), MIN(SEQ), COUNT(*) = MAX(SEQ) - 1 FROM information_schema.profiling WHERE query_id = "+p[0])[0]
		a, err1 := strconv.ParseFloat(p[1], 64)
		b, err2 := strconv.ParseFloat(sum[0], 64)
		if err1 != nil || err2 != nil || fmt.Sprintf("%.6f", a) != fmt.Sprintf("%.6f", b) || a == 0 {
			t.Errorf("query %s: the durations add up to %s, SHOW PROFILES says %s", p[0], sum[0], p[1])
		}
		if sum[1] != "2" || sum[2] != "1" {
			t.Errorf("query %s: SEQ from %s without gaps: %s", p[0], sum[1], sum[2])
		}
	}
	got := rows(t, c, `SELECT p.STATE, COUNT(*) FROM information_schema.profiling p JOIN (SELECT 'Creating sort index' s UNION SELECT 'Creating tmp table') w
		ON w.s = p.STATE WHERE p.QUERY_ID = 1 GROUP BY p.STATE ORDER BY p.STATE`)
	if fmt.Sprint(got) != "[[Creating sort index 2] [Creating tmp table 1]]" {
		t.Errorf("join and grouping: %v", got)
	}
	for _, r := range rows(t, c, "SELECT SOURCE_FUNCTION, SOURCE_FILE, SOURCE_LINE, STATE FROM information_schema.profiling") {
		if !strings.Contains(r[0], "gms") && !strings.Contains(r[0], ".") || !strings.HasSuffix(r[1], ".go") || r[2] == "0" {
			t.Errorf("source of %s: %v", r[3], r)
		}
	}
	for _, col := range rows(t, c, "SHOW CREATE TABLE information_schema.profiling") {
		if !strings.Contains(col[1], "`DURATION` decimal(9,6) NOT NULL") {
			t.Errorf("%s", col[1])
		}
	}
}

func TestProfilingVariables(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	want := func(query, want string) {
		t.Helper()
		if got := fmt.Sprint(rows(t, c, query)); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	want("SELECT @@profiling, @@profiling_history_size, @@have_profiling, @@profiling_scope", "[[0 15 YES STATEMENT]]")
	const old = " is deprecated and will be removed in a future release."
	mustExec(t, c, "SET profiling = 1")
	want("SHOW WARNINGS", "[[Warning 1287 '@@profiling'"+old+"]]")
	mustExec(t, c, "SET profiling_history_size = 101")
	want("SHOW WARNINGS", "[[Warning 1287 '@@profiling_history_size'"+old+"] [Warning 1292 Truncated incorrect profiling_history_size value: '101']]")
	want("SELECT @@profiling_history_size", "[[100]]")
	mustExec(t, c, "SET profiling_history_size = 18446744073709551615")
	want("SHOW WARNINGS", "[[Warning 1287 '@@profiling_history_size'"+old+"] [Warning 1292 Truncated incorrect profiling_history_size value: '18446744073709551615']]")
	mustExec(t, c, "SET profiling_history_size = -1")
	want("SELECT @@profiling_history_size", "[[0]]")
	want("SHOW PROFILES", "[]")
	want("SHOW WARNINGS", "[[Warning 1287 'SHOW PROFILES'"+old+" Please use Performance Schema instead]]")
	mustExec(t, c, "SET SESSION profiling_history_size = 2")
	for i := range 4 {
		mustExec(t, c, fmt.Sprintf("SELECT %d", i))
	}
	if got := rows(t, c, "SHOW PROFILES"); len(got) != 2 || got[1][2] != "SELECT 3" {
		t.Errorf("a history of 2: %v", got)
	}
	for _, test := range []struct {
		sql    string
		number uint16
	}{
		{"SET profiling_history_size = 'x'", 1232}, {"SET profiling_history_size = 1.5", 1232}, {"SET profiling_history_size = NULL", 1232}, {"SET profiling = NULL", 1231}, {"SET profiling = 2", 1231}, {"SET have_profiling = 1", 1238}, {"SET profiling_scope = 'x'", 1231},
	} {
		if number, _, message := errorOf(t, c, test.sql); number != test.number {
			t.Errorf("%s: %d %s, want %d", test.sql, number, message, test.number)
		}
	}
	mustExec(t, c, "SET profiling_scope = 'PROCESS'")
	want("SELECT @@profiling_scope", "[[PROCESS]]")
}

func TestProfilingWithoutInstruments(t *testing.T) {
	s := startServer(t, perfschema.Config{Instruments: nil})
	root := s.connectWith(t, nil)
	mustExec(t, root, "UPDATE performance_schema.setup_instruments SET ENABLED = 'NO'")
	mustExec(t, root, "UPDATE performance_schema.setup_consumers SET ENABLED = 'NO'")
	c := s.connectWith(t, nil)
	mustExec(t, c, "SET profiling = 1")
	mustExec(t, c, "SELECT 1")
	if got := rows(t, c, "SHOW PROFILE"); len(got) < 8 || got[0][0] != "starting" {
		t.Errorf("with everything off: %v", got)
	}
}

func TestProfilingIsGlobal(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	root := s.connectWith(t, nil)
	mustExec(t, root, "SET GLOBAL profiling = 1, GLOBAL profiling_history_size = 2")
	defer mustExec(t, root, "SET GLOBAL profiling = 0, GLOBAL profiling_history_size = 15")
	c := s.connectWith(t, nil)
	for i := range 4 {
		mustExec(t, c, fmt.Sprintf("SELECT %d", i))
	}
	if got := fmt.Sprint(rows(t, c, "SELECT @@profiling, @@profiling_history_size"), len(rows(t, c, "SHOW PROFILES"))); got != "[[1 2]] 2" {
		t.Errorf("a new session: %s", got)
	}
	if got := rows(t, root, "SHOW PROFILES"); len(got) != 0 {
		t.Errorf("the session that set the global variables: %v", got)
	}
}
