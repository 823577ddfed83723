package sqltest_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/server"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// sumsLoad is what clients do at random: each is statements that follow one another, of
// which some fail. %d is a small number.
var sumsLoad = [][]string{
	{"SELECT * FROM t WHERE a = %d"}, {"SELECT b, COUNT(*), SUM(a) FROM t GROUP BY b ORDER BY b LIMIT 5"},
	{"INSERT INTO t VALUES (%d, 1, 'x')"}, {"UPDATE t SET c = 'y' WHERE b = %d"}, {"DELETE FROM t WHERE a = %d"},
	{"SELECT nonsense", "SELEC syntax", "SELECT * FROM nosuch"},
	{"BEGIN", "REPLACE INTO t VALUES (%d, 2, 'z')", "SAVEPOINT x", "UPDATE t SET b = b WHERE a = 3", "ROLLBACK TO x", "COMMIT"},
	{"BEGIN", "INSERT INTO t VALUES (%d, 2, 'z')", "ROLLBACK"}, {"START TRANSACTION READ ONLY", "SELECT 1", "INSERT INTO t VALUES (1, 1, '1')", "COMMIT"},
	{"CALL p(%d)"}, {"SELECT 1; SELECT 2; SELECT nope; SELECT 3"}, {"SELECT SLEEP(0.001)"},
	{"PREPARE s FROM 'SELECT * FROM t WHERE b = ? LIMIT 3'", "SET @x = %d", "EXECUTE s USING @x", "DEALLOCATE PREPARE s"},
	{"SELECT 1/0, 'a'+1", "SET @a = 1", "SHOW WARNINGS"}, {"SELECT GET_LOCK('l', 0)", "DO RELEASE_LOCK('l')"},
	{"SELECT x.a, y.b FROM t x JOIN t y ON x.a = y.b WHERE x.b = 2 LIMIT 20"}, {"SET profiling = 1", "SELECT COUNT(*) FROM t", "SHOW PROFILES"},
	{"SELECT DISTINCT c FROM t UNION SELECT 'q' ORDER BY 1"}, {"EXPLAIN ANALYZE SELECT * FROM t WHERE b = 1"}, {"BEGIN", "SELECT * FROM t WHERE a = %d FOR UPDATE"},
}

// sumsClient connects, works, kills and goes, often without a word.
func sumsClient(t *testing.T, s *server.Server, seed uint64, truncates []string) {
	r := rand.New(rand.NewPCG(seed, 13))
	for range 2 {
		cfg := mysql.NewConfig()
		cfg.Net, cfg.Addr, cfg.User, cfg.DBName = "tcp", s.Addr().String(), []string{"u1", "u2", "u3"}[r.IntN(3)], "d"
		cfg.MultiStatements, cfg.Logger = true, &mysql.NopLogger{}
		var socket net.Conn
		cfg.DialFunc = func(ctx context.Context, network, addr string) (_ net.Conn, err error) {
			socket, err = (&net.Dialer{}).DialContext(ctx, network, addr)
			return socket, err
		}
		connector, err := mysql.NewConnector(cfg)
		if err != nil {
			t.Error(err)
			return
		}
		db := sql.OpenDB(connector)
		c, err := db.Conn(t.Context())
		if errors.Is(err, mysql.ErrInvalidConn) {
			_ = db.Close()
			continue // another client's KILL
		}
		if err != nil {
			t.Error(err)
			return
		}
		run := func(query string, args ...any) {
			rows, err := c.QueryContext(t.Context(), query, args...)
			if err != nil {
				return // many are to fail
			}
			for more := true; more; more = rows.NextResultSet() {
				for rows.Next() && r.IntN(100) > 0 { // or leave
				}
			}
			_ = rows.Close()
		}
		for range 10 {
			n := r.IntN(9)
			for _, query := range sumsLoad[r.IntN(len(sumsLoad))] {
				run(strings.ReplaceAll(query, "%d", fmt.Sprint(n)))
			}
			switch n {
			case 0:
				run("SELECT c FROM t WHERE a = ?", r.IntN(9))
			case 1: // who has logged in: what others hold is on no account
				var id int
				if c.QueryRowContext(t.Context(), "SELECT PROCESSLIST_ID FROM performance_schema.threads WHERE PROCESSLIST_USER LIKE 'u_' ORDER BY RAND() LIMIT 1").Scan(&id) == nil {
					run(fmt.Sprintf("KILL %s %d", []string{"QUERY", ""}[r.IntN(2)], id))
				}
			case 2:
				if len(truncates) > 0 {
					run("TRUNCATE TABLE performance_schema." + truncates[r.IntN(len(truncates))])
				}
			}
		}
		if r.IntN(3) == 0 {
			_ = socket.Close()
		}
		_ = c.Close()
		_ = db.Close()
	}
}

