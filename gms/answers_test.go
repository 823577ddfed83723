package gms_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/enginetest"
	"github.com/dolthub/go-mysql-server/enginetest/queries"
	"github.com/dolthub/go-mysql-server/enginetest/scriptgen/setup"
	"github.com/dolthub/go-mysql-server/server"
	gmssql "github.com/dolthub/go-mysql-server/sql"
	"github.com/go-sql-driver/mysql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
)

const (
	// answersMode says over which engine a child process serves, answersFile where it writes to.
	answersMode = "PERFSCHEMA_ANSWERS"
	answersFile = "PERFSCHEMA_ANSWERS_FILE"
)

// TestAnswersAreTheEngines checks that a server without the dialect answers every statement of the
// engine's own tests with the bytes of the bare server: results, their columns' types and flags,
// errors, counts and status flags. A process has one set of system variables: each server has a
// process of its own.
func TestAnswersAreTheEngines(t *testing.T) {
	if testing.Short() || os.Getenv(answersMode) != "" {
		t.Skip("serves the engine's statements three times")
	}
	again, bare, recorded := answersOf(t, "bare"), answersOf(t, "bare"), answersOf(t, "recorded")
	if len(bare) < 13000 || len(bare) != len(recorded) || len(bare) != len(again) {
		t.Fatalf("%d and %d answers of the bare server, %d of the recorded one", len(bare), len(again), len(recorded))
	}
	changing := 0
	for i := range bare {
		switch {
		case bare[i] != again[i]:
			changing++ // the time, or an order that is nobody's
		case bare[i] != recorded[i] && !showsAddition(bare[i]):
			t.Errorf("bare server %s\nrecorded one %s", bare[i], recorded[i])
		}
	}
	if changing > len(bare)/100 {
		t.Errorf("%d of %d answers differ between two bare servers", changing, len(bare))
	}
}

// showsAddition reports whether a statement reads what a recorder adds: the rows of
// INFORMATION_SCHEMA.PROFILING, whose columns are MySQL's then, and system variables, for each of
// which one statement warns.
func showsAddition(answer string) bool {
	return strings.HasSuffix(answer, `"SELECT * FROM information_schema.profiling"`) ||
		strings.HasSuffix(answer, `"SHOW VARIABLES WHERE \"abc\" and variable_name = 'autocommit'"`)
}

// answersOf has a child process serve the statements, and returns a line for each answer.
func answersOf(t *testing.T, mode string) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), mode)
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestServeAnswers$", "-test.timeout=10m")
	cmd.Env = append(os.Environ(), answersMode+"="+mode, answersFile+"="+file)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s server: %v\n%s", mode, err, out)
	}
	lines, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(lines)), "\n")
}

