package gms_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/server"
	gmssql "github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/go-sql-driver/mysql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
)

// testServer is a MySQL server over the memory engine with an Adapter.
type testServer struct {
	schema  *perfschema.Schema
	adapter *gms.Adapter
	engine  *sqle.Engine
	addr    string
}

func startServer(t *testing.T, cfg perfschema.Config) *testServer {
	t.Helper()
	return startServerOf(t, cfg, memory.NewDatabase("shop"))
}

// startServerOf starts a server of some databases.
func startServerOf(t *testing.T, cfg perfschema.Config, databases ...gmssql.Database) *testServer {
	t.Helper()
	return startServerSet(t, cfg, nil, databases...)
}

// startServerSet starts a server with other settings.
func startServerSet(t *testing.T, cfg perfschema.Config, set func(*server.Config), databases ...gmssql.Database) *testServer {
	t.Helper()
	return startServerAdded(t, cfg, set, nil, databases...)
}

// startServerAdded starts a server to whose Adapter something is added first.
func startServerAdded(t *testing.T, cfg perfschema.Config, set func(*server.Config), add func(*gms.Adapter), databases ...gmssql.Database) *testServer {
	t.Helper()
	parts := serverParts{add: add}
	if set != nil {
		parts.set = func(c *server.Config, _ *gms.Adapter) { set(c) }
	}
	return startServerParts(t, cfg, parts, databases...)
}

// startServerOptions starts a server whose Adapter has options.
func startServerOptions(t *testing.T, cfg perfschema.Config, o gms.Options, databases ...gmssql.Database) *testServer {
	t.Helper()
	return startServerParts(t, cfg, serverParts{options: o}, databases...)
}

// startServerWith starts a server with other sessions, or other settings.
func startServerWith(t *testing.T, cfg perfschema.Config, sessions func(server.SessionBuilder) server.SessionBuilder, set func(*server.Config, *gms.Adapter)) *testServer {
	t.Helper()
	return startServerParts(t, cfg, serverParts{sessions: sessions, set: set}, memory.NewDatabase("shop"))
}

// serverParts are what differs between servers.
type serverParts struct {
	options  gms.Options
	recorder bool               // without the dialect
	add      func(*gms.Adapter) // before the Adapter is in an engine
	sessions func(server.SessionBuilder) server.SessionBuilder
	set      func(*server.Config, *gms.Adapter)
}

// startServerParts starts a server of some databases.
func startServerParts(t *testing.T, cfg perfschema.Config, parts serverParts, databases ...gmssql.Database) *testServer {
	t.Helper()
	logrus.SetLevel(logrus.PanicLevel)
	ps, err := perfschema.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	parts.options.Dialect = !parts.recorder
	a, err := gms.New(ps, parts.options)
	if err != nil {
		t.Fatal(err)
	}
	if parts.add != nil {
		parts.add(a)
	}
	provider := memory.NewDBProvider(databases...)
	engine, err := a.NewEngine(provider, &sqle.Config{IncludeRootAccount: true})
	if err != nil {
		t.Fatal(err)
	}
	engine.Analyzer.Catalog.MySQLDb.SetPersister(&mysql_db.NoopPersister{})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	serverConfig := server.Config{Listener: listener}
	if parts.set != nil {
		parts.set(&serverConfig, a)
	}
	var sessions server.SessionBuilder = memory.NewSessionBuilder(provider)
	if parts.sessions != nil {
		sessions = parts.sessions(sessions)
	}
	srv, err := a.NewServer(serverConfig, engine, sessions)
	if err != nil {
		t.Fatal(err)
	}
	go srv.Start()
	t.Cleanup(func() {
		srv.Close()
		engine.Close()
		a.Close()
	})
	return &testServer{schema: ps, adapter: a, engine: engine, addr: listener.Addr().String()}
}

// changeUser changes what the engine keeps of an account of any host.
func (s *testServer) changeUser(t *testing.T, user string, change func(*mysql_db.User)) {
	t.Helper()
	editor := s.engine.Analyzer.Catalog.MySQLDb.Editor()
	defer editor.Close()
	key := mysql_db.UserPrimaryKey{Host: "%", User: user}
	u, ok := editor.GetUser(key)
	if !ok {
		t.Fatalf("there is no account %s", user)
	}
	changed := *u
	change(&changed)
	editor.RemoveUser(key)
	editor.PutUser(&changed)
}

