package client

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"log"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/variables"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"
	"github.com/dolthub/vitess/go/vt/sqlparser"
	"github.com/sirupsen/logrus"
)

func TestMain(m *testing.M) {
	variables.InitSystemVariables()
	variables.InitStatusVariables()
	log.SetOutput(io.Discard) // where the protocol's package says who left
	logrus.SetOutput(io.Discard)
	os.Exit(m.Run())
}

// generous are settings that limit nothing a test does.
func generous() Settings {
	const long = time.Hour
	return Settings{MaxConnections: 100, Connect: long, Interactive: long, Wait: long, NetRead: long, NetWrite: long,
		MaxPacket: 1 << 20, MaxLongData: 1 << 20}
}

// service is a MySQL server that has no SQL: it answers each query with the
// length of its text, and the query "flood", or "SELECT flood" prepared, with rows until the
// client is gone.
type service struct {
	*Registry
	addr   string
	raised chan int
	closed chan *mysql.Conn
	failed chan error       // why the flood ended
	ending chan func(*Conn) // what to do with the connection of the next query
}

func serve(t *testing.T, settings Settings, wrap func(net.Listener) net.Listener) *service {
	t.Helper()
	s := &service{raised: make(chan int, 1000), closed: make(chan *mysql.Conn, 1000), failed: make(chan error, 1), ending: make(chan func(*Conn), 1)}
	s.Registry = NewRegistry(Options{
		Admin:    func(c *mysql.Conn) bool { return c.User == "admin" },
		Raise:    func(_ *mysql.Conn, number int) { s.raised <- number },
		Settings: func() Settings { return settings },
		Sleep:    func(time.Duration, <-chan struct{}) {},
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.addr = l.Addr().String()
	if wrap != nil {
		l = wrap(l)
	}
	server, err := mysql.NewFromListener(s.Listener(l), mysql.NewAuthServerNone(), statements{s.Handler(&answers{service: s})}, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var accepting sync.WaitGroup
	accepting.Go(server.Accept)
	t.Cleanup(func() {
		server.Close()
		accepting.Wait()
		for s.Open() > 0 { // whose ends count
			runtime.Gosched()
		}
	})
	return s
}

// answers is the handler of a service.
type answers struct {
	service *service
	mysql.Handler
}

func (a *answers) NewConnection(*mysql.Conn) {}
func (a *answers) ConnectionAuthenticated(c *mysql.Conn) error {
	_, err := a.service.Sessions(func(context.Context, *mysql.Conn, string) (sql.Session, error) {
		s := sql.NewBaseSession()
		settings := a.service.options.Settings()
		for name, limit := range map[string]time.Duration{"wait_timeout": settings.Wait, "net_read_timeout": settings.NetRead, "net_write_timeout": settings.NetWrite} {
			if limit%time.Second == 0 {
				if err := s.SetSessionVariable(newContext(s), name, int64(limit/time.Second)); err != nil {
					return nil, err
				}
			}
		}
		if settings.Wait%time.Second != 0 || settings.NetRead%time.Second != 0 || settings.NetWrite%time.Second != 0 {
			return unsettled{s}, nil
		}
		return s, nil
	})(context.Background(), c, "")
	return err
}
func (a *answers) ConnectionAborted(*mysql.Conn, string) error { count("Aborted_connects"); return nil }
func (a *answers) ConnectionClosed(c *mysql.Conn)              { a.service.closed <- c }
func (a *answers) ComInitDB(*mysql.Conn, string) error         { return nil }
func (a *answers) WarningCount(*mysql.Conn) uint16             { return 0 }
func (a *answers) ParserOptionsForConnection(*mysql.Conn) (sqlparser.ParserOptions, error) {
	return sqlparser.ParserOptions{}, nil
}
func (a *answers) ComPrepare(context.Context, *mysql.Conn, string, *mysql.PrepareData) ([]*querypb.Field, error) {
	return nil, nil
}

// statements does about statements what who runs them has to do.
type statements struct{ mysql.Handler }

func (h statements) ComQuery(ctx context.Context, c *mysql.Conn, query string, callback mysql.ResultSpoolFn) (err error) {
	if err := Of(c.Conn).BeginQuery(); err != nil {
		return err
	}
	defer func() { Of(c.Conn).EndQuery(err, false) }()
	return h.Handler.ComQuery(ctx, c, query, callback)
}

func (h statements) ComMultiQuery(ctx context.Context, c *mysql.Conn, query string, callback mysql.ResultSpoolFn) (rest string, err error) {
	if err := Of(c.Conn).BeginQuery(); err != nil {
		return "", err
	}
	defer func() { Of(c.Conn).EndQuery(err, true) }()
	return h.Handler.ComMultiQuery(ctx, c, query, callback)
}

func (h statements) ComStmtExecute(ctx context.Context, c *mysql.Conn, p *mysql.PrepareData, callback func(*sqltypes.Result) error) error {
	if err := Of(c.Conn).BeginExecute(p.StatementID); err != nil {
		return err
	}
	return h.Handler.ComStmtExecute(ctx, c, p, callback)
}

func (a *answers) ComStmtExecute(ctx context.Context, c *mysql.Conn, p *mysql.PrepareData, callback func(*sqltypes.Result) error) error {
	if p.PrepareStmt == "SELECT flood" {
		return a.ComQuery(ctx, c, "flood", func(r *sqltypes.Result, _ bool) error { return callback(r) })
	}
	n := 0
	for _, v := range p.BindVars {
		n += len(v.Value)
	}
	return callback(&sqltypes.Result{RowsAffected: uint64(n)})
}
func (a *answers) ComQuery(_ context.Context, c *mysql.Conn, query string, callback mysql.ResultSpoolFn) error {
	select {
	case end := <-a.service.ending:
		end(Of(c.Conn))
	default:
	}
	if query != "flood" {
		return callback(&sqltypes.Result{RowsAffected: uint64(len(query))}, false)
	}
	fields := []*querypb.Field{{Name: "a", Type: querypb.Type_VARCHAR}}
	value := sqltypes.MakeTrusted(querypb.Type_VARCHAR, bytes.Repeat([]byte("a"), 1<<20))
	for {
		if err := callback(&sqltypes.Result{Fields: fields, Rows: [][]sqltypes.Value{{value}}}, false); err != nil {
			a.service.failed <- err
			return err
		}
	}
}

// unsettled is a session without the variables that set time limits, whose
// values are whole seconds.
type unsettled struct{ *sql.BaseSession }

func (u unsettled) GetSessionVariable(_ *sql.Context, name string) (any, error) {
	return nil, sql.ErrUnknownSystemVariable.New(name)
}

// client is a client that says what a test wants.
type rawClient struct {
	t *testing.T
	net.Conn
}

func (s *service) dial(t *testing.T) rawClient {
	t.Helper()
	c, err := net.Dial("tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	_ = c.SetReadDeadline(time.Now().Add(time.Minute)) // a test that hangs fails
	return rawClient{t, c}
}

// packet reads one; nil at the end of the connection.
func (c rawClient) packet() (sequence byte, payload []byte) {
	c.t.Helper()
	var h [4]byte
	if _, err := io.ReadFull(c, h[:]); err != nil {
		if e, ok := err.(net.Error); ok && e.Timeout() {
			c.t.Fatal("nothing comes")
		}
		return 0, nil
	}
	payload = make([]byte, int(h[0])|int(h[1])<<8|int(h[2])<<16)
	if _, err := io.ReadFull(c, payload); err != nil {
		return 0, nil
	}
	return h[3], payload
}

// ends checks that the server has closed the connection.
func (c rawClient) ends(why string) {
	c.t.Helper()
	for {
		if _, p := c.packet(); p == nil {
			return
		} else if len(p) > 0 && p[0] != mysql.ErrPacket {
			c.t.Fatalf("%s: the server says %q", why, p)
		}
	}
}

func framed(sequence byte, payload []byte) []byte {
	n := len(payload)
	return append([]byte{byte(n), byte(n >> 8), byte(n >> 16), sequence}, payload...)
}

func handshake(user string, flags uint32) []byte {
	b := binary.LittleEndian.AppendUint32(nil, flags|mysql.CapabilityClientProtocol41|mysql.CapabilityClientSecureConnection|mysql.CapabilityClientPluginAuth)
	b = append(b, make([]byte, 4+1+23)...)
	b = append(b, user...)
	b = append(b, 0, 0)
	b = append(b, "mysql_native_password\x00"...)
	return framed(1, b)
}

// login logs in. The number is that of the error, 0 for none.
func (c rawClient) login(user string, flags uint32) (number int) {
	c.t.Helper()
	if _, greeting := c.packet(); len(greeting) == 0 || greeting[0] == mysql.ErrPacket {
		return errorNumber(greeting)
	}
	c.send(handshake(user, flags))
	_, p := c.packet()
	return errorNumber(p)
}

func (c rawClient) send(b []byte) {
	c.t.Helper()
	if _, err := c.Write(b); err != nil {
		c.t.Fatal(err)
	}
}

// query runs one and gives what the service answers: the bytes of the text.
func (c rawClient) query(text string) uint64 {
	c.t.Helper()
	for rest, i := append([]byte{3}, text...), byte(0); ; i++ {
		n := min(len(rest), largestPart)
		c.send(framed(i, rest[:n]))
		rest = rest[n:]
		if n < largestPart {
			break
		}
	}
	_, p := c.packet()
	if number := errorNumber(p); number != 0 {
		c.t.Fatalf("error %d: %q", number, p)
	}
	return affected(p)
}

// affected is the first number of an OK packet.
func affected(p []byte) uint64 {
	switch {
	case len(p) < 2:
		return 0
	case p[1] < 0xfb:
		return uint64(p[1])
	case p[1] == 0xfc:
		return uint64(binary.LittleEndian.Uint16(p[2:]))
	case p[1] == 0xfd:
		return uint64(p[2]) | uint64(p[3])<<8 | uint64(p[4])<<16
	}
	return binary.LittleEndian.Uint64(p[2:])
}

func errorNumber(p []byte) int {
	if len(p) < 3 {
		return -1
	}
	if p[0] != mysql.ErrPacket {
		return 0
	}
	return int(binary.LittleEndian.Uint16(p[1:]))
}

// status is a status variable of MySQL's.
func status(name string) uint64 {
	_, v, _ := sql.StatusVariables.GetGlobal(name)
	n, _ := v.(uint64)
	return n
}

func text(p []byte) string { return strings.ToValidUTF8(string(p), "?") }
