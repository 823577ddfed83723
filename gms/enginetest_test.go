package gms

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/enginetest"
	"github.com/dolthub/go-mysql-server/enginetest/scriptgen/setup"
	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/planshape"
	"github.com/perfschema/perfschema/gms/internal/enginesuite"
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/sampler"
)

// TestEngineIsUnchanged runs the engine's own tests on the bare engine, on the recorded one, where all
// come out alike, and on the one with the dialect, where those of testdata/engine_differences.txt do
// not, and no others. A profiler samples both. Some tests fail on all.
func TestEngineIsUnchanged(t *testing.T) {
	if testing.Short() || os.Getenv(enginesuite.Mode) != "" {
		t.Skip("runs the engine's test suites three times")
	}
	modes := []string{"bare", "recorded", "dialect"}
	got := make([]map[string]string, len(modes))
	failed := make([]error, len(modes))
	var ended sync.WaitGroup
	for i, mode := range modes {
		ended.Go(func() { got[i], failed[i] = outcomes(t, mode) })
	}
	ended.Wait()
	if err := errors.Join(failed...); err != nil {
		t.Fatal(err)
	}
	bare, recorded, dialect := got[0], got[1], got[2]
	if len(bare) < 20000 {
		t.Fatalf("only %d tests ran on the bare engine", len(bare))
	}
	for name, how := range different(bare, recorded) {
		t.Errorf("recorded: %s: %s", name, how)
	}
	for _, suite := range enginesuite.RecorderSuites { // not run with the dialect
		deleteTest(bare, enginesuite.Prefix+suite.Name)
	}
	expected := engineDifferences(t)
	for name, how := range different(bare, dialect) {
		if _, ok := expected[name]; !ok {
			t.Errorf("dialect: %s: %s", name, how)
		}
		delete(expected, name)
	}
	for name, by := range expected {
		t.Errorf("dialect: %s comes out as on the bare engine: take it from below %s", name, by)
	}
}

// deleteTest deletes a test and those within it.
func deleteTest(of map[string]string, name string) {
	for n := range of {
		if n == name || strings.HasPrefix(n, name+"/") {
			delete(of, n)
		}
	}
}

// different is which tests do not come out alike, or ran on one engine alone, and how. A test that
// has such tests within it is left out.
func different(bare, got map[string]string) map[string]string {
	out := make(map[string]string)
	for _, ran := range []map[string]string{bare, got} {
		for name := range ran {
			if bare[name] != got[name] {
				out[name] = fmt.Sprintf("%q on the bare engine, %q here", bare[name], got[name])
			}
		}
	}
	for name := range out {
		for i := range name {
			if name[i] == '/' {
				delete(out, name[:i])
			}
		}
	}
	return out
}

// engineDifferences are the tests that come out otherwise with the dialect, and by which rule or
// package.
func engineDifferences(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/engine_differences.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]string)
	by := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		switch name, heading := strings.CutPrefix(line, "## "); {
		case heading:
			by = name
		case line != "" && !strings.HasPrefix(line, "# "):
			out[enginesuite.Prefix+line] = by
		}
	}
	return out
}

// TestEngineDifferences checks that each difference is by a rule of the registry, or by a package.
func TestEngineDifferences(t *testing.T) {
	rules := make(map[string]bool)
	for _, stage := range dialectStages(t) {
		for _, r := range stage.Rules {
			rules[r.Name] = true
		}
	}
	differences := engineDifferences(t)
	if len(differences) == 0 {
		t.Error("no differences are listed")
	}
	for name, by := range differences {
		if rules[by] {
			continue
		}
		dir, ok := strings.CutPrefix(by, "gms/")
		if info, err := os.Stat(dir); !ok || err != nil || !info.IsDir() {
			t.Errorf("%s: %q is neither a rule nor a package", name, by)
		}
	}
}

// outcomes runs the suites in a process of its own: those of the bare engine in a program without
// this package. It is safe for concurrent use.
func outcomes(t *testing.T, mode string) (map[string]string, error) {
	limit := time.Duration(0)
	if deadline, ok := t.Deadline(); ok {
		limit = time.Until(deadline)
	}
	program := os.Args[0]
	if mode == "bare" {
		program = filepath.Join(t.TempDir(), "bare.test")
		build := exec.CommandContext(t.Context(), "go", "test", "-c", "-trimpath", "-vet=off", "-ldflags=-w", "-tags", "gms_pure_go", "-o", program, "./internal/enginesuite")
		if out, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("building the tests of the bare engine: %w: %s", err, out)
		}
	}
	cmd := exec.CommandContext(t.Context(), program, "-test.run=^"+enginesuite.TestName+"$", "-test.v", "-test.timeout="+limit.String())
	cmd.Env = append(os.Environ(), enginesuite.Mode+"="+mode)
	got, err := enginesuite.Outcomes(cmd)
	if err != nil {
		return nil, fmt.Errorf("the %s engine: %w", mode, err)
	}
	return got, nil
}

