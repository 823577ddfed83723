package server_test

import (
	"database/sql"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/history/clickhouse"
	"github.com/perfschema/perfschema/server"
)

// Sums by group are made by ClickHouse, and are those that the server makes of the rows:
// whatever texts, numbers and NULLs there are, in other collations' and zones' order.
func TestFleetGroups(t *testing.T) {
	ch, dsn := fleetOf(t)
	c := clickhouse.NewClient(dsn)
	defer c.Close()
	fillFleet(t, c)
	s := start(t, server.Config{DataDir: t.TempDir(), History: true, HistoryClickHouse: dsn})
	db := open(t, s, "root", "")
	for _, query := range []string{
		"SELECT DIGEST, SUM(COUNT_STAR), AVG(COUNT_STAR), SUM(SUM_TIMER_WAIT) AS time, MIN(MIN_TIMER_WAIT), COUNT(MIN_TIMER_WAIT) FROM fleet.events_statements_summary_by_digest f WHERE %s GROUP BY DIGEST ORDER BY time DESC, DIGEST LIMIT 3",
		"SELECT SERVER_NAME, COUNT(*), MAX(DIGEST_TEXT), MAX(LAST_SEEN), MIN(WINDOW_START), MAX(WINDOW_END) FROM fleet.events_statements_summary_by_digest f WHERE %s GROUP BY SERVER_NAME ORDER BY 1",
		"SELECT COUNT(*), COUNT(DISTINCT DIGEST), SUM(COUNT_STAR), SCHEMA_NAME IS NULL FROM fleet.events_statements_summary_by_digest f WHERE %s GROUP BY SCHEMA_NAME ORDER BY 1, 2, 3",
		"SELECT DATE_FORMAT(WINDOW_START, '%%H:%%i') AS m, SUM(COUNT_STAR) FROM fleet.events_statements_summary_by_digest f WHERE %s AND DIGEST = 'AB1' GROUP BY m ORDER BY m",
		"SELECT COUNT(*), SUM(COUNT_STAR), MAX(QUANTILE_99), AVG(SUM_TIMER_WAIT) FROM fleet.events_statements_summary_by_digest f WHERE %s AND SERVER_UUID = 'FFFF-1' AND DIGEST_TEXT LIKE '%%select%%'",
		"SELECT COUNT(*), SUM(COUNT_STAR) FROM fleet.events_statements_summary_by_digest f WHERE %s AND WINDOW_START > '2020-05-01 10:00:30.5'",
		"SELECT COUNT(*), SUM(COUNT_STAR) FROM fleet.events_statements_summary_by_digest f WHERE %s AND WINDOW_START = '2020-05-01'",
		"SELECT COUNT_STAR FROM fleet.events_statements_summary_by_digest f WHERE %s ORDER BY COUNT_STAR DESC LIMIT 9 OFFSET 1",
	} {
		for _, zone := range []string{"+00:00", "Asia/Tokyo"} {
			exec(t, db, "SET GLOBAL time_zone = '"+zone+"'")
			own := open(t, s, "root", "")
			pushed := fmt.Sprintf(query, "WINDOW_START < '2020-05-02 12:00'")
			rows := strings.Replace(pushed, "fleet.events_statements_summary_by_digest", "(SELECT * FROM fleet.events_statements_summary_by_digest LIMIT 1000000)", 1)
			if got, want := answerOf(t, own, pushed), answerOf(t, own, rows); got != want || !strings.Contains(got, "\n") {
				t.Errorf("%s in %s:\n%s\nof rows:\n%s", pushed, zone, got, want)
			}
			if plan := answerOf(t, own, "EXPLAIN FORMAT=TRADITIONAL "+pushed); !strings.Contains(plan, "Asks for SELECT ") || !strings.Contains(plan, "toDateTime(1588") {
				t.Errorf("EXPLAIN %s: %s", pushed, plan)
			}
		}
	}
	if plan := answerOf(t, db, "EXPLAIN FORMAT=JSON SELECT SERVER_NAME, SUM(COUNT_STAR) FROM fleet.events_statements_summary_by_digest GROUP BY SERVER_NAME"); !strings.Contains(plan, "GROUP BY `SERVER_NAME`") {
		t.Error(plan)
	}

	if plan := answerOf(t, db, "EXPLAIN FORMAT=TRADITIONAL SELECT DIGEST_TEXT FROM fleet.events_statements_summary_by_digest ORDER BY COUNT_STAR DESC LIMIT 9"); !strings.Contains(plan, "ORDER BY `COUNT_STAR` DESC NULLS LAST") || !strings.Contains(plan, "LIMIT 9 FORMAT") {
		t.Error(plan)
	}

	const sums = "SELECT DIGEST, SUM(COUNT_STAR) FROM fleet.events_statements_summary_by_digest GROUP BY DIGEST"
	refused := func(db *sql.DB, number uint16, query string) {
		t.Helper()
		var e *mysql.MySQLError
		if _, err := db.Exec(query); !errors.As(err, &e) || e.Number != number {
			t.Errorf("%s: %v, want %d", query, err, number)
		}
	}
	exec(t, db, "CREATE USER reader@'%'")
	reader := open(t, s, "reader", "")
	refused(reader, 1142, sums)
	refused(reader, 1142, "EXPLAIN "+sums)
	exec(t, db, "GRANT SELECT ON fleet.* TO reader@'%'")
	exec(t, reader, sums)
	refused(reader, 1227, "SELECT DIGEST, COUNT(*) FROM fleet.query_profiles GROUP BY DIGEST")

	ch.Stop() // it stands still: a read waits until it is killed
	ended := make(chan error)
	go func() {
		_, err := reader.Exec(sums)
		ended <- err
	}()
	ticks := time.NewTicker(20 * time.Millisecond)
	defer ticks.Stop()
	for id := 0; ; {
		if db.QueryRow("SELECT ID FROM information_schema.PROCESSLIST WHERE USER = 'reader' AND INFO LIKE 'SELECT DIGEST, SUM%'").Scan(&id) == nil {
			exec(t, db, fmt.Sprintf("KILL QUERY %d", id))
			break
		}
		<-ticks.C
	}
	var e *mysql.MySQLError
	if err := <-ended; !errors.As(err, &e) || e.Number != 1317 {
		t.Errorf("a read that is killed: %v", err)
	}
	ch.Continue()
	if err := c.Exec(t.Context(), "DROP TABLE fleet.events_statements_summary_by_digest"); err != nil {
		t.Fatal(err)
	}
	refused(db, 1430, sums)
	ch.Kill()
	refused(db, 1429, sums)
}

