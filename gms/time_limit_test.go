package gms_test

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	gmssql "github.com/dolthub/go-mysql-server/sql"
	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
)

// endlessDatabase has a table without end, whose rows are of 100 bytes, and one that
// is found no sooner than the statement which looks for it is to end.
type endlessDatabase struct {
	*memory.Database
	asked chan struct{} // gives one for each that waits
	read  bool          // the table was read
}

func newEndless() *endlessDatabase {
	return &endlessDatabase{Database: memory.NewDatabase("endless"), asked: make(chan struct{})}
}

func (d *endlessDatabase) GetTableInsensitive(ctx *gmssql.Context, name string) (gmssql.Table, bool, error) {
	switch name {
	case "late":
		if ctx.Err() == nil { // it is looked for more than once
			d.asked <- struct{}{}
			<-ctx.Done()
		}
	case "endless":
	default:
		return nil, false, nil
	}
	return &endlessTable{sizedTable{&sizedDatabase{}, name}, d}, true, nil
}

type endlessTable struct {
	sizedTable
	database *endlessDatabase
}

func (e *endlessTable) PartitionRows(*gmssql.Context, gmssql.Partition) (gmssql.RowIter, error) {
	e.database.read = e.name == "late"
	return endlessRows{}, nil
}

type endlessRows struct{}

func (endlessRows) Next(*gmssql.Context) (gmssql.Row, error) {
	return gmssql.Row{int64(1), body(1, 100)}, nil
}
func (endlessRows) Close(*gmssql.Context) error { return nil }

// connectionLost is what a client makes of a connection that has ended.
const connectionLost = 2013

// readToEnd gives the number of the error in which a query ends.
func readToEnd(t *testing.T, c *sql.Conn, query string, args ...any) uint16 {
	t.Helper()
	r, err := c.QueryContext(t.Context(), query, args...)
	if err == nil {
		for r.Next() {
		}
		err = r.Err()
		r.Close()
	}
	return numberOf(err)
}

func numberOf(err error) uint16 {
	var m *mysql.MySQLError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &m):
		return m.Number
	}
	return connectionLost
}

// A statement that is killed when some of its result has been sent ends in an error,
// and its connection goes on.
func killedAmidRows(t *testing.T, cfg perfschema.Config) {
	s := startServerOf(t, cfg, memory.NewDatabase("shop"), newEndless())
	root, c := s.connect(t, "root", ""), s.connect(t, "root", "endless")
	number := rows(t, c, "SELECT CONNECTION_ID()")[0][0]
	for _, query := range []string{"SELECT * FROM endless", "SELECT * FROM endless WHERE id = ?", "SELECT a.id, b.body FROM endless a, endless b"} {
		var args []any
		if strings.Contains(query, "?") {
			args = append(args, 1)
		}
		r, err := c.QueryContext(t.Context(), query, args...)
		if err != nil {
			t.Fatal(err)
		}
		for range 1000 {
			if !r.Next() {
				t.Fatal(r.Err())
			}
		}
		mustExec(t, root, "KILL QUERY "+number)
		for r.Next() {
		}
		if got := numberOf(r.Err()); got != 1317 {
			t.Errorf("%s: error %d", query, got)
		}
		r.Close()
		if got := rows(t, c, "SELECT CONNECTION_ID()"); got[0][0] != number {
			t.Errorf("%s: the connection is %v", query, got)
		}
	}
}

// A SELECT ends when its time is over, wherever it is and however it came, and what
// is none does not. The connection goes on.
func timeLimited(t *testing.T, cfg perfschema.Config) {
	s := startServerOf(t, cfg, memory.NewDatabase("shop"), newEndless())
	c := s.connect(t, "root", "endless")
	mustExec(t, c, "CREATE PROCEDURE shop.naps() SELECT SLEEP(0.05)")
	mustExec(t, c, "CREATE TABLE shop.t (a DOUBLE)")
	ends := func(query string, args ...any) {
		t.Helper()
		if number := readToEnd(t, c, query, args...); number != 3024 {
			t.Errorf("%s: error %d", query, number)
		}
		mustExec(t, c, "SET @after = 1") // which has no limit, as a SELECT has
	}
	for _, limit := range []string{"SET SESSION max_execution_time = 20", "SET GLOBAL max_execution_time = 20", ""} {
		mustExec(t, c, "SET SESSION max_execution_time = DEFAULT")
		hint := ""
		switch limit {
		case "":
			hint = "/*+ NO_MERGE(t) MAX_EXECUTION_TIME(20) */"
		case "SET GLOBAL max_execution_time = 20":
			mustExec(t, c, limit)
			c = s.connect(t, "root", "endless")
			mustExec(t, c, "SET GLOBAL max_execution_time = 0")
		default:
			mustExec(t, c, limit)
		}
		ends("SELECT " + hint + " SLEEP(1000)")
		ends("SELECT "+hint+" SLEEP(?)", 1000) // by the protocol of prepared statements
		ends("SELECT " + hint + " COUNT(*) FROM endless")
		ends("SELECT " + hint + " * FROM endless")
		ends("SELECT "+hint+" * FROM endless WHERE id = ?", 1)
		ends("(SELECT " + hint + " * FROM endless) UNION ALL SELECT 1, 2")
		ends("WITH c AS (SELECT 1) SELECT " + hint + " SLEEP(1000) FROM c")
		mustExec(t, c, "PREPARE p FROM 'SELECT "+hint+" SLEEP(1000)'")
		ends("EXECUTE p")
		mustExec(t, c, "CALL shop.naps()")
		mustExec(t, c, "INSERT INTO shop.t SELECT "+hint+" SLEEP(0.05)")
	}
	mustExec(t, c, "SET max_execution_time = 1000000")
	ends("SELECT /*+ MAX_EXECUTION_TIME(1) */ SLEEP(1000)")
	if got := rows(t, c, "SHOW GLOBAL STATUS LIKE 'Max_execution_time_exceeded'"); got[0][1] != "25" {
		t.Errorf("counted %v", got)
	}
	if got := rows(t, c, "SHOW SESSION STATUS LIKE 'Max_execution_time_exceeded'"); got[0][1] != "17" { // of the last session
		t.Errorf("counted %v of the session", got)
	}
}

