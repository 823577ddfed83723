package sqltest_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
)

// While a statement waits for a lock its event has the kind that it has in the end, and its
// digest if it has one, whatever it waits for and however it was sent.
func TestKindIsKnownWhileWaiting(t *testing.T) {
	s := startRecording(t, perfschema.Config{})
	setup := open(t, dial(s))
	setup.SetMaxOpenConns(1)
	for _, q := range []string{
		"CREATE DATABASE d", "USE d", "CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, n INT, KEY n (n))", "CREATE TABLE u (id INT PRIMARY KEY AUTO_INCREMENT)", "CREATE VIEW v AS SELECT id FROM t",
		"CREATE PROCEDURE alters() ALTER TABLE t ADD COLUMN p INT", "CREATE PROCEDURE inserts() INSERT INTO t (n) VALUES (5)", "CREATE PROCEDURE locks() SELECT GET_LOCK('l', 60)",
	} {
		mustExec(t, setup, q)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	connect := func(queries ...string) (*sql.DB, int64) {
		conn := open(t, dial(s))
		conn.SetMaxOpenConns(1)
		var id int64
		for _, q := range append([]string{"USE d"}, queries...) {
			if _, err := conn.ExecContext(ctx, q); err != nil {
				t.Fatal(q, err)
			}
		}
		if err := conn.QueryRowContext(ctx, "SELECT THREAD_ID FROM performance_schema.threads WHERE PROCESSLIST_ID = CONNECTION_ID()").Scan(&id); err != nil {
			t.Fatal(err)
		}
		return conn, id
	}
	for _, c := range []struct {
		name          string
		block, before []string // of who holds the lock, and of who waits
		free          string
		statements    []string
		prepares      bool // the protocol of prepared statements, too
	}{
		{"definition of a used table", []string{"START TRANSACTION", "SELECT * FROM t", "SELECT * FROM v"}, nil, "COMMIT", []string{
			"ALTER TABLE t ADD COLUMN a INT", "CREATE INDEX i ON t (n)", "DROP INDEX i ON t", "TRUNCATE TABLE t", "RENAME TABLE t TO t2", "ALTER TABLE t RENAME TO t2",
			"CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET @a = 1", "CREATE OR REPLACE VIEW v AS SELECT n FROM t", "ALTER VIEW v AS SELECT id FROM t", "CALL alters()",
			"LOCK TABLES t WRITE", "EXECUTE p", "/* here */ alter table t add column b int", "DROP DATABASE d2",
		}, true},
		{"locked table", []string{"LOCK TABLES t WRITE"}, nil, "UNLOCK TABLES", []string{
			"INSERT INTO t (n) VALUES (1)", "UPDATE t SET n = 2", "DELETE FROM t WHERE id = 1", "INSERT INTO t (n) SELECT 3", "SELECT * FROM t", "CALL inserts()", "LOCK TABLES t READ",
			"CREATE TABLE copied AS SELECT * FROM t", "EXECUTE q",
		}, true},
		{"global read lock", []string{"FLUSH TABLES WITH READ LOCK"}, nil, "UNLOCK TABLES", []string{
			"INSERT INTO t (n) VALUES (1)", "CREATE TABLE made (a INT)", "DROP TABLE made", "ALTER TABLE t ADD COLUMN c INT", "CREATE DATABASE d3", "DROP DATABASE d3", "CREATE USER ann", "GRANT SELECT ON d.* TO ann", "DROP USER ann",
			"CREATE PROCEDURE made() SELECT 1", "DROP PROCEDURE made", "CREATE VIEW made AS SELECT 1", "DROP VIEW made", "CREATE EVENT made ON SCHEDULE EVERY 1 DAY DO SELECT 1", "DROP EVENT made", "CALL inserts()",
		}, false},
		{"commit of what was open", []string{"FLUSH TABLES WITH READ LOCK"}, []string{"START TRANSACTION", "INSERT INTO u VALUES ()"}, "UNLOCK TABLES", []string{
			"COMMIT", "START TRANSACTION", "ALTER TABLE t ADD COLUMN e INT", "CREATE TABLE made (a INT)", "TRUNCATE made", "DROP TABLE made", "CREATE USER ann", "ALTER USER ann ACCOUNT LOCK", "DROP USER ann", "LOCK TABLES t READ", "ANALYZE TABLE t", "FLUSH STATUS", "CREATE DATABASE d3", "DROP DATABASE d3",
		}, false},
		{"backup lock", []string{"LOCK INSTANCE FOR BACKUP"}, nil, "UNLOCK INSTANCE", []string{
			"CREATE TABLE made (a INT)", "ALTER TABLE made ADD COLUMN b INT", "TRUNCATE made", "DROP TABLE made", "CREATE USER ann", "DROP USER ann", "CREATE PROCEDURE made() SELECT 1", "DROP PROCEDURE made", "CREATE DATABASE d3", "DROP DATABASE d3",
		}, false},
		{"lock by name", []string{"SELECT GET_LOCK('l', 60)"}, nil, "SELECT RELEASE_LOCK('l')", []string{
			"SELECT GET_LOCK('l', 60)", "DO GET_LOCK('l', 60)", "SET @a = GET_LOCK('l', 60)", "CALL locks()",
		}, false},
	} {
		for _, q := range c.statements {
			for _, prepared := range []bool{false, true} {
				if prepared && (!c.prepares || strings.HasPrefix(q, "CREATE TRIGGER") || strings.Contains(q, "CALL") || strings.Contains(q, "DATABASE") || strings.Contains(q, "ALTER VIEW") || strings.HasPrefix(q, "EXECUTE") || strings.HasPrefix(q, "LOCK")) {
					continue
				}
				if strings.HasSuffix(q, "d2") {
					mustExec(t, setup, "CREATE DATABASE d2")
					mustExec(t, setup, "CREATE TABLE d2.t (a INT)")
				}
				waiter, thread := connect("PREPARE p FROM 'ALTER TABLE t ADD COLUMN q INT'", "PREPARE q FROM 'INSERT INTO t (n) VALUES (9)'")
				for _, first := range c.before {
					if _, err := waiter.ExecContext(ctx, first); err != nil {
						t.Fatal(first, err)
					}
				}
				run := func() error {
					_, err := waiter.ExecContext(ctx, q)
					return err
				}
				if prepared {
					stmt, err := waiter.PrepareContext(ctx, q)
					if err != nil {
						t.Fatal(q, err)
					}
					run = func() error {
						_, err := stmt.ExecContext(ctx)
						return err
					}
				}
				block := c.block
				if strings.HasSuffix(q, "d2") {
					block = append(block[:len(block):len(block)], "SELECT * FROM d2.t")
				}
				holder, _ := connect(block...)
				ended := make(chan error, 1)
				go func() { ended <- run() }()
				var kind, digest sql.NullString
				for waits := ""; !strings.HasPrefix(waits, "Waiting for") && waits != "User lock"; {
					var state sql.NullString
					if err := setup.QueryRowContext(ctx, "SELECT PROCESSLIST_STATE FROM performance_schema.threads WHERE THREAD_ID = ?", thread).Scan(&state); err != nil {
						t.Fatal(c.name, q, err)
					}
					waits = state.String
					select {
					case err := <-ended:
						t.Fatalf("%s: %s did not wait: %v", c.name, q, err)
					default:
					}
				}
				if err := setup.QueryRowContext(ctx, "SELECT EVENT_NAME, DIGEST FROM performance_schema.events_statements_current WHERE THREAD_ID = ? AND NESTING_EVENT_LEVEL = 0", thread).Scan(&kind, &digest); err != nil {
					t.Fatal(c.name, q, err)
				}
				if _, err := holder.ExecContext(ctx, c.free); err != nil {
					t.Fatal(err)
				}
				failed := <-ended
				var after, digested sql.NullString
				if err := setup.QueryRowContext(ctx, "SELECT EVENT_NAME, DIGEST FROM performance_schema.events_statements_history WHERE THREAD_ID = ? AND NESTING_EVENT_LEVEL = 0 ORDER BY EVENT_ID DESC LIMIT 1", thread).Scan(&after, &digested); err != nil {
					t.Fatal(c.name, q, err)
				}
				if kind != after || !strings.HasPrefix(kind.String, "statement/sql/") && !prepared {
					t.Errorf("%s: %s is %s while it waits and %s in the end (%v)", c.name, q, kind.String, after.String, failed)
				}
				if digest != digested && !strings.HasPrefix(q, "ALTER VIEW") && !prepared {
					t.Errorf("%s: %s has the digest %q while it waits and %q in the end", c.name, q, digest.String, digested.String)
				}
				_ = waiter.Close()
				_ = holder.Close()
				for _, undo := range []string{
					"RENAME TABLE t2 TO t", "ALTER TABLE t DROP COLUMN a", "ALTER TABLE t DROP COLUMN b", "ALTER TABLE t DROP COLUMN p", "ALTER TABLE t DROP COLUMN q",
					"DROP INDEX i ON t", "DROP TRIGGER g", "DROP TABLE copied", "DROP DATABASE d2",
				} {
					if c.prepares {
						_, _ = setup.ExecContext(ctx, undo)
					}
				}
			}
		}
	}
}