func answerOf(t *testing.T, db *sql.DB, query string) string {
	t.Helper()
	found, err := db.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return allText(t, found)
}

// fillFleet has ClickHouse keep windows of servers that there are not.
func fillFleet(t *testing.T, c *clickhouse.Client) {
	t.Helper()
	r := rand.New(rand.NewPCG(19, 3))
	var b strings.Builder
	b.WriteString("INSERT INTO fleet.events_statements_summary_by_digest (SERVER_UUID, SERVER_NAME, WINDOW_START, WINDOW_START_MICROSECOND, WINDOW_END, WINDOW_END_MICROSECOND, SCHEMA_NAME, DIGEST, DIGEST_TEXT, COUNT_STAR, SUM_TIMER_WAIT, MIN_TIMER_WAIT, QUANTILE_99, LAST_SEEN, LAST_SEEN_MICROSECOND, WINDOW_ROW) FORMAT TabSeparated\n")
	start := time.Date(2020, 5, 1, 10, 0, 0, 0, time.UTC)
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	number := func() string {
		return pick("\\N", "0", "1", fmt.Sprint(uint64(math.MaxUint64)), fmt.Sprint(uint64(1)<<63), fmt.Sprint(r.Uint64()))
	}
	for n := range 3000 {
		at := start.Add(time.Duration(r.IntN(120)) * time.Second)
		uuid := pick("ffff-1", "ffff-2")
		b.WriteString(strings.Join([]string{
			uuid, pick("a:3306", "b:3306"), at.Format(time.DateTime), pick("0", "500000", "500001"), at.Add(time.Minute).Format(time.DateTime), "0",
			pick("\\N", "shop", "Shop", "shöp", "", "\\'\\\\\\t\\n\\0`"), pick("ab1", "ab2", "ab3", "ab4", ""), pick("SELECT ?", "select '\\\\", "日本", "\\N"),
			number(), number(), number(), number(), pick(at.Format(time.DateTime), "\\N"), pick("1", "\\N"), fmt.Sprint(n),
		}, "\t") + "\n")
	}
	if err := c.Exec(t.Context(), b.String()); err != nil {
		t.Fatal(err)
	}
}