// The limit holds for an execution with a cursor, which runs to its end before rows are
// fetched: the client gets the error alone, and no cursor is open.
func timeOfCursor(t *testing.T, cfg perfschema.Config) {
	if racetest.Enabled {
		t.Skip("vitess and the engine share a connection's status flags while a cursor is open")
	}
	s := startServerOf(t, cfg, memory.NewDatabase("shop"), newEndless())
	w := s.connectWire(t, "endless")
	execute := func(query string) []byte {
		id := w.command(0x16, []byte(query))[1:5]
		w.until(0xfe)
		w.send(0x17, append(append([]byte(nil), id...), 1, 1, 0, 0, 0))
		return id
	}
	execute("SELECT /*+ MAX_EXECUTION_TIME(20) */ SLEEP(1000) FROM endless")
	if p := w.packet(); p[0] != 0xff || binary.LittleEndian.Uint16(p[1:]) != 3024 {
		t.Errorf("a cursor without rows: %q", p)
	}
	id := execute("SELECT /*+ MAX_EXECUTION_TIME(200) */ body FROM endless")
	if p := w.packet(); p[0] != 0xff || binary.LittleEndian.Uint16(p[1:]) != 3024 {
		t.Errorf("a cursor of endless rows: %q", p)
	}
	w.send(0x1c, append(append([]byte(nil), id...), 0xff, 0xff, 0xff, 0xff))
	if p := w.packet(); p[0] != 0xff || binary.LittleEndian.Uint16(p[1:]) != 1421 {
		t.Errorf("rows are fetched of a cursor that was not opened: %q", p)
	}
	w.send(3, []byte("SELECT 1"))
	if p := w.packet(); p[0] != 1 {
		t.Errorf("the next statement: %q", p)
	}
}

// A statement that is killed while it is planned ends there, and is not run.
func endsInPlan(t *testing.T, cfg perfschema.Config) {
	d := newEndless()
	s := startServerOf(t, cfg, memory.NewDatabase("shop"), d)
	root := s.connect(t, "root", "")
	for _, query := range []string{
		"SELECT COUNT(*) FROM late", "SELECT * FROM endless JOIN late USING (id)", "SELECT (SELECT MAX(id) FROM late)",
		"SELECT 1 UNION SELECT id FROM late", "INSERT INTO shop.t SELECT id FROM late", "WITH c AS (SELECT * FROM late) SELECT * FROM c",
	} {
		for _, by := range []string{"KILL QUERY ", "KILL ", "its time"} {
			if by == "its time" && query[0] == 'I' {
				continue
			}
			c := s.connect(t, "root", "endless")
			mustExec(t, c, "CREATE TABLE IF NOT EXISTS shop.t (a INT)")
			number := rows(t, c, "SELECT CONNECTION_ID()")[0][0]
			want := uint16(1317)
			if by == "its time" {
				mustExec(t, c, "SET max_execution_time = 20")
				want = 3024
			}
			done := make(chan uint16)
			go func() {
				done <- readToEnd(t, c, query)
			}()
			var got uint16
			select {
			case <-d.asked:
				if by != "its time" {
					mustExec(t, root, by+number)
				}
				got = <-done
			case got = <-done: // its time may be over before it gets there
				if by != "its time" {
					t.Fatalf("%s, %s: it ended by itself, with error %d", query, by, got)
				}
			}
			if by == "KILL " && got == connectionLost { // it had ended before the answer came
				got = want
			}
			if got != want || d.read {
				t.Errorf("%s, %s: error %d, read %v", query, by, got, d.read)
			}
		}
	}
}
