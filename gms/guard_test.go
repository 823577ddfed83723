package gms_test

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	gmssql "github.com/dolthub/go-mysql-server/sql"
	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
)

// guard is something that keeps the server safe.
type guard struct {
	name  string
	holds func(t *testing.T, cfg perfschema.Config)
}

// guards are those that ask what runs, which a recorded statement says of itself:
// each must hold for one that nothing records.
var guards = []guard{
	{"a stalled reader", stalledReader},
	{"whole results", wholeResults},
	{"a panic", panicUnrecorded},
	{"the rights of a procedure", procedureOfAnother},
	{"the rights of a procedure beside a cursor", procedureBesideCursor},
	{"the depth of procedures", procedureDepth},
	{"the depth of views and texts", nestingDepth},
	{"the limit of memory", memoryLimit},
	{"the limit of memory of all", memoryLimitOfAll},
	{"secrets", secretsOfProcesses},
	{"transactions", transactionsEnd},
	{"KILL", killed},
	{"the limit of time", timeLimited},
	{"the limit of time of a cursor", timeOfCursor},
	{"KILL amid rows", killedAmidRows},
	{"KILL while a statement is planned", endsInPlan},
	{"the processes of others", othersProcesses},
}

// What keeps the server safe does so whether or not statements are recorded: with
// the Schema on, off, and without room for one more Thread.
func TestGuards(t *testing.T) {
	noRoom := perfschema.DefaultSizes()
	noRoom.ThreadInstances = 0
	disabled := perfschema.Config{Instruments: []perfschema.InstrumentRule{{Pattern: "%"}}}
	for name, cfg := range map[string]perfschema.Config{
		"on": {}, "off": {Off: true}, "no room": {Sizes: noRoom}, "disabled": disabled,
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "on" && name != "off" {
				t.Skip("goes the ways that on and off go")
			}
			for _, g := range guards {
				t.Run(g.name, func(t *testing.T) { g.holds(t, cfg) })
			}
		})
	}
}

// Who takes no more of a result has the server read no more of it.
func stalledReader(t *testing.T, cfg perfschema.Config) {
	d := &sizedDatabase{Database: memory.NewDatabase("sized"), sizes: make([]int, 4000)}
	for i := range d.sizes {
		d.sizes[i] = 1 << 20
	}
	s := startServerOf(t, cfg, memory.NewDatabase("shop"), d)
	other := s.connect(t, "root", "")
	for _, query := range []string{
		"SELECT id, body FROM told", "SELECT id, body FROM untold", "SELECT id, CONCAT(body, 'x') FROM told", "SELECT * FROM told LIMIT 3000",
	} {
		c, client := s.connectNarrow(t, "sized")
		d.given.Store(0)
		r, err := c.QueryContext(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if !r.Next() {
				t.Fatal("no rows: ", r.Err())
			}
		}
		for range 300 { // all that it may read it has time to
			rows(t, other, "SELECT 1")
			runtime.Gosched()
		}
		if n := d.given.Load(); n > 40 { // two are fetched, some lie in the sockets' buffers
			t.Errorf("%s: %d rows of 1 MiB are read", query, n)
		}
		client.Close()
		r.Close()
	}
}