// TestSums has clients work, fail, be killed, leave and truncate, and compares at rest what
// tables say of the same thing.
func TestSums(t *testing.T) {
	cfg := perfschema.Config{Consumers: make(map[perfschema.Consumer]bool), Sizes: perfschema.DefaultSizes()}
	for _, c := range perfschema.Consumers() {
		cfg.Consumers[c] = true
	}
	on, err := perfschema.ParseInstrumentRule("%=ON")
	if err != nil {
		t.Fatal(err)
	}
	cfg.Instruments = []perfschema.InstrumentRule{on}
	cfg.Sizes.StagesHistoryLong = 100_000
	s, err := server.Start(t.Context(), server.Config{Listen: "127.0.0.1:0", DataDir: filepath.Join(t.TempDir(), "data"), PerformanceSchema: cfg})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	root := open(t, dial(s))
	root.SetMaxOpenConns(1)
	for _, query := range []string{
		"CREATE DATABASE d", "CREATE TABLE d.t (a INT PRIMARY KEY, b INT, c VARCHAR(50), KEY (b))", "INSERT INTO d.t VALUES (1,1,'a'), (2,2,'b'), (3,3,'c')",
		"CREATE PROCEDURE d.p(n INT) BEGIN DECLARE CONTINUE HANDLER FOR 1146 SET @e = 1; SELECT COUNT(*) FROM d.t WHERE b = n; SELECT * FROM d.nosuch; IF n > 4 THEN UPDATE d.t SET c = 'p' WHERE a = n; END IF; END",
		"CREATE TRIGGER d.changed BEFORE UPDATE ON d.t FOR EACH ROW SET @n = 1",
		"CREATE USER u1@localhost, u2@localhost, u3@'%'", "GRANT ALL ON *.* TO u1@localhost, u2@localhost, u3@'%'",
	} {
		mustExec(t, root, query)
	}
	sums := tableSums{t, s.Schema()}
	phase := func(seed uint64, truncates ...string) {
		var clients sync.WaitGroup
		for n := range uint64(4) {
			clients.Go(func() { sumsClient(t, s, seed+n, truncates) })
		}
		clients.Wait()
		for !sums.atRest() {
			runtime.Gosched()
		}
	}
	phase(0)
	sums.groupings("account", "user", "host")
	sums.statements()
	sums.nesting()
	sums.boundaries()
	var name string
	var received uint64
	if err := root.QueryRow("SHOW GLOBAL STATUS LIKE 'Bytes_received'").Scan(&name, &received); err != nil {
		t.Fatal(err)
	}
	if read := sums.of("socket_summary_by_event_name", "EVENT_NAME")["wait/io/socket/sql/client_connection"]["SUM_NUMBER_OF_BYTES_READ"]; read != received {
		t.Errorf("%s is %d, sockets read %d", name, received, read)
	}

	by := func(what string) (out []string) {
		for _, f := range summaryFamilies {
			if f.name != "memory_summary" { // whose levels are not reset at one moment
				out = append(out, f.table(what))
			}
		}
		return out
	}
	phase(100, by("thread")...)
	sums.groupings("account", "user", "host")
	phase(200, by("account")...)
	sums.groupings("user", "host")
	for _, name := range by("global") { // which begins anew what they differ in
		mustExec(t, root, "TRUNCATE TABLE performance_schema."+name)
	}
	phase(300, append(by("global"), "events_statements_summary_by_digest")...)
	sums.groupings("account", "user", "host")
	sums.histograms()
	sums.boundaries()
}