// TestEngineSuites is what the child processes run.
func TestEngineSuites(t *testing.T) {
	mode := os.Getenv(enginesuite.Mode)
	if mode == "" {
		t.Skip("run by TestEngineIsUnchanged")
	}
	suites := enginesuite.Suites
	if mode == "dialect" {
		planshape.Check(func(err error) { panic(err) }) // the statement fails by it, and its test comes out otherwise
	} else {
		suites = slices.Concat(suites, enginesuite.RecorderSuites)
	}
	for _, suite := range suites {
		t.Run(suite.Name, func(t *testing.T) {
			suite.Run(t, &suiteHarness{MemoryHarness: enginetest.NewDefaultMemoryHarness(), mode: mode})
		})
	}
}

// suiteHarness makes watched engines for the suites.
type suiteHarness struct {
	*enginetest.MemoryHarness
	mode string
	data []setup.SetupScript
}

// Setup implements enginetest.Harness.
func (h *suiteHarness) Setup(data ...[]setup.SetupScript) {
	h.data = nil
	for _, d := range data {
		h.data = append(h.data, d...)
	}
	h.MemoryHarness.Setup(data...)
}

// engineSettings gives back, when what it returns is called, the engine's own
// values to the variables in which an Adapter follows MySQL and the suites do not:
// packets may have a gigabyte, procedures call themselves, and foreign keys refer to any.
func engineSettings() func() {
	packet, _, _ := sql.SystemVariables.GetGlobal("max_allowed_packet")
	return func() {
		sql.SystemVariables.AddSystemVariables([]sql.SystemVariable{packet})
		_ = sql.SystemVariables.SetGlobal(sql.NewEmptyContext(), "max_sp_recursion_depth", 255)
		_ = sql.SystemVariables.SetGlobal(sql.NewEmptyContext(), "restrict_fk_on_non_standard_key", 0)
	}
}

// NewEngine implements enginetest.Harness.
func (h *suiteHarness) NewEngine(t *testing.T) (enginetest.QueryEngine, error) {
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		return nil, err
	}
	for _, c := range perfschema.Consumers() {
		ps.SetConsumer(c, true)
	}
	for _, o := range ps.Read().Objects() {
		old := o
		o.Enabled, o.Timed = true, true
		if err := ps.UpdateObject(old, o); err != nil {
			return nil, err
		}
	}
	dialect := h.mode == "dialect"
	a, err := New(ps, Options{Dialect: dialect})
	if err != nil {
		return nil, err
	}
	a.engineCreates = true
	settings := engineSettings()
	p, err := sampler.Start(ps, sampler.Options{MaxProfiles: 100})
	if err != nil {
		return nil, err
	}
	t.Cleanup(p.Close)
	if !dialect {
		engine, err := h.MemoryHarness.NewEngine(t)
		if err != nil {
			return nil, err
		}
		e, err := Observe(a, engine.(*sqle.Engine))
		return &suiteEngine{QueryEngine: e, t: t, lifecycle: a.lifecycle}, err
	}
	provider := h.NewDatabaseProvider()
	h.MemoryHarness = h.WithProvider(provider)
	h.NewSession()
	an := analyzer.NewBuilder(provider).AddOverrides(a.Overrides(sql.EngineOverrides{})).Build()
	an.Catalog.MySQLDb.AddRootAccount()
	an.Catalog.InfoSchema = information_schema.NewInformationSchemaDatabase()
	an.Catalog.StatsProvider = memory.NewStatsProv()
	engine := sqle.New(an, new(sqle.Config))
	if err := a.Install(engine); err != nil {
		return nil, err
	}
	if dialect {
		settings()
	}
	// The suites list the databases; one more is no change of the engine.
	an.Catalog.DbProvider = provider
	data := h.data
	if len(data) == 0 {
		data = setup.MydbData
	}
	ready, err := enginetest.RunSetupScripts(enginetest.NewContext(h), engine, data, true)
	if err != nil {
		return nil, err
	}
	h.NewSession()
	return &suiteEngine{QueryEngine: ready, t: t, lifecycle: a.lifecycle}, nil
}

