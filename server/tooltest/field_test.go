package tooltest

import (
	"context"
	"database/sql"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/server"
)

var (
	fieldOnce sync.Once
	fieldErr  error
	served    *server.Server
	fieldDB   *sql.DB
	shopper   *sql.Conn // holds the lock
	cleanup   []func()
)

func TestMain(m *testing.M) {
	code := m.Run()
	for i := len(cleanup) - 1; i >= 0; i-- {
		cleanup[i]()
	}
	os.Exit(code)
}

// field is the one server that all tools are tried on, with a shop in it.
func field(t *testing.T) *sql.DB {
	t.Helper()
	fieldOnce.Do(func() { fieldErr = open() })
	if fieldErr != nil {
		t.Fatal(fieldErr)
	}
	return fieldDB
}

// setting is what the tools find: tables with rows, a statement that failed,
// and a session that waits for another's lock.
var setting = []string{
	"UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME IN ('events_statements_history_long', 'events_waits_current')",
	"UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME = 'wait/lock/metadata/sql/mdl'",
	"CREATE DATABASE shop",
	"USE shop",
	"CREATE TABLE orders (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20), total DECIMAL(10,2), made DATETIME, KEY name (name))",
	"INSERT INTO orders (name, total, made) VALUES ('apple', 1.5, '2026-01-01 10:00:00'), ('pear', 2.25, '2026-01-02 11:00:00')",
	"CREATE TABLE items (id INT PRIMARY KEY, order_id INT, FOREIGN KEY (order_id) REFERENCES orders (id))",
	"CREATE VIEW v AS SELECT id FROM orders",
	"SELECT * FROM orders",
}

func open() error {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "tooltest")
	if err != nil {
		return err
	}
	cleanup = append(cleanup, func() { os.RemoveAll(dir) })
	if served, err = server.Start(ctx, server.Config{Listen: "127.0.0.1:0", DataDir: filepath.Join(dir, "data")}); err != nil {
		return err
	}
	cleanup = append(cleanup, func() { served.Close() })
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User = "tcp", served.Addr().String(), "root"
	c, err := mysql.NewConnector(cfg)
	if err != nil {
		return err
	}
	fieldDB = sql.OpenDB(c)
	cleanup = append(cleanup, func() { fieldDB.Close() })
	if shopper, err = fieldDB.Conn(ctx); err != nil {
		return err
	}
	for _, s := range append(setting, "SELECT GET_LOCK('tools', 0)") {
		if _, err := shopper.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	shopper.ExecContext(ctx, "SELECT * FROM nosuch") // a failed statement is among what tools count
	waiter, err := fieldDB.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := waiter.ExecContext(ctx, "SET @traceparent = '00-trace'"); err != nil {
		return err
	}
	waiting, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		waiter.ExecContext(waiting, "SELECT GET_LOCK('tools', 100000)")
	}()
	cleanup = append(cleanup, func() { cancel(); <-done })
	for n := 0; n == 0; {
		if err := shopper.QueryRowContext(ctx, "SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING'").Scan(&n); err != nil {
			return err
		}
	}
	return nil
}

func hostPort(t *testing.T) (host, port string) {
	t.Helper()
	field(t)
	host, port, err := net.SplitHostPort(served.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return host, port
}