// connect opens one connection as a user.
func (s *testServer) connect(t *testing.T, user, database string) *sql.Conn {
	t.Helper()
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User, cfg.DBName = "tcp", s.addr, user, database
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatalf("connect as %s: %v", user, err)
	}
	t.Cleanup(func() {
		conn.Close()
		db.Close()
	})
	return conn
}

func mustExec(t *testing.T, c *sql.Conn, query string) {
	t.Helper()
	if _, err := c.ExecContext(t.Context(), query); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// rows runs a query and gives its rows as text, NULL as "NULL".
func rows(t *testing.T, c *sql.Conn, query string) [][]string {
	t.Helper()
	got, err := tryRows(t.Context(), c, query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return got
}

func tryRows(ctx context.Context, c *sql.Conn, query string) ([][]string, error) {
	all, err := tryResults(ctx, c, query)
	if len(all) == 0 {
		return nil, err
	}
	return all[len(all)-1], err
}

// tryResults runs a query and gives the rows of each of its results.
func tryResults(ctx context.Context, c *sql.Conn, query string, args ...any) (all [][][]string, err error) {
	r, err := c.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for {
		columns, err := r.Columns()
		if err != nil {
			return all, err
		}
		out, err := resultRows(r)
		if len(columns) > 0 {
			all = append(all, out)
		}
		if err != nil {
			return all, err
		}
		if !r.NextResultSet() {
			return all, r.Err()
		}
	}
}

func resultRows(r *sql.Rows) ([][]string, error) {
	columns, err := r.Columns()
	if err != nil {
		return nil, err
	}
	var out [][]string
	for r.Next() {
		values := make([]sql.NullString, len(columns))
		into := make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := r.Scan(into...); err != nil {
			return nil, err
		}
		row := make([]string, len(columns))
		for i, v := range values {
			row[i] = "NULL"
			if v.Valid {
				row[i] = v.String
			}
		}
		out = append(out, row)
	}
	return out, r.Err()
}

// number and state of the error a statement ends in; 0 for none.
func errorOf(t *testing.T, c *sql.Conn, query string) (uint16, string, string) {
	t.Helper()
	_, err := tryRows(t.Context(), c, query)
	if err == nil {
		return 0, "", ""
	}
	var m *mysql.MySQLError
	if !errors.As(err, &m) {
		t.Fatalf("%s: not a MySQL error: %v", query, err)
	}
	return m.Number, string(m.SQLState[:]), m.Message
}

func columnsOf(t *testing.T, c *sql.Conn, query string) ([]string, error) {
	t.Helper()
	r, err := c.QueryContext(t.Context(), query)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.Columns()
}

// connectNarrow is a connection to a database, and its socket, which takes little
// that nobody has read.
func (s *testServer) connectNarrow(t *testing.T, database string) (c *sql.Conn, client net.Conn) {
	t.Helper()
	c = s.connectWith(t, func(cfg *mysql.Config) {
		cfg.DBName = database
		cfg.DialFunc = func(ctx context.Context, network, addr string) (_ net.Conn, err error) {
			client, err = new(net.Dialer).DialContext(ctx, network, addr)
			if err == nil {
				err = client.(*net.TCPConn).SetReadBuffer(64 << 10)
			}
			return client, err
		}
	})
	return c, client
}

// wantErrors runs statements and wants the numbers of their errors.
func wantErrors(t *testing.T, c *sql.Conn, of map[string]uint16) {
	t.Helper()
	for query, want := range of {
		if number, _, message := errorOf(t, c, query); number != want {
			t.Errorf("%s: error %d (%s), want %d", query, number, message, want)
		}
	}
}

// columnsAndRows is a result as text, with the types of its columns; ordered by its text
// where the query says no order.
func columnsAndRows(t *testing.T, c *sql.Conn, query string) string {
	t.Helper()
	r, err := c.QueryContext(t.Context(), query)
	if err != nil {
		return err.Error()
	}
	defer r.Close()
	types, err := r.ColumnTypes()
	if err != nil {
		t.Fatal(err)
	}
	head := ""
	for _, c := range types {
		precision, scale, _ := c.DecimalSize()
		nullable, _ := c.Nullable()
		head += fmt.Sprintf("%s %s(%d,%d) %t, ", c.Name(), c.DatabaseTypeName(), precision, scale, nullable)
	}
	all, err := resultRows(r)
	if err != nil {
		return err.Error()
	}
	if !strings.Contains(query, "ORDER BY") {
		slices.SortFunc(all, slices.Compare)
	}
	return fmt.Sprintf("%s%q", head, all)
}