// Observe makes an engine that an Adapter without the dialect watches, over what another engine
// serves. The databases of the Adapter are not listed, as the suites list those that there are.
func Observe(a *Adapter, bare *sqle.Engine) (*sqle.Engine, error) {
	from := bare.Analyzer.Catalog
	an := analyzer.NewBuilder(from.DbProvider).AddOverrides(a.Overrides(sql.EngineOverrides{})).Build()
	an.Catalog.MySQLDb, an.Catalog.InfoSchema, an.Catalog.StatsProvider = from.MySQLDb, from.InfoSchema, from.StatsProvider
	engine := sqle.New(an, new(sqle.Config))
	if err := a.Install(engine); err != nil {
		return nil, err
	}
	an.Catalog.DbProvider = from.DbProvider
	return engine, nil
}

// suiteEngine records every statement, as a server's handler would.
type suiteEngine struct {
	enginetest.QueryEngine
	t         *testing.T
	lifecycle *lifecycle
}

var suiteConnections atomic.Uint32

// Query implements enginetest.QueryEngine.
func (e *suiteEngine) Query(ctx *sql.Context, query string) (sql.Schema, sql.RowIter, *sql.QueryFlags, error) {
	return e.QueryWithBindings(ctx, query, nil, nil, nil)
}

// QueryWithBindings implements enginetest.QueryEngine.
func (e *suiteEngine) QueryWithBindings(ctx *sql.Context, query string, parsed sqlparser.Statement, bindings map[string]sqlparser.Expr, flags *sql.QueryFlags) (sql.Schema, sql.RowIter, *sql.QueryFlags, error) {
	_ = e.lifecycle.schema.Read().Truncate("table_io_waits_summary_by_table")
	client, server := net.Pipe()
	client.Close()
	conn := e.lifecycle.open(&mysql.Conn{Conn: server, ConnectionID: 1<<20 + suiteConnections.Add(1)})
	x := conn.beginQuery(query)
	watched := x.newContext(ctx.Context)
	schema, iter, flags, err := e.QueryEngine.QueryWithBindings(ctx.WithContext(watched), query, parsed, bindings, flags)
	if err != nil {
		x.finish(err)
		conn.holdsNothing(e.t, query)
		conn.close()
		return schema, iter, flags, err
	}
	return schema, &suiteIter{RowIter: iter, t: e.t, context: watched, connection: conn, execution: x}, flags, nil
}

// suiteIter ends the statement with its rows.
type suiteIter struct {
	sql.RowIter
	t          *testing.T
	context    context.Context
	connection *connection
	execution  *execution
	failed     error
	closed     bool
}

// Next implements sql.RowIter.
func (i *suiteIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.RowIter.Next(ctx.WithContext(i.context))
	if err != nil && err != io.EOF {
		i.failed = err
	}
	return row, err
}

// Close implements sql.RowIter.
func (i *suiteIter) Close(ctx *sql.Context) error {
	err := i.RowIter.Close(ctx.WithContext(i.context))
	if !i.closed {
		i.closed = true
		if i.failed == nil {
			i.failed = err
		}
		i.finish()
		i.connection.close()
	}
	return err
}

// finish ends the statement: every row that it examined is in its tables'
// fetches. Those have more where a key was not there.
func (i *suiteIter) finish() {
	text := i.execution.text
	for class := range held.ClassCount {
		if n := i.execution.memory.Bytes(class); n < 0 {
			i.t.Errorf("%d bytes of %s are held: %s", n, class, text)
		}
	}
	i.execution.finish(i.failed)
	i.connection.holdsNothing(i.t, text)
	var fetched uint64
	for _, t := range i.connection.adapter.schema.Read().TableInstances() {
		fetched += t.IO.Fetch.Count
	}
	if examined := i.execution.counters().RowsExamined; fetched < examined {
		i.t.Errorf("%d rows examined, %d fetched: %s", examined, fetched, text)
	}
}

// holdsNothing checks that after a statement its thread holds nothing of the
// classes of what statements hold.
func (conn *connection) holdsNothing(t *testing.T, text string) {
	for _, sums := range conn.adapter.schema.Read().MemorySummary(record.ByThread, conn.thread.ID()).All() {
		for i, m := range conn.adapter.memory.Classes.Statement {
			if s := &sums[m.Key()-1]; s.CurrentBytes() != 0 || s.CurrentCount() != 0 || s.LowBytes < 0 {
				t.Errorf("%s: %+v after %s", held.Class(i), s, text)
			}
		}
	}
}