// A windowed result is the one that there is, and its buffer stays small.
func wholeResults(t *testing.T, cfg perfschema.Config) {
	d := &sizedDatabase{Database: memory.NewDatabase("sized")}
	for i := range 3000 {
		d.sizes = append(d.sizes, []int{0, 900, 20_000}[i%3])
	}
	s := startServerOf(t, cfg, memory.NewDatabase("shop"), d)
	c := s.connect(t, "root", "sized")
	for _, query := range []string{"SELECT * FROM told", "SELECT id, CONCAT(body, '') FROM told", "SELECT * FROM untold LIMIT 2999"} {
		r, err := c.QueryContext(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		want := 3000
		if strings.Contains(query, "LIMIT") {
			want = 2999
		}
		d.check(t, query, r, 0, want)
		if got := rows(t, c, "SELECT FOUND_ROWS()")[0][0]; got != fmt.Sprint(want) {
			t.Errorf("%s: FOUND_ROWS() is %s", query, got)
		}
	}
	for range 100 {
		b := gmssql.ByteBufPool.Get().(*gmssql.ByteBuffer)
		if size := cap(b.Get()); size > 16<<10 {
			t.Errorf("a buffer of %d bytes is in the pool", size)
		}
	}
}

// A panic ends its statement and rolls its transaction back, and is counted and
// logged.
func panicUnrecorded(t *testing.T, cfg perfschema.Config) {
	s, log := startBoomWith(t, cfg)
	c := s.connectWith(t, nil)
	for i, query := range []string{"SELECT boom(i) FROM t", "INSERT INTO u SELECT boom(i) FROM t", "CALL explodes()", "SELECT boom_when_bound()"} {
		mustExec(t, c, "START TRANSACTION")
		if number, _, message := errorOf(t, c, query); number != 1105 || strings.Contains(message, "secret") {
			t.Errorf("%s: %d %s", query, number, message)
		}
		if got := s.panicsCaught(t, c); got != uint64(i+1) {
			t.Errorf("%s: %d panics counted", query, got)
		}
		if got := rows(t, c, "SELECT COUNT(*) FROM u"); got[0][0] != "0" {
			t.Errorf("%s: %v rows stay", query, got)
		}
	}
	if text := log.String(); !strings.Contains(text, "the secret of row 13") || !strings.Contains(text, "panic_test.go") {
		t.Errorf("log: %s", text)
	}
}

// While the rows of a cursor are read, other statements run: they are guarded too.
func procedureBesideCursor(t *testing.T, cfg perfschema.Config) {
	if racetest.Enabled {
		t.Skip("vitess and the engine share a connection's status flags while a cursor is open")
	}
	d := &sizedDatabase{Database: memory.NewDatabase("sized"), sizes: make([]int, 5000)}
	s := startServerOf(t, cfg, memory.NewDatabase("shop"), memory.NewDatabase("vault"), d)
	root := s.connect(t, "root", "shop")
	for _, q := range []string{
		"CREATE TABLE vault.secret (id INT PRIMARY KEY)", "CREATE USER dev@localhost", "GRANT ALL ON shop.* TO dev@localhost",
		"CREATE PROCEDURE again() CALL again()",
	} {
		mustExec(t, root, q)
	}
	mustExec(t, s.connect(t, "dev", "shop"), "CREATE PROCEDURE spy() SELECT * FROM vault.secret")
	w := s.connectWire(t, "sized")
	id := w.command(0x16, []byte("SELECT id, body FROM told"))[1:5]
	w.until(0xfe)
	w.command(0x17, id, []byte{1, 1, 0, 0, 0})
	w.until(0xfe)
	for query, want := range map[string]uint16{"CALL shop.spy()": 1142, "CALL shop.again()": 1456} {
		w.send(3, []byte(query))
		p := w.packet()
		if p[0] != 0xff || binary.LittleEndian.Uint16(p[1:]) != want {
			t.Errorf("%s: %q", query, p)
		}
	}
}

// A procedure that calls itself ends.
func procedureDepth(t *testing.T, cfg perfschema.Config) {
	s := startServer(t, cfg)
	c := s.connect(t, "root", "shop")
	mustExec(t, c, "CREATE PROCEDURE again() CALL again()")
	mustExec(t, c, "CREATE PROCEDURE there() CALL back()")
	mustExec(t, c, "CREATE PROCEDURE back() CALL there()")
	for _, query := range []string{"CALL again()", "CALL there()", "CALL again()"} {
		if number, _, message := errorOf(t, c, query); number != 1456 {
			t.Errorf("%s: %d %s", query, number, message)
		}
	}
}

// What nests too deeply is refused.
func nestingDepth(t *testing.T, cfg perfschema.Config) {
	s := startServer(t, cfg)
	c := s.connect(t, "root", "shop")
	if number, _, _ := errorOf(t, c, "SELECT "+strings.Repeat("~", 800_000)+"1"); number != 1436 {
		t.Errorf("%d", number)
	}
	mustExec(t, c, "CREATE VIEW v AS SELECT 1 AS a")
	if number, _, _ := errorOf(t, c, "CREATE OR REPLACE VIEW v AS SELECT * FROM v"); number != 1462 {
		t.Errorf("%d", number)
	}
}

// What a connection holds is limited, though nothing is counted.
func memoryLimit(t *testing.T, cfg perfschema.Config) {
	s := startServerOf(t, cfg, memory.NewDatabase("shop"), &wideDatabase{memory.NewDatabase("made"), 30000, nil})
	root := s.connectWith(t, nil)
	mustExec(t, root, "CREATE USER ann")
	mustExec(t, root, "GRANT ALL ON made.* TO ann")
	mustExec(t, root, "GRANT ALL ON shop.* TO ann")
	before := rows(t, root, "SELECT @@GLOBAL.connection_memory_limit")[0][0]
	mustExec(t, root, "SET GLOBAL connection_memory_limit = 4000000")
	defer mustExec(t, root, "SET GLOBAL connection_memory_limit = "+before)
	for _, query := range []string{
		"SELECT * FROM made.wide ORDER BY k",
		"SELECT * FROM made.wide a JOIN made.wide b ON a.k + 1 = b.k + 1",
		"SELECT k, COUNT(*) FROM made.wide GROUP BY k, CONCAT(k, 'x')",
		"SELECT DISTINCT CONCAT(k, 'x') FROM made.wide UNION SELECT k FROM made.wide ORDER BY 1",
	} {
		c := s.connectWith(t, func(c *mysql.Config) { c.User = "ann" })
		if number, _, message := errorOf(t, c, query); number != 4082 {
			t.Errorf("%s: %d %s", query, number, message)
		}
		if err := c.PingContext(t.Context()); err == nil {
			t.Errorf("%s: the connection goes on", query)
		}
	}
	c := s.connectWith(t, func(c *mysql.Config) { c.User = "ann" })
	mustExec(t, c, "SET @a = REPEAT('a', 3000000)")
	mustExec(t, c, "SET @b = REPEAT('b', 3000000)")
	if err := c.PingContext(t.Context()); err == nil {
		t.Error("a connection whose session holds too much goes on")
	}
	if number, _, message := errorOf(t, root, "SELECT * FROM made.wide ORDER BY k LIMIT 10"); number != 0 {
		t.Errorf("an administrator: %d %s", number, message)
	}
}

// No process list shows a password, of whichever statement of a text.
func secretsOfProcesses(t *testing.T, cfg perfschema.Config) {
	s := startServer(t, cfg)
	other := s.connect(t, "root", "")
	for _, query := range []string{
		"SELECT SLEEP(100); CREATE USER eve IDENTIFIED BY 'hunter2'",
		"SELECT SLEEP(100) AS `x` /* ' */; SET PASSWORD = 'hunter2'",
	} {
		c := s.connectWith(t, func(c *mysql.Config) { c.MultiStatements = true })
		number := rows(t, c, "SELECT CONNECTION_ID()")[0][0]
		done := make(chan error)
		go func() {
			_, err := c.ExecContext(t.Context(), query)
			done <- err
		}()
		list := "SELECT INFO FROM information_schema.PROCESSLIST WHERE ID = " + number
		await(t, "the statement to run", func() bool {
			got := rows(t, other, list)
			return len(got) == 1 && strings.Contains(got[0][0], "SLEEP")
		})
		for _, r := range rows(t, other, list) {
			if strings.Contains(r[0], "hunter2") {
				t.Errorf("%s: shown as %s", query, r[0])
			}
		}
		mustExec(t, other, "KILL "+number)
		<-done
	}
}

// A client is told the truth of its transaction, and what commits implicitly leaves
// a session that commits by itself again.
func transactionsEnd(t *testing.T, cfg perfschema.Config) {
	s := startServer(t, cfg)
	w := s.connectWire(t, "shop")
	status := func(query string) uint16 {
		t.Helper()
		p := w.command(3, []byte(query))
		if p[0] != 0 {
			t.Fatalf("%s: %q", query, p)
		}
		return uint16(p[3]) | uint16(p[4])<<8
	}
	const autocommit, inTransaction = 2, 1
	for _, step := range []struct {
		query string
		want  uint16
	}{
		{"CREATE TABLE t (i INT PRIMARY KEY)", autocommit},
		{"INSERT INTO t VALUES (1)", autocommit},
		{"START TRANSACTION", autocommit | inTransaction},
		{"INSERT INTO t VALUES (2)", autocommit | inTransaction},
		{"COMMIT", autocommit},
		{"SET autocommit = 0", 0},
		{"INSERT INTO t VALUES (3)", inTransaction},
		{"ROLLBACK", 0},
		{"SET autocommit = 1", autocommit},
	} {
		if got := status(step.query) & (autocommit | inTransaction); got != step.want {
			t.Errorf("%s: flags %d, want %d", step.query, got, step.want)
		}
	}
}

// KILL ends what waits.
func killed(t *testing.T, cfg perfschema.Config) {
	s := startServer(t, cfg)
	root := s.connect(t, "root", "")
	rows(t, root, "SELECT GET_LOCK('mine', 1)")
	for _, query := range []string{"SELECT SLEEP(1000)", "SELECT GET_LOCK('mine', 1000)"} {
		for _, kill := range []string{"KILL QUERY ", "KILL "} {
			c := s.connect(t, "root", "")
			number := rows(t, c, "SELECT CONNECTION_ID()")[0][0]
			done := make(chan error)
			go func() {
				r, err := c.QueryContext(t.Context(), query)
				if err == nil {
					for r.Next() {
					}
					err = r.Err()
					r.Close()
				}
				done <- err
			}()
			await(t, "the statement to run", func() bool {
				return len(rows(t, root, "SELECT 1 FROM information_schema.PROCESSLIST WHERE INFO LIKE '"+query[:12]+"%' AND ID = "+number)) == 1
			})
			mustExec(t, root, kill+number)
			<-done
		}
	}
}

// An account sees no other's statements, nor ends them.
func othersProcesses(t *testing.T, cfg perfschema.Config) {
	s := startServer(t, cfg)
	root := s.connect(t, "root", "")
	mustExec(t, root, "CREATE USER ann")
	number := rows(t, root, "SELECT CONNECTION_ID()")[0][0]
	c := s.connectWith(t, func(c *mysql.Config) { c.User, c.DBName = "ann", "" })
	if got := rows(t, c, "SELECT 1 FROM information_schema.PROCESSLIST WHERE ID = "+number); len(got) != 0 {
		t.Error("root's statements are shown")
	}
	for _, query := range []string{"KILL " + number, "SET GLOBAL max_connections = 3", "FLUSH STATUS", "SHOW ENGINE PERFORMANCE_SCHEMA STATUS"} {
		if code, _, message := errorOf(t, c, query); code == 0 {
			t.Errorf("%s is allowed %s", query, message)
		}
	}
}
