package gms_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"runtime"
	"sync"
	"testing"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/go-sql-driver/mysql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/internal/racetest"
)

// threadWatch sees where goroutines work for the same Thread at a time.
type threadWatch struct {
	mu      sync.Mutex
	inside  map[*perfschema.Thread]int
	seen    map[*perfschema.Thread]bool
	shared  int // two were inside
	without int // rows were read on no Thread
}

// work is what a goroutine does while others might do the same.
func (w *threadWatch) work(f func()) (bound bool) {
	t := perfschema.Bound()
	if t == nil {
		f()
		return false
	}
	w.mu.Lock()
	w.seen[t] = true
	if w.inside[t]++; w.inside[t] > 1 {
		w.shared++
	}
	w.mu.Unlock()
	f()
	w.mu.Lock()
	w.inside[t]--
	w.mu.Unlock()
	return true
}

// touch is a function that reads its argument where somebody looks.
type touch struct {
	sql.Expression
	watch *threadWatch
}

func (t *touch) String() string { return "touch(" + t.Expression.String() + ")" }

func (t *touch) Children() []sql.Expression { return []sql.Expression{t.Expression} }

func (t *touch) Type() sql.Type { return types.Int64 }

func (t *touch) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	return &touch{children[0], t.watch}, nil
}

func (t *touch) Eval(ctx *sql.Context, row sql.Row) (v any, err error) {
	v, err = t.Expression.Eval(ctx, row)
	if !t.watch.work(runtime.Gosched) {
		t.watch.mu.Lock()
		t.watch.without++
		t.watch.mu.Unlock()
	}
	return v, err
}

// watchedListener looks at what is sent.
type watchedListener struct {
	net.Listener
	watch *threadWatch
}

func (l watchedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return watchedConn{c, l.watch}, err
}

type watchedConn struct {
	net.Conn
	watch *threadWatch
}

func (c watchedConn) Write(b []byte) (n int, err error) {
	c.watch.work(func() { n, err = c.Conn.Write(b) })
	return n, err
}

func startWatched(t *testing.T) (*testServer, *threadWatch) {
	t.Helper()
	w := &threadWatch{inside: map[*perfschema.Thread]int{}, seen: map[*perfschema.Thread]bool{}}
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := gms.New(ps, gms.Options{Dialect: true})
	if err != nil {
		t.Fatal(err)
	}
	provider := memory.NewDBProvider(memory.NewDatabase("shop"))
	engine, err := a.NewEngine(provider, &sqle.Config{IncludeRootAccount: true})
	if err != nil {
		t.Fatal(err)
	}
	engine.Analyzer.Catalog.MySQLDb.SetPersister(&mysql_db.NoopPersister{})
	engine.Analyzer.Catalog.RegisterFunction(sql.NewEmptyContext(), sql.Function1{
		Name: "touch", Fn: func(e sql.Expression) sql.Expression { return &touch{e, w} },
	})
	logrus.SetLevel(logrus.PanicLevel)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv, err := a.NewServer(server.Config{Listener: watchedListener{listener, w}}, engine, memory.NewSessionBuilder(provider))
	if err != nil {
		t.Fatal(err)
	}
	go srv.Start()
	t.Cleanup(func() {
		srv.Close()
		engine.Close()
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.shared > 0 {
			t.Errorf("%d times two goroutines worked for one Thread", w.shared)
		}
		if w.without > 0 {
			t.Errorf("%d rows were read on no Thread", w.without)
		}
		if len(w.seen) == 0 {
			t.Error("nobody worked for a Thread")
		}
	})
	return &testServer{schema: ps, addr: listener.Addr().String()}, w
}

