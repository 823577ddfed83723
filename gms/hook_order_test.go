package gms_test

import (
	"context"
	"database/sql"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/server"
	gmssql "github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"
	"github.com/sirupsen/logrus"
)

// hookOrders are the orders in which an engine without an Adapter calls what an Adapter hooks.
var hookOrders = []struct {
	name, query string
	args        []any
	want        string
}{
	{"a query", "SELECT a FROM t WHERE a = 1", nil, "ComQuery BeginQuery ValidateSession parse " +
		"once-before default-rules once-after validation after-all build EndQuery send EndQuery returns"},
	{"a simple change, which passes the rules by", "INSERT INTO t VALUES (2)", nil, "ComQuery BeginQuery ValidateSession parse build EndQuery send EndQuery returns"},
	{"a prepared query", "SELECT a FROM t WHERE a = ?", []any{1}, "ComPrepare BeginOperation EndOperation returns " +
		"ComStmtExecute BeginQuery ValidateSession once-before default-rules once-after validation after-all build EndQuery send EndQuery returns"},
}

// TestHookOrder holds these orders: stages, transactions and the limits of statements follow
// them. docs/reliances.md names who relies on them.
func TestHookOrder(t *testing.T) {
	r := &hookRecord{}
	c := startRecorded(t, r)
	mustExec(t, c, "CREATE TABLE t (a INT PRIMARY KEY)")
	mustExec(t, c, "INSERT INTO t VALUES (1)")
	for _, o := range hookOrders {
		r.take()
		if _, err := tryResults(t.Context(), c, o.query, o.args...); err != nil {
			t.Fatal(err)
		}
		if got := r.take(); got != o.want {
			t.Errorf("%s: the engine calls\n%s\nand not\n%s", o.name, got, o.want)
		}
	}
}

// hookRecord is what has been called.
type hookRecord struct {
	mu    sync.Mutex
	calls []string
}

func (r *hookRecord) add(call string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.calls); n == 0 || r.calls[n-1] != call {
		r.calls = append(r.calls, call)
	}
}

// take returns the calls since it was called last.
func (r *hookRecord) take() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	calls := r.calls
	r.calls = nil
	return strings.Join(calls, " ")
}

