package demo_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	_ "github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/server"
	"github.com/perfschema/perfschema/server/demo"
)

func start(t *testing.T, cfg server.Config) (*server.Server, *sql.DB) {
	t.Helper()
	cfg.Listen, cfg.DataDir = "127.0.0.1:0", t.TempDir()
	s, err := server.Start(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("mysql", "root@tcp("+s.Addr().String()+")/")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		db.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, db
}

func count(t *testing.T, db *sql.DB, query string) (n int) {
	t.Helper()
	if err := db.QueryRow(query).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

func small(s *server.Server, out *bytes.Buffer) demo.Options {
	return demo.Options{Addr: demo.Address(s.Addr()), User: "root", Size: 500, Duration: 1500 * time.Millisecond, Out: out}
}

func TestDemo(t *testing.T) {
	s, db := start(t, server.Config{})
	var out bytes.Buffer
	if err := demo.Run(context.Background(), small(s, &out)); err != nil {
		t.Fatal(err)
	}
	if got := count(t, db, "SELECT COUNT(*) FROM shop.customers"); got != 50 {
		t.Errorf("%d customers, want 50", got)
	}
	lines := count(t, db, "SELECT COUNT(*) FROM shop.order_lines WHERE order_id <= 500 AND line_no <= 6")
	if lines < 500 || lines > 3000 {
		t.Errorf("%d order lines", lines)
	}
	if got := count(t, db, "SELECT COUNT(*) FROM mysql.user WHERE user LIKE 'shop%'"); got != 0 {
		t.Errorf("%d users are left", got)
	}
	// No terminal, no progress bar; the closing text has the statements.
	if strings.ContainsAny(out.String(), "\r#") {
		t.Errorf("a progress bar without a terminal: %q", out.String())
	}
	for _, suggestion := range demo.Suggestions {
		if !strings.Contains(out.String(), suggestion) {
			t.Errorf("the text lacks %q", suggestion)
		}
		rows, err := db.Query(strings.TrimSuffix(suggestion, ";"))
		if err != nil {
			t.Fatalf("%s: %v", suggestion, err)
		}
		n := 0
		for rows.Next() {
			n++
		}
		if err := rows.Close(); err != nil || n < 3 {
			t.Errorf("%s: %d rows, %v", suggestion, n, err)
		}
	}
	// What the workload promises: failures, rollbacks, several users.
	for what, query := range map[string]string{
		"failed statements": "SELECT SUM(SUM_ERRORS) FROM performance_schema.events_statements_summary_by_user_by_event_name WHERE USER LIKE 'shop%'",
		"rollbacks":         "SELECT COUNT_STAR FROM performance_schema.events_statements_summary_global_by_event_name WHERE EVENT_NAME = 'statement/sql/rollback'",
		"sorted rows":       "SELECT SUM(SUM_SORT_ROWS) FROM performance_schema.events_statements_summary_by_digest WHERE SCHEMA_NAME = 'shop'",
		"prepared":          "SELECT COUNT_STAR FROM performance_schema.events_statements_summary_global_by_event_name WHERE EVENT_NAME = 'statement/com/Execute'",
	} {
		if count(t, db, query) == 0 {
			t.Errorf("no %s", what)
		}
	}
	if got := count(t, db, "SELECT COUNT(*) FROM performance_schema.users WHERE USER LIKE 'shop%'"); got != 3 {
		t.Errorf("%d users of the shop, want 3", got)
	}

	// The second time the database is there and stays.
	before := count(t, db, "SELECT COUNT(*) FROM shop.orders")
	if err := demo.Run(context.Background(), small(s, &out)); err != nil {
		t.Fatal(err)
	}
	if after := count(t, db, "SELECT COUNT(*) FROM shop.orders"); after < before {
		t.Errorf("%d orders became %d", before, after)
	}
}

func TestDemoProgress(t *testing.T) {
	s, _ := start(t, server.Config{})
	var out bytes.Buffer
	o := small(s, &out)
	o.Terminal = true
	if err := demo.Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`\rfilling +\[#+\.*\] +\d+ %`, `\rworking +\[#+\.*\] +\d+ %  \d+ statements`} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("no %s in %q", want, out.String())
		}
	}
}

func TestDemoWithoutPerformanceSchema(t *testing.T) {
	s, _ := start(t, server.Config{PerformanceSchema: perfschema.Config{Off: true}})
	var out bytes.Buffer
	if err := demo.Run(context.Background(), small(s, &out)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "Nothing was recorded") {
		t.Errorf("the text is %q", out.String())
	}
}

func TestDemoLeavesForeignShopAlone(t *testing.T) {
	s, db := start(t, server.Config{})
	for _, q := range []string{"CREATE DATABASE shop", "CREATE TABLE shop.orders (order_id INT PRIMARY KEY)"} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	if err := demo.Run(context.Background(), small(s, unread())); !errors.Is(err, demo.ErrForeign) {
		t.Errorf("got %v, want %v", err, demo.ErrForeign)
	}
	if got := count(t, db, "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'shop'"); got != 1 {
		t.Errorf("%d tables, want 1", got)
	}
}

func TestDemoEndsWithItsContext(t *testing.T) {
	s, db := start(t, server.Config{})
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	o := small(s, unread())
	o.Size, o.Duration = 50_000, time.Hour
	if err := demo.Run(ctx, o); err != nil {
		t.Fatal(err)
	}
	// Interrupted while filling, it takes the half-filled database away.
	if got := count(t, db, "SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name = 'shop'"); got != 0 {
		t.Error("a part of the database is left")
	}
}

// unread is a place for output nobody reads.
func unread() *bytes.Buffer { return new(bytes.Buffer) }