// No two goroutines work for one Thread at a time, and none reads rows on no
// Thread, however a statement spreads over goroutines.
func TestOneGoroutineAThread(t *testing.T) {
	s, w := startWatched(t)
	root := s.connect(t, "root", "performance_schema")
	mustExec(t, root, "UPDATE setup_instruments SET ENABLED = 'YES', TIMED = 'YES'")
	mustExec(t, root, "UPDATE setup_consumers SET ENABLED = 'YES'")
	mustExec(t, root, "CREATE TABLE shop.t (i INT PRIMARY KEY, j INT, KEY j (j))")
	mustExec(t, root, "CREATE TABLE shop.u (i INT PRIMARY KEY)")
	for i := range 400 {
		mustExec(t, root, fmt.Sprintf("INSERT INTO shop.t VALUES (%d, %d)", i, i%7))
	}
	queries := []string{
		"SELECT i FROM t WHERE touch(i) >= 0",
		"SELECT j, COUNT(*) FROM t WHERE touch(i) >= 0 GROUP BY j",
		// Both goroutines of the grouping read tables.
		"SELECT j, SUM((SELECT COUNT(*) FROM t b WHERE touch(b.i) >= 0 AND b.j = a.j)) FROM t a WHERE touch(a.i) < 9 GROUP BY j",
		"SELECT n, COUNT(*) FROM (SELECT j, COUNT(*) n FROM t WHERE touch(i) > 5 GROUP BY j) x GROUP BY n",
		"SELECT a.i FROM t a JOIN t b ON a.i = b.j WHERE touch(a.i) >= 0 AND touch(b.i) >= 0",
		"SELECT i FROM t WHERE touch(i) = 7 ORDER BY j",
		"SELECT touch(i) FROM t WHERE i = 7",
		"INSERT IGNORE INTO u SELECT touch(i) FROM t",
		"UPDATE t SET j = j WHERE touch(i) > 3",
		"DELETE FROM u WHERE touch(i) > 3",
	}
	rounds := 4
	if testing.Short() {
		rounds = 1
	}
	var running sync.WaitGroup
	for range 2 {
		c := s.connect(t, "root", "shop")
		running.Go(func() {
			for range rounds {
				for _, q := range queries {
					if _, err := tryRows(t.Context(), c, q); err != nil {
						t.Errorf("%s: %v", q, err)
					}
					if _, err := c.ExecContext(t.Context(), "SET @a = 1"); err != nil {
						t.Error(err)
					}
				}
				p, err := c.PrepareContext(t.Context(), "SELECT i FROM t WHERE touch(i) > ?")
				if err != nil {
					t.Error(err)
					return
				}
				r, err := p.QueryContext(t.Context(), 1)
				if err != nil {
					t.Error(err)
					return
				}
				for r.Next() {
				}
				r.Close()
				p.Close()
			}
		})
	}
	running.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.seen) <= 3 {
		t.Errorf("%d Threads for three connections: nothing ran beside them", len(w.seen))
	}
}

// While a cursor is open its statement runs on, and the connection serves other
// commands.
func TestOneGoroutineAThreadWithCursor(t *testing.T) {
	if racetest.Enabled {
		t.Skip("vitess and the engine share a connection's status flags while a cursor is open")
	}
	s, _ := startWatched(t)
	root := s.connect(t, "root", "shop")
	mustExec(t, root, "CREATE TABLE shop.t (i INT PRIMARY KEY)")
	for i := range 1000 {
		mustExec(t, root, fmt.Sprintf("INSERT INTO shop.t VALUES (%d)", i))
	}
	var raw net.Conn
	mysql.RegisterDialContext(t.Name(), func(ctx context.Context, addr string) (net.Conn, error) {
		c, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
		raw = c
		return c, err
	})
	defer mysql.DeregisterDialContext(t.Name())
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User, cfg.DBName = t.Name(), s.addr, "root", "shop"
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := connector.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()

	w := &wire{t: t, conn: raw}
	ok := w.command(0x16, []byte("SELECT i FROM t WHERE touch(i) >= 0"))
	id := ok[1:5]
	w.until(0xfe) // the columns
	w.command(0x17, id, []byte{1, 1, 0, 0, 0})
	w.until(0xfe) // the columns; the cursor is open
	read := 0
	for {
		n, last := w.fetch(id, 90)
		if read += n; last {
			break
		}
		// The engine serves no other statement meanwhile.
		w.command(0x0e)
	}
	if read != 1000 {
		t.Errorf("%d rows read through the cursor", read)
	}
}

// wire speaks the client protocol where no driver does.
type wire struct {
	t    *testing.T
	conn net.Conn
}

// command sends a command and returns the first packet of the answer.
func (w *wire) command(code byte, parts ...[]byte) []byte {
	w.t.Helper()
	w.send(code, parts...)
	p := w.packet()
	if p[0] == 0xff {
		w.t.Fatalf("command %#x: %q", code, p)
	}
	return p
}

func (w *wire) send(code byte, parts ...[]byte) {
	w.t.Helper()
	body := []byte{code}
	for _, p := range parts {
		body = append(body, p...)
	}
	head := make([]byte, 4)
	binary.LittleEndian.PutUint32(head, uint32(len(body)))
	if _, err := w.conn.Write(append(head, body...)); err != nil {
		w.t.Fatal(err)
	}
}

func (w *wire) packet() []byte {
	w.t.Helper()
	read := func(n int) []byte {
		b := make([]byte, n)
		for got := 0; got < n; {
			k, err := w.conn.Read(b[got:])
			if err != nil {
				w.t.Fatal(err)
			}
			got += k
		}
		return b
	}
	head := read(4)
	return read(int(head[0]) | int(head[1])<<8 | int(head[2])<<16)
}

// until reads up to a short packet of a kind and returns it, and how many came
// before.
func (w *wire) until(kind byte) (last []byte, before int) {
	for {
		p := w.packet()
		if p[0] == kind && len(p) < 9 {
			return p, before
		}
		before++
	}
}

// fetch reads on through a cursor; last says that it is at its end.
func (w *wire) fetch(id []byte, rows byte) (n int, last bool) {
	p := w.command(0x1c, id, []byte{rows, 0, 0, 0})
	if p[0] != 0xfe || len(p) >= 9 {
		p, n = w.until(0xfe)
		n++
	}
	const lastRowSent = 0x80
	return n, p[3]&lastRowSent != 0
}
