package gms

import (
	"bytes"
	"context"
	"database/sql"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/recovery"
)

// warner is a handler that panics where the server asks for the number of
// warnings, which is no part of a statement.
type warner struct {
	mysql.Handler
	closed chan struct{}
}

func (w *warner) NewConnection(*mysql.Conn)                 {}
func (w *warner) ConnectionAuthenticated(*mysql.Conn) error { return nil }
func (w *warner) ConnectionClosed(*mysql.Conn)              { close(w.closed) }
func (w *warner) WarningCount(*mysql.Conn) uint16           { panic("no warnings") }
func (w *warner) ComQuery(_ context.Context, _ *mysql.Conn, _ string, callback mysql.ResultSpoolFn) error {
	return callback(&sqltypes.Result{Fields: []*querypb.Field{{Name: "a", Type: querypb.Type_INT64}}}, false)
}

// A panic of the server itself, outside of every statement, ends its connection,
// and is logged and counted.
func TestPanicOfTheServer(t *testing.T) {
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(ps, Options{Dialect: true})
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	out := logrus.StandardLogger().Out
	logrus.SetOutput(&log)
	defer logrus.SetOutput(out)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &warner{closed: make(chan struct{})}
	server, err := mysql.NewFromListener(l, mysql.NewAuthServerNone(), recovery.Wrap(w, panicAdapter{a}, true), 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var accepting sync.WaitGroup
	accepting.Go(server.Accept)
	defer accepting.Wait()
	defer server.Close()
	db, err := sql.Open("mysql", "root@tcp("+l.Addr().String()+")/")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	rows, err := conn.QueryContext(t.Context(), "SELECT 1")
	if err == nil {
		for rows.Next() {
			t.Error("a row")
		}
		err = rows.Err()
		rows.Close()
	}
	if err == nil {
		t.Error("the connection is still served")
	}
	<-w.closed
	if n := a.panics.count.Load(); n != 1 {
		t.Errorf("%d panics counted", n)
	}
	if text := log.String(); !strings.Contains(text, StackField) || !strings.Contains(text, "no warnings") || !strings.Contains(text, "handleNextCommand") {
		t.Errorf("log: %s", text)
	}
}
