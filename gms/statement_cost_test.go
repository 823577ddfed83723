package gms

import (
	"context"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/metalock"
)

// testConnection is a connection without a client.
func testConnection(tb testing.TB) *connection {
	tb.Helper()
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		tb.Fatal(err)
	}
	l := newLifecycle(s)
	l.dialect = true
	conn := &connection{adapter: l, uses: new(metalock.Use), thread: s.NewThread(l.instruments.Connection, perfschema.ThreadOptions{ProcesslistID: 1}),
		client: &mysql.Conn{}, session: sql.NewBaseSession()}
	conn.base = perfschema.NewContext(context.Background(), conn.thread)
	conn.ownExecution()
	conn.buffer.Own(conn.thread)
	conn.drive()
	tb.Cleanup(conn.close)
	return conn
}

const pointSelect = "SELECT c FROM sbtest1 WHERE id=1234"

func TestStatementDoesNotAllocate(t *testing.T) {
	conn := testConnection(t)
	stmt, err := ast.Parse(pointSelect)
	if err != nil {
		t.Fatal(err)
	}
	result := &sqltypes.Result{}
	n := testing.AllocsPerRun(1000, func() {
		x := conn.beginQuery(pointSelect)
		x.parsed(stmt, pointSelect)
		x.plan.keepsSettings = true // as is known of its plan
		x.sent(result, false)
		x.finish(nil)
	})
	if n != 0 {
		t.Errorf("%v allocations a statement", n)
	}
}

func BenchmarkStatement(b *testing.B) {
	conn := testConnection(b)
	stmt, err := ast.Parse(pointSelect)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("query", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			x := conn.beginQuery(pointSelect)
			x.parsed(stmt, pointSelect)
			x.finish(nil)
		}
	})
	b.Run("execute", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			x := conn.beginPrepared("Execute", pointSelect)
			x.statement.ComputeDigest()
			x.finish(nil)
		}
	})
	b.Run("find", func(b *testing.B) {
		x := conn.beginQuery(pointSelect)
		ctx, cancel := context.WithCancel(sql.NewContext(x.newContext(context.Background())))
		defer cancel()
		inner := sql.NewContext(ctx)
		b.ReportAllocs()
		for range b.N {
			if executionOf(inner) != x {
				b.Fatal("lost")
			}
		}
		x.finish(nil)
	})
	b.Run("stage", func(b *testing.B) {
		x := conn.beginQuery(pointSelect)
		for range b.N {
			x.phase = phaseStarting
			if x.advance(phaseInit) {
				conn.thread.SetStage(conn.adapter.instruments.Stages.Initializing)
			}
		}
		x.finish(nil)
	})
}