func startRecorded(t *testing.T, r *hookRecord) *sql.Conn {
	t.Helper()
	logrus.SetLevel(logrus.PanicLevel)
	provider := memory.NewDBProvider(memory.NewDatabase("shop"))
	var o gmssql.EngineOverrides
	o.Builder.Parser = recordedParser{gmssql.NewMysqlParser(), r}
	engine := sqle.New(analyzer.NewBuilder(provider).AddOverrides(o).Build(), &sqle.Config{IncludeRootAccount: true})
	engine.Analyzer.Catalog.MySQLDb.SetPersister(&mysql_db.NoopPersister{})
	engine.Parser = recordedParser{engine.Parser, r}
	engine.ProcessList = recordedProcesses{engine.ProcessList, r}
	for i, b := range engine.Analyzer.Batches {
		if len(b.Rules) == 0 {
			continue
		}
		recorded := *b
		recorded.Rules = slices.Clone(b.Rules)
		rule := &recorded.Rules[0]
		apply := rule.Apply
		rule.Apply = func(ctx *gmssql.Context, a *analyzer.Analyzer, n gmssql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *gmssql.QueryFlags) (gmssql.Node, transform.TreeIdentity, error) {
			r.add(b.Desc)
			return apply(ctx, a, n, scope, sel, flags)
		}
		engine.Analyzer.Batches[i] = &recorded
	}
	engine.Analyzer.ExecBuilder.PriorityBuilder = recordedBuilder{r}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	sessions := memory.NewSessionBuilder(provider)
	build := func(ctx context.Context, c *mysql.Conn, addr string) (gmssql.Session, error) {
		s, err := sessions(ctx, c, addr)
		if err != nil {
			return nil, err
		}
		s.(*memory.Session).SetValidationCallback(func() { r.add("ValidateSession") })
		return s, nil
	}
	srv, err := server.NewServerWithHandler(server.Config{Listener: listener}, engine, gmssql.NewContext, build, nil, func(h mysql.Handler) (mysql.Handler, error) {
		return recordedHandler{h, r}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	go srv.Start()
	t.Cleanup(func() {
		srv.Close()
		engine.Close()
	})
	return (&testServer{addr: listener.Addr().String()}).connect(t, "root", "shop")
}

type recordedParser struct {
	gmssql.Parser
	r *hookRecord
}

func (p recordedParser) Parse(ctx *gmssql.Context, query string, multi bool) (ast.Statement, string, string, error) {
	p.r.add("parse")
	return p.Parser.Parse(ctx, query, multi)
}

func (p recordedParser) ParseWithOptions(ctx context.Context, query string, delimiter rune, multi bool, options ast.ParserOptions) (ast.Statement, string, string, error) {
	p.r.add("parse")
	return p.Parser.ParseWithOptions(ctx, query, delimiter, multi, options)
}

type recordedProcesses struct {
	gmssql.ProcessList
	r *hookRecord
}

func (p recordedProcesses) BeginQuery(ctx *gmssql.Context, query string) (*gmssql.Context, error) {
	p.r.add("BeginQuery")
	return p.ProcessList.BeginQuery(ctx, query)
}

func (p recordedProcesses) EndQuery(ctx *gmssql.Context) {
	p.r.add("EndQuery")
	p.ProcessList.EndQuery(ctx)
}

func (p recordedProcesses) BeginOperation(ctx *gmssql.Context) (*gmssql.Context, error) {
	p.r.add("BeginOperation")
	return p.ProcessList.BeginOperation(ctx)
}

func (p recordedProcesses) EndOperation(ctx *gmssql.Context) {
	p.r.add("EndOperation")
	p.ProcessList.EndOperation(ctx)
}

type recordedBuilder struct{ r *hookRecord }

func (b recordedBuilder) Build(*gmssql.Context, gmssql.Node, gmssql.Row) (gmssql.RowIter, error) {
	b.r.add("build")
	return nil, nil
}

type recordedHandler struct {
	mysql.Handler
	r *hookRecord
}

func (h recordedHandler) ComQuery(ctx context.Context, c *mysql.Conn, query string, callback mysql.ResultSpoolFn) error {
	h.r.add("ComQuery")
	defer h.r.add("returns")
	return h.Handler.ComQuery(ctx, c, query, h.sent(callback))
}

func (h recordedHandler) ComMultiQuery(ctx context.Context, c *mysql.Conn, query string, callback mysql.ResultSpoolFn) (string, error) {
	h.r.add("ComMultiQuery")
	defer h.r.add("returns")
	return h.Handler.ComMultiQuery(ctx, c, query, h.sent(callback))
}

func (h recordedHandler) sent(callback mysql.ResultSpoolFn) mysql.ResultSpoolFn {
	return func(r *sqltypes.Result, more bool) error {
		h.r.add("send")
		return callback(r, more)
	}
}

func (h recordedHandler) ComPrepare(ctx context.Context, c *mysql.Conn, query string, prepare *mysql.PrepareData) ([]*querypb.Field, error) {
	h.r.add("ComPrepare")
	defer h.r.add("returns")
	return h.Handler.ComPrepare(ctx, c, query, prepare)
}

func (h recordedHandler) ComStmtExecute(ctx context.Context, c *mysql.Conn, prepare *mysql.PrepareData, callback func(*sqltypes.Result) error) error {
	h.r.add("ComStmtExecute")
	defer h.r.add("returns")
	return h.Handler.ComStmtExecute(ctx, c, prepare, func(r *sqltypes.Result) error {
		h.r.add("send")
		return callback(r)
	})
}
