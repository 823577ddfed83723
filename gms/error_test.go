package gms_test

import (
	"database/sql"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// raised is how often the server has had an error, and how often it was
// handled.
func (s *testServer) raised(number int) (raised, handled uint64) {
	index := 0
	for i, e := range s.schema.Read().KnownErrors() {
		if e.Number == number {
			index = i + 1
		}
	}
	for _, stats := range s.schema.Read().ErrorSummary(record.Global, 0).All() {
		raised, handled = stats[index].Raised, stats[index].Handled
	}
	return raised, handled
}

func (s *testServer) wantRaised(t *testing.T, when string, number int, raised, handled uint64) {
	t.Helper()
	if r, h := s.raised(number); r != raised || h != handled {
		t.Errorf("%s: error %d was raised %d times and handled %d times, want %d and %d", when, number, r, h, raised, handled)
	}
}

func TestErrorsOfStatements(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	shopTables(t, c)
	th := s.thread(t, c)
	for _, q := range []string{"SELEC 1", "SELECT * FROM nowhere", "SELECT * FROM nowhere", "INSERT INTO product VALUES (1,'x',1)"} {
		if _, err := s.run(t, th, c, q); err == nil {
			t.Errorf("%s: no error", q)
		}
	}
	if _, err := c.PrepareContext(t.Context(), "SELECT * FROM nowhere"); err == nil {
		t.Error("prepared")
	}
	// A statement that is not recorded fails all the same.
	for _, class := range s.schema.Read().ClassesOf(perfschema.KindStatement) {
		class.SetEnabled(false)
	}
	if _, err := tryRows(t.Context(), c, "SELECT nothing FROM product"); err == nil {
		t.Error("no error")
	}
	s.wantRaised(t, "all", 1064, 1, 0)
	s.wantRaised(t, "all", 1146, 3, 0)
	s.wantRaised(t, "all", 1062, 1, 0)
	s.wantRaised(t, "all", 1054, 1, 0)
	s.wantRaised(t, "all", 0, 0, 0)
}

// Warnings and notes are counted once, though SHOW WARNINGS and SET leave them
// where they are.
func TestWarningsAreErrors(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, nil)
	for _, q := range []string{
		"DROP TABLE IF EXISTS nowhere", "SHOW WARNINGS", "SET @a = 1", "SHOW WARNINGS LIMIT 1",
		"SELECT 1", "DROP TABLE IF EXISTS nowhere, neither",
	} {
		rowsOf(t, c, q)
	}
	s.wantRaised(t, "notes", 1051, 3, 0)
}

// A client that is turned away has a Thread but no account.
func TestErrorsOfConnecting(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User, cfg.Passwd = "tcp", s.addr, "nobody", "wrong"
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	if err := db.Ping(); err == nil {
		t.Fatal("nobody was let in")
	}
	s.wantRaised(t, "refused", 1045, 1, 0)
}

// TestLocalInfileOff has LOAD DATA LOCAL refused in MySQL's words where local_infile is OFF.
func TestLocalInfileOff(t *testing.T) {
	c := startServer(t, perfschema.Config{}).connect(t, "root", "shop")
	mustExec(t, c, "CREATE TABLE filled (i INT)")
	before := rows(t, c, "SELECT @@GLOBAL.local_infile")[0][0]
	mustExec(t, c, "SET GLOBAL local_infile = 0")
	defer mustExec(t, c, "SET GLOBAL local_infile = "+before)
	const want = "Loading local data is disabled; this must be enabled on both the client and server sides"
	if number, state, text := errorOf(t, c, "LOAD DATA LOCAL INFILE 'a' INTO TABLE filled"); number != 3948 || state != "42000" || text != want {
		t.Errorf("%d %s %s", number, state, text)
	}
}
