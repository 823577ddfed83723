package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/go-sql-driver/mysql"
)

// crowd has clients do all at once what gets in each other's way, with
// everything enabled: change tables and drop them, truncate, change settings,
// come and go, kill each other, and read every table there is. Errors of
// statements are allowed, those of the server are not; afterwards the sums agree.
var crowd = kind{"crowd", func(t *trial) error {
	var tables []string
	prepare := func(db *sql.DB) (err error) {
		tables, err = systemTables(db)
		return errors.Join(err, run(db, enableAll+"; CREATE DATABASE crowd"))
	}
	return t.serving(filepath.Join(t.dir, "data"), prepare, func(p *process) error {
		var (
			clients    sync.WaitGroup
			statements atomic.Int64
			wrong      = make(chan error, 16)
		)
		for id := range 12 {
			member := &member{t.fork(uint64(id)), tables, id}
			clients.Go(func() {
				for !t.over() && len(wrong) == 0 {
					n, err := member.visit(p)
					statements.Add(int64(n))
					if err != nil {
						wrong <- t.diagnose(p, err)
						return
					}
				}
			})
		}
		clients.Wait()
		t.logf("%d statements", statements.Load())
		close(wrong)
		if err := <-wrong; err != nil {
			return err
		}
		return p.with(func(db *sql.DB) error {
			// Truncating a part leaves less there than in the whole: all begin
			// anew for the comparison.
			return beginAnew(db)
		})
	})
}}

const (
	enableAll = "UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES'; " +
		"UPDATE performance_schema.setup_consumers SET ENABLED = 'YES'"
	truncateWholes = "TRUNCATE performance_schema.events_statements_summary_global_by_event_name; " +
		"TRUNCATE performance_schema.events_stages_summary_global_by_event_name; " +
		"TRUNCATE performance_schema.events_transactions_summary_global_by_event_name"
)

// systemTables are the tables that tell of the server.
func systemTables(db *sql.DB) (names []string, err error) {
	err = each(db, `SELECT CONCAT(table_schema, '.', table_name) FROM information_schema.tables
		WHERE table_schema IN ('performance_schema', 'profiling')`, func(rows *sql.Rows) error {
		var name string
		err := rows.Scan(&name)
		names = append(names, name)
		return err
	})
	if err == nil && len(names) < 50 {
		err = fmt.Errorf("only %d tables of the server: %v", len(names), names)
	}
	return names, err
}

// member is one of the crowd.
type member struct {
	*trial
	tables []string
	id     int
}

// visit connects, runs a few statements and leaves, at times without a word. An
// error is one that no client may ever get.
func (m *member) visit(p *process) (statements int, err error) {
	db, err := p.open()
	if err != nil {
		return 0, err
	}
	defer db.Close()
	conn, err := db.Conn(context.Background())
	if err != nil {
		return 0, p.gone(err) // a server that lives had it killed by another one
	}
	defer conn.Close()
	for range 1 + m.rand.IntN(40) {
		ctx, cancel := context.WithCancel(m.ctx)
		query := m.statement()
		rows, err := conn.QueryContext(ctx, query)
		if err == nil {
			for rows.Next() && m.rand.IntN(200) > 0 { // some leave in the middle
			}
			err = rows.Err()
			_ = rows.Close()
		}
		cancel()
		var refused *mysql.MySQLError
		if err != nil && !errors.As(err, &refused) {
			return statements, nil // killed, by another one or by its own hand
		}
		if refused != nil && refused.Number == 1105 && internal(refused.Message) {
			return statements, fmt.Errorf("%s: %w", query, err)
		}
		statements++
	}
	return statements, nil
}

// statement is one of many. Members meet in the same few tables.
func (m *member) statement() string {
	pick := func(of ...string) string { return of[m.rand.IntN(len(of))] }
	table := fmt.Sprintf("crowd.t%d", m.rand.IntN(4))
	n := m.rand.IntN(1000)
	switch m.rand.IntN(10) {
	case 0:
		return pick("CREATE TABLE IF NOT EXISTS "+table+" (id INT PRIMARY KEY, v VARCHAR(200), KEY (v))",
			"DROP TABLE IF EXISTS "+table,
			"ALTER TABLE "+table+fmt.Sprintf(" ADD COLUMN c%d INT", n%5),
			"ALTER TABLE "+table+fmt.Sprintf(" DROP COLUMN c%d", n%5),
			"CREATE TEMPORARY TABLE crowd.mine (id INT PRIMARY KEY)",
			"TRUNCATE "+table)
	case 1:
		return "TRUNCATE " + m.tables[m.rand.IntN(len(m.tables))]
	case 2, 3, 4:
		return "SELECT * FROM " + m.tables[m.rand.IntN(len(m.tables))]
	case 5:
		return pick("SHOW ENGINE PERFORMANCE_SCHEMA STATUS", "SHOW PROFILES", "SHOW PROCESSLIST", "SHOW GLOBAL STATUS",
			"SHOW PROFILE ALL", "SELECT * FROM information_schema.processlist", "FLUSH STATUS")
	case 6:
		return pick("SET profiling = 1", "SET profiling = 0", "SET GLOBAL profiling_sampler = 0", "SET GLOBAL profiling_sampler = 1",
			fmt.Sprintf("SET PERSIST max_connections = %d", 200+n),
			"SET autocommit = 0", "SET autocommit = 1", "START TRANSACTION", "COMMIT", "ROLLBACK",
			"UPDATE performance_schema.setup_instruments SET ENABLED = 'NO' WHERE NAME LIKE '%"+pick("table", "sql", "mutex", "memory", "stage", "idle")+"%'",
			enableAll[:len("UPDATE performance_schema.setup_instruments SET ENABLED = 'YES'")],
			"UPDATE performance_schema.setup_consumers SET ENABLED = "+pick("'YES'", "'NO'"),
			"UPDATE performance_schema.threads SET INSTRUMENTED = "+pick("'YES'", "'NO'")+" WHERE PROCESSLIST_ID = CONNECTION_ID()")
	case 7:
		return fmt.Sprintf("KILL %s %d", pick("QUERY", "CONNECTION"), 1+n)
	default:
		return pick(fmt.Sprintf("INSERT INTO %s (id, v) VALUES (%d, REPEAT('x', %d))", table, n, n%200),
			fmt.Sprintf("UPDATE %s SET v = '%d' WHERE id < %d", table, n, n),
			fmt.Sprintf("DELETE FROM %s WHERE id = %d", table, n),
			"SELECT COUNT(*), MAX(v) FROM "+table+" a JOIN "+table+" b USING (id) GROUP BY v ORDER BY 1",
			"EXPLAIN ANALYZE SELECT * FROM "+table,
			fmt.Sprintf("SELECT GET_LOCK('l%d', 0), SLEEP(0.001), RELEASE_ALL_LOCKS()", n%3))
	}
}

// internal says whether a message is of an error inside the server, and not of
// the statement.
func internal(message string) bool { return strings.HasPrefix(message, "Internal error") }