// TestServeAnswers is what a child process runs.
func TestServeAnswers(t *testing.T) {
	mode := os.Getenv(answersMode)
	if mode == "" {
		t.Skip("run by TestAnswersAreTheEngines")
	}
	logrus.SetLevel(logrus.PanicLevel)
	var ps *perfschema.Schema // nil: the bare server
	if mode != "bare" {
		var err error
		if ps, err = perfschema.New(perfschema.Config{}); err != nil {
			t.Fatal(err)
		}
	}
	c := &answersClient{t: t, addr: serveAnswers(t, ps)}
	for i, script := range answerScripts() {
		c.multi = i%2 == 1
		c.connect(script.database)
		for _, text := range script.texts {
			c.query(text)
			if script.prepared {
				c.prepare(text)
			}
		}
	}
	if ps != nil {
		c.checkRecorded(ps)
	}
	if err := os.WriteFile(os.Getenv(answersFile), []byte(c.answers.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// serveAnswers serves an engine over tables in memory, and returns its address. Accounts are
// kept, as the engine answers some statements otherwise without.
func serveAnswers(t *testing.T, ps *perfschema.Schema) string {
	h := enginetest.NewDefaultMemoryHarness()
	h.Setup(setup.SimpleSetup...)
	e, err := h.NewEngine(t)
	if err != nil {
		t.Fatal(err)
	}
	engine := e.(*sqle.Engine)
	engine.Analyzer.Catalog.MySQLDb.SetEnabled(true)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	cfg := server.Config{Protocol: "tcp", Address: l.Addr().String(), Listener: l}
	var srv *server.Server
	if ps == nil {
		srv, err = server.NewServer(cfg, engine, gmssql.NewContext, h.SessionBuilder(), nil)
	} else {
		srv, err = recordedServer(cfg, engine, h.SessionBuilder(), ps)
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = srv.Start() }()
	t.Cleanup(func() { _ = srv.Close() })
	return l.Addr().String()
}

// recordedServer is a server that records everything, without the dialect. Its databases are not
// listed, as the lists of the bare server have none of them.
func recordedServer(cfg server.Config, engine *sqle.Engine, sessions server.SessionBuilder, ps *perfschema.Schema) (*server.Server, error) {
	for _, c := range perfschema.Consumers() {
		ps.SetConsumer(c, true)
	}
	a, err := gms.New(ps, gms.Options{})
	if err != nil {
		return nil, err
	}
	observed, err := gms.Observe(a, engine)
	if err != nil {
		return nil, err
	}
	return a.NewServer(cfg, observed, sessions)
}

// answerScript is statements that one connection sends.
type answerScript struct {
	database string
	texts    []string
	prepared bool // each is also prepared and executed
}

// answerScripts are the statements of the engine's tests.
func answerScripts() []answerScript {
	reads := answerScript{database: "mydb", prepared: true}
	for _, tests := range [][]queries.QueryTest{queries.QueryTests, queries.FunctionQueryTests, queries.JoinQueryTests, queries.DateParseQueries, queries.BlobQueries, queries.InfoSchemaQueries} {
		for _, q := range tests {
			if len(q.Bindings) == 0 {
				reads.texts = append(reads.texts, q.Query)
			}
		}
	}
	for _, q := range queries.ErrorQueries {
		reads.texts = append(reads.texts, q.Query)
	}
	scripts := []answerScript{reads}
	for _, tests := range [][]queries.WriteQueryTest{queries.InsertQueries, queries.UpdateWriteQueryTests, queries.DeleteTests, queries.ReplaceQueries} {
		writes := answerScript{database: "mydb"}
		for _, q := range tests {
			writes.texts = append(writes.texts, q.WriteQuery, q.SelectQuery)
		}
		scripts = append(scripts, writes)
	}
	for i, tests := range [][]queries.ScriptTest{queries.ScriptTests, queries.InsertScripts, queries.AlterTableScripts, queries.ForeignKeyTests, queries.ProcedureLogicTests, queries.TriggerTests} {
		for j, s := range tests {
			database := fmt.Sprintf("answers_%d_%d", i, j)
			script := answerScript{texts: append([]string{"CREATE DATABASE " + database, "USE " + database}, s.SetUpScript...)}
			if s.Query != "" {
				script.texts = append(script.texts, s.Query)
			}
			for _, a := range s.Assertions {
				if len(a.Bindings) == 0 {
					script.texts = append(script.texts, a.Query)
				}
			}
			script.texts = append(script.texts, "SHOW WARNINGS", "USE mydb", "DROP DATABASE "+database)
			scripts = append(scripts, script)
		}
	}
	return scripts
}

// checkRecorded checks that a Schema has recorded the statements that a client has sent.
func (c *answersClient) checkRecorded(ps *perfschema.Schema) {
	var count, failed uint64
	for _, d := range ps.Read().Digests() {
		count += d.Stat.Timer.Count
		failed += d.Stat.Errors
	}
	if count < uint64(c.number) || failed == 0 {
		c.t.Errorf("%d statements and %d errors are recorded of %d answers", count, failed, c.number)
	}
}

// answersClient keeps the bytes of every answer to one connection.
type answersClient struct {
	t       *testing.T
	addr    string
	conn    *sql.Conn
	read    []byte // since the statement was sent
	answers strings.Builder
	number  int
	multi   bool // a text may have several statements, which the engine parses by itself then
}

// connect begins a new connection.
func (c *answersClient) connect(database string) {
	c.close()
	cfg := mysql.NewConfig()
	cfg.MultiStatements = c.multi
	cfg.User, cfg.Net, cfg.Addr, cfg.DBName = "root", "tcp", c.addr, database
	cfg.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, addr)
		return readConn{conn, &c.read}, err
	}
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		c.t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	c.t.Cleanup(func() { _ = db.Close() })
	if c.conn, err = db.Conn(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
}

func (c *answersClient) close() {
	if c.conn != nil {
		_ = c.conn.Close()
	}
}

// readConn keeps what is read.
type readConn struct {
	net.Conn
	read *[]byte
}

func (c readConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	*c.read = append(*c.read, b[:n]...)
	return n, err
}

// query sends a statement as text.
func (c *answersClient) query(text string) {
	c.read = c.read[:0]
	rows, err := c.conn.QueryContext(c.t.Context(), text)
	c.keep("text", text, rows, err)
}

// prepare prepares a statement and executes it.
func (c *answersClient) prepare(text string) {
	c.read = c.read[:0]
	statement, err := c.conn.PrepareContext(c.t.Context(), text)
	if err != nil {
		c.keep("prepared", text, nil, err)
		return
	}
	rows, err := statement.QueryContext(c.t.Context())
	c.keep("prepared", text, rows, err)
	_ = statement.Close()
}

// keep reads an answer to its end and writes a line about it.
func (c *answersClient) keep(how, text string, rows *sql.Rows, err error) {
	count := 0
	if err == nil {
		for more := true; more; more = rows.NextResultSet() {
			for rows.Next() {
				count++
			}
		}
		err = errors.Join(rows.Err(), rows.Close())
	}
	if errors.Is(err, mysql.ErrInvalidConn) {
		c.t.Logf("connection lost after %s", text)
		c.connect("mydb")
	}
	sum := fnv.New64a()
	_, _ = sum.Write(c.read)
	c.number++
	fmt.Fprintf(&c.answers, "%d %s: %d rows, %d bytes, %x, error %q of %q\n", c.number, how, count, len(c.read), sum.Sum64(), fmt.Sprint(err), text)
}