// summaryFamilies are summaries there are by thread, account, user and host, and of all.
var summaryFamilies = []summaryFamily{
	{"events_statements_summary", "EVENT_NAME"}, {"events_transactions_summary", "EVENT_NAME"}, {"events_stages_summary", "EVENT_NAME"},
	{"events_errors_summary", "ERROR_NUMBER"}, {"memory_summary", "EVENT_NAME"},
}

type summaryFamily struct{ name, key string }

func (f summaryFamily) table(by string) string {
	suffix := "_by_event_name"
	if f.key == "ERROR_NUMBER" {
		suffix = "_by_error"
	}
	if by != "global" {
		by = "by_" + by
	}
	return f.name + "_" + by + suffix
}

// tableSums compares tables of a server at rest.
type tableSums struct {
	t  *testing.T
	ps *perfschema.Schema
}

// rows reads a table, by column.
func (s tableSums) rows(name string) (out []map[string]any) {
	v := catalog.Lookup(name)
	for row := range v.Rows(view.Reader{Schema: s.ps}) {
		m := make(map[string]any)
		for i, c := range v.Columns {
			m[c.Name] = row[i]
		}
		out = append(out, m)
	}
	return out
}

// numbers are sums of the columns of some rows.
type numbers map[string]uint64

func (n numbers) add(row map[string]any) {
	for column, v := range row {
		switch v := v.(type) {
		case uint64:
			n[column] += v
		case int64:
			n[column] += uint64(v)
		}
	}
}

// of adds a table up by columns.
func (s tableSums) of(name string, key ...string) map[string]numbers {
	out := make(map[string]numbers)
	for _, row := range s.rows(name) {
		k := ""
		for i, column := range key {
			if i > 0 {
				k += "/"
			}
			k += fmt.Sprint(row[column])
		}
		if out[k] == nil {
			out[k] = make(numbers)
		}
		out[k].add(row)
	}
	return out
}

// same compares what is counted and added up in two tables.
func (s tableSums) same(what string, a, b map[string]numbers) {
	s.t.Helper()
	for k := range b {
		if a[k] == nil {
			a[k] = make(numbers)
		}
	}
	for k, n := range a {
		for _, side := range []numbers{n, b[k]} {
			for column := range side {
				if (strings.HasPrefix(column, "COUNT_") || strings.HasPrefix(column, "SUM_")) && n[column] != b[k][column] {
					s.t.Errorf("%s: %s, %s: %d and %d", what, k, column, n[column], b[k][column])
				}
			}
		}
	}
}

// atRest says whether root alone is connected, and does nothing.
func (s tableSums) atRest() bool {
	connected := 0
	for _, th := range s.rows("threads") {
		if th["PROCESSLIST_ID"] != nil && th["PROCESSLIST_COMMAND"] != "Daemon" { // no client's
			if connected++; th["PROCESSLIST_COMMAND"] != "Sleep" {
				return false
			}
		}
	}
	return connected == 1
}

func (s tableSums) groupings(by ...string) {
	s.t.Helper()
	for _, f := range summaryFamilies {
		for _, by := range by {
			all, parts := s.of(f.table("global"), f.key), s.of(f.table(by), f.key)
			for k := range all { // the rest is on no account's threads
				if f.name == "memory_summary" && (!strings.HasPrefix(k, "memory/sql/") || k == "memory/sql/result_pool") {
					delete(all, k)
					delete(parts, k)
				}
			}
			s.same(f.table(by), all, parts)
		}
	}
	for _, by := range []string{"users", "hosts"} {
		a, b := s.of("accounts")[""], s.of(by)[""]
		if a["CURRENT_CONNECTIONS"] != b["CURRENT_CONNECTIONS"] || a["TOTAL_CONNECTIONS"] != b["TOTAL_CONNECTIONS"] {
			s.t.Errorf("accounts %v, %s %v", a, by, b)
		}
	}
	s.same("table I/O by index", s.counts("table_io_waits_summary_by_table"), s.counts("table_io_waits_summary_by_index_usage"))
}

// counts are the counts of tables, whose times are rounded one by one.
func (s tableSums) counts(name string) map[string]numbers {
	out := s.of(name, "OBJECT_SCHEMA", "OBJECT_NAME")
	for _, n := range out {
		for column := range n {
			if !strings.HasPrefix(column, "COUNT_") {
				delete(n, column)
			}
		}
	}
	return out
}

// statements compares summaries with all events, none of which has been overwritten.
func (s tableSums) statements() {
	s.t.Helper()
	global := s.of("events_statements_summary_global_by_event_name")[""]
	digested, events, top, programs, count := make(numbers), make(numbers), make(numbers), make(map[string]numbers), uint64(0)
	for _, e := range s.rows("events_statements_history_long") {
		count++
		events.add(e)
		if e["DIGEST"] != nil {
			digested["COUNT_STAR"]++
			digested.add(e)
		}
		name, ok := e["OBJECT_NAME"].(string)
		if !ok {
			top.add(e)
		} else {
			if programs[name] == nil {
				programs[name] = make(numbers)
			}
			programs[name]["COUNT_STATEMENTS"]++
			programs[name]["SUM_STATEMENTS_WAIT"] += e["TIMER_WAIT"].(uint64)
		}
	}
	events["COUNT_STAR"] = count
	digests := s.of("events_statements_summary_by_digest")[""]
	for column, n := range global {
		of := column
		if column != "COUNT_STAR" {
			of = strings.TrimPrefix(column, "SUM_")
		}
		if of == column && column != "COUNT_STAR" {
			continue
		}
		if n != events[of] {
			s.t.Errorf("%s: %d in all, %d in %d events", column, n, events[of], count)
		}
		if digests[column] != digested[of] {
			s.t.Errorf("%s: %d by digest, %d in events that have one", column, digests[column], digested[of])
		}
	}
	for name, n := range s.of("events_statements_summary_by_program", "OBJECT_NAME") {
		for column, want := range programs[name] {
			if n[column] != want {
				s.t.Errorf("%s of %s: %d, in events %d", column, name, n[column], want)
			}
		}
	}
	s.errors(events["WARNINGS"], top["ERRORS"])
	for _, e := range s.rows("events_errors_summary_global_by_error") {
		if e["ERROR_NUMBER"] == nil && e["SUM_ERROR_RAISED"] != uint64(0) {
			s.t.Errorf("%v errors without a number", e["SUM_ERROR_RAISED"])
		}
	}
	transactions := s.of("events_transactions_summary_global_by_event_name")[""]
	if n := uint64(len(s.rows("events_transactions_history_long"))); transactions["COUNT_STAR"] != n || n != transactions["COUNT_READ_WRITE"]+transactions["COUNT_READ_ONLY"] {
		s.t.Errorf("%d transactions in the history; %v", n, transactions)
	}
	s.histograms()
	if n := s.of("events_statements_histogram_global")[""]["COUNT_BUCKET"]; n != global["COUNT_STAR"] {
		s.t.Errorf("the histogram has %d statements of %d", n, global["COUNT_STAR"])
	}
}

// onlyWarnings are those conditions of the load that end no statement.
var onlyWarnings = map[string]bool{"1287": true, "1292": true, "1365": true}

// errors compares what was raised with the statements that had it. One that fails, by a
// KILL for instance, has no count of the warnings that it had before, as in MySQL.
func (s tableSums) errors(warnings, failed uint64) {
	s.t.Helper()
	var raised, handled, warned uint64
	for _, e := range s.rows("events_errors_summary_global_by_error") {
		if onlyWarnings[fmt.Sprint(e["ERROR_NUMBER"])] {
			warned += e["SUM_ERROR_RAISED"].(uint64)
			continue
		}
		raised += e["SUM_ERROR_RAISED"].(uint64)
		handled += e["SUM_ERROR_HANDLED"].(uint64)
	}
	if raised != failed { // those that programs handle are not raised
		s.t.Errorf("%d errors raised, statements had %d, their programs handled %d", raised, failed, handled)
	}
	if warned < warnings || warned > warnings+2*failed { // no statement of the load has more than two
		s.t.Errorf("%d warnings raised, statements had %d, and %d failed", warned, warnings, failed)
	}
}

func (s tableSums) histograms() {
	s.t.Helper()
	buckets := s.of("events_statements_histogram_by_digest", "SCHEMA_NAME", "DIGEST")
	for k, n := range s.of("events_statements_summary_by_digest", "SCHEMA_NAME", "DIGEST") {
		if n["COUNT_STAR"] != buckets[k]["COUNT_BUCKET"] {
			s.t.Errorf("digest %s: %d executions, %d in its histogram", k, n["COUNT_STAR"], buckets[k]["COUNT_BUCKET"])
		}
	}
}

// nesting looks whether stages lie in their statements.
func (s tableSums) nesting() {
	s.t.Helper()
	statements, took := make(map[[2]any]map[string]any), make(map[[2]any]uint64)
	for _, e := range s.rows("events_statements_history_long") {
		statements[[2]any{e["THREAD_ID"], e["EVENT_ID"]}] = e
	}
	for _, e := range s.rows("events_stages_history_long") {
		if name, _ := e["EVENT_NAME"].(string); e["NESTING_EVENT_ID"] == nil && strings.HasPrefix(name, "stage/server/") {
			continue // of the server's start
		}
		k := [2]any{e["THREAD_ID"], e["NESTING_EVENT_ID"]}
		of := statements[k]
		if of == nil || e["TIMER_START"].(uint64) < of["TIMER_START"].(uint64) || e["TIMER_END"].(uint64) > of["TIMER_END"].(uint64) {
			s.t.Errorf("%v is not in %v", e, of)
			continue
		}
		took[k] += e["TIMER_WAIT"].(uint64)
	}
	for k, stages := range took {
		if all := statements[k]["TIMER_WAIT"].(uint64); stages > all {
			s.t.Errorf("%v took %d, its stages %d", statements[k]["SQL_TEXT"], all, stages)
		}
	}
}

// boundaries holds that a mean lies between the least and the most, and what memory is used
// between the marks.
func (s tableSums) boundaries() {
	s.t.Helper()
	for _, v := range catalog.Tables() {
		for _, row := range s.rows(v.Name) {
			for column := range row {
				timer, ok := strings.CutPrefix(column, "MIN_")
				least, isNumber := row[column].(uint64)
				if !ok || !isNumber || !strings.HasPrefix(timer, "TIMER") {
					continue
				}
				mean, _ := row["AVG_"+timer].(uint64)
				most, _ := row["MAX_"+timer].(uint64)
				if least > mean || mean > most {
					s.t.Errorf("%s: %s of %v: %d, %d, %d", v.Name, timer, row, least, mean, most)
				}
			}
			n := make(numbers)
			n.add(row)
			if row["COUNT_ALLOC"] == nil {
				continue
			}
			if used := n["CURRENT_NUMBER_OF_BYTES_USED"]; used != n["SUM_NUMBER_OF_BYTES_ALLOC"]-n["SUM_NUMBER_OF_BYTES_FREE"] || n["CURRENT_COUNT_USED"] != n["COUNT_ALLOC"]-n["COUNT_FREE"] ||
				int64(used) < int64(n["LOW_NUMBER_OF_BYTES_USED"]) || int64(used) > int64(n["HIGH_NUMBER_OF_BYTES_USED"]) {
				s.t.Errorf("%s: %v", v.Name, row)
			}
		}
	}
}
