package gms

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"regexp"
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
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/sampler"
)

// suiteMode says in what form a child process runs the engine's own tests.
const suiteMode = "PERFSCHEMA_ENGINETEST"

// The engine's own tests come out on the instrumented engine as on the bare
// one, also while a profiler samples it. Some fail on all.
func TestEngineIsUnchanged(t *testing.T) {
	if testing.Short() || os.Getenv(suiteMode) != "" {
		t.Skip("runs the engine's test suite three times")
	}
	modes := []string{"bare", "instrumented", "profiled"}
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
	bare := got[0]
	if len(bare) < 10000 {
		t.Fatalf("only %d tests ran on the bare engine", len(bare))
	}
	for i, mode := range modes[1:] {
		for name, how := range different(bare, got[i+1], mode) {
			t.Errorf("%s: %s", name, how)
		}
	}
}

// deliberate are tests of what is not the engine's any more: the process list, the Go types of
// numbers in information_schema.PARAMETERS,
// status variables, which are counted here, and system variables, of which there are
// more, SIGNAL of a warning, which is one, sums, which are exact, a number as an INOUT
// argument, which is error 1414, FLUSH, which gives no rows but OK, DDL in triggers, which is
// error 1422, EXPLAIN, of which the engine has one row, the same for all, DIV out of
// range, whose error is MySQL's from the start, DECIMAL, which is one of ten digits without a
// fraction, what is told of a value that cannot be cast, and of a string that is no number, a text with
// an interval, which is a text, the names of information_schema's tables, which are in capitals, a parameter of
// what is not prepared, which is error 1064, and a procedure's DATE with months added, which
// stays one, MAX() over an ordered window, which ends with the current row, the order of
// warnings, and that of the privileges on a column, and SHOW COLUMNS and SHOW INDEX, which tell
// what MySQL does, as COLUMNS of a default, what is told of views, which SHOW TABLE
// STATUS has, of triggers, one of which may be dropped though another names it, and of triggers and
// procedures, which are of the account that makes them, a column that a foreign key refers to,
// which stays, and a table that is changed and read in a subquery, which is error 1093. SHOW CREATE TABLE, by which the suites see what was made, is left the engine's.
// sql_select_limit has MySQL's default, and is a number without a sign. SET TRANSACTION leaves
// the session's variables, and SET of a global variable wants GLOBAL. Definitions that nobody can
// make, and of information_schema, have MySQL's errors, and the notes of IF EXISTS its numbers.
// UTC_TIMESTAMP() has no fraction unasked. INSERT IGNORE warns of a text that it cuts with 1265. A UNION within a UNION keeps its ORDER BY and LIMIT.
// What a UNION sorts by and has no column for is MySQL's error.
// A REPLACE by the same row is one, and what a trigger inserts has no part in LAST_INSERT_ID().
// information_schema compares names of tables by the collation of names, and SHOW COLLATION has no utf8.
// CARDINALITY of an index without statistics is NULL. A text that is no date is error 1292 that names
// its column. sql_mode brings what a mode
// stands for, in MySQL's order.
var deliberate = regexp.MustCompile(`(?i)processlist|^testenginesuites/warnings$|/information_schema\.columns_for_view/|parameters_shows_all_column_values|show_(global_|session_)?status_like|/declare_condition/call_p1\(0\)|(sum|avg)_*\(|computesummary|columns_from_aggregate|/nested_call_in_if/else_branch/|/flush_(binary|engine)_logs|show_(global_)?variables_|/trigger_contains_create_(table|view)_as/|/explain_(format=tree_)?select_1$|/select_[-0-9]+_div_0|/failed_conversion_shows_warning/|/string_to_number_comparison_correctly_truncates/|_convert\('[0-9.]+',_decimal\)|/select_'2018-05-02'_[-+]_interval_1_day|/call_add_month\(|_max\(v3\)_over_\(partition_by_v2_order_by_pk\)|_where_(i_=|pk_>)_\?;?$|/infoschema/select_table_(schema_as_table_cat|name_from_information_schema\.tables_where_table_schema_(=_'information_schema'_order|collate_utf8_general_ci_=_'information_schema'))|/show_(index|indexes|keys)_from_|/show_full_(columns|fields)_from_|/describe_(t|enumtest1;)$|/select_column_name,_column_default,_is_nullable,|/select_\*_from_information_schema\.views_|/show_table_status|/show_engines|/select_\*_from_information_schema\.engines_|/show_create_view|/triggers/(show_triggers|drop_trigger)/|/information_schema\.triggers_create_trigger_definer_defined/|/show_create_table_myview|/show_create_trigger_|/show_create_procedure_|/show_procedure_status|/storedprocedures/no_database_selected$|/information_schema\.routines/|@@sql_select_limit$|/variables/set_transaction/select_@@transaction_isolation|/variables/@@server_id/set_|/create_table_invalid_decimal_|/(datetime|timestamp)_precision/create_table_t4_|/test_information_schema_database/(create|drop)_database_|/set_with_duplicates/create_table_|/create_database_error_handling/show_warnings_|/drop_table_if_exists_on_unknown_table_shows_warning/drop_table_|/drop_column_parent/alter_table_parent_drop_column_v1|/self-referential_not_in_subquery/|_now\(6\)_=_utc_timestamp\(\)|_from_information_schema\.schemata|/column_specific_tests_on_information_schema\.columns_table/|/with_a\(j\)_as_.*_desc(_limit_[12])?\)_union_select_j_from_a|/row_count\(\)_behavior/select_row_count\(\)#01$|/non-existent_procedure_in_trigger_body/select_last_insert_id|/set_op_schema_merge/table_t1_union_table_t3_order_by_j;|/update_keyless_inner_join_one_pk_|/insert_ignore_into_t2_values_\(1,_'adsda'\)|/show_collation_where_.collation._in_|/select_@@(session\.|global\.)?sql_mode|columns_in_expression_uses_info_schema_collation/select_.*'test'|/insert_into_\.\.\._select_with_text_types/|/try_inserting_incorrect_date(time)?_value/|/information_schema\.statistics_shows_non_unique_index/|_where_date(time)?_col_>=_'not_a_valid_|/call_tests/incompatible_type_for_parameter`)

// different is which tests do not come out alike, or ran on one engine alone,
// and how.
func different(bare, got map[string]string, mode string) map[string]string {
	parents := make(map[string]bool)
	for name := range bare {
		if deliberate.MatchString(name) {
			for i := range name {
				if name[i] == '/' {
					parents[name[:i]] = true
				}
			}
		}
	}
	out := make(map[string]string)
	for _, ran := range []map[string]string{bare, got} {
		for name := range ran {
			if bare[name] != got[name] && !deliberate.MatchString(name) && !parents[name] {
				out[name] = fmt.Sprintf("%q on the bare engine, %q on the %s one", bare[name], got[name], mode)
			}
		}
	}
	return out
}

var outcomeLine = regexp.MustCompile(`^ *--- (PASS|FAIL|SKIP): (.*) \([0-9.]+s\)$`)

// outcomes runs the suites in a process of its own. It is safe for concurrent use.
func outcomes(t *testing.T, mode string) (map[string]string, error) {
	limit := time.Duration(0)
	if deadline, ok := t.Deadline(); ok {
		limit = time.Until(deadline)
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestEngineSuites$", "-test.v", "-test.timeout="+limit.String())
	cmd.Env = append(os.Environ(), suiteMode+"="+mode)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) { // 1: a test fails, as some do
		return nil, fmt.Errorf("the %s engine: %w", mode, err)
	}
	got := make(map[string]string)
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		if m := outcomeLine.FindStringSubmatch(lines.Text()); m != nil {
			got[m[2]] = m[1]
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("the %s engine: %w", mode, err)
	}
	if got["TestEngineSuites"] == "" {
		return nil, fmt.Errorf("the suites on the %s engine did not come to their end after %d tests: %s", mode, len(got), out[max(len(out)-2000, 0):])
	}
	return got, nil
}

// TestEngineSuites is what the child processes run. Transactions are not among it, on
// which the bare engine panics with tables in memory, nor rights, which the Adapter
// decides by itself and tests by itself.
func TestEngineSuites(t *testing.T) {
	mode := os.Getenv(suiteMode)
	if mode == "" {
		t.Skip("run by TestEngineIsUnchanged")
	}
	for _, suite := range []struct {
		name string
		run  func(*testing.T, enginetest.Harness)
	}{
		{"Queries", enginetest.TestQueries},
		{"QueriesPrepared", enginetest.TestQueriesPrepared},
		{"QueryErrors", enginetest.TestQueryErrors},
		{"Scripts", enginetest.TestScripts},
		{"JoinQueries", enginetest.TestJoinQueries},
		{"LateralJoinQueries", enginetest.TestLateralJoinQueries},
		{"InfoSchema", enginetest.TestInfoSchema},
		{"ColumnAliases", enginetest.TestColumnAliases},
		{"OrderByGroupBy", enginetest.TestOrderByGroupBy},
		{"InsertInto", enginetest.TestInsertInto},
		{"InsertIgnoreInto", enginetest.TestInsertIgnoreInto},
		{"InsertIntoErrors", enginetest.TestInsertIntoErrors},
		{"LoadData", enginetest.TestLoadData},
		{"ReplaceInto", enginetest.TestReplaceInto},
		{"Update", enginetest.TestUpdate},
		{"UpdateErrors", enginetest.TestUpdateErrors},
		{"Delete", enginetest.TestDelete},
		{"DeleteErrors", enginetest.TestDeleteErrors},
		{"Truncate", enginetest.TestTruncate},
		{"GeneratedColumns", enginetest.TestGeneratedColumns},
		{"ComplexIndexQueries", enginetest.TestComplexIndexQueries},
		{"Triggers", enginetest.TestTriggers},
		{"StoredProcedures", enginetest.TestStoredProcedures},
		{"Views", enginetest.TestViews},
		{"CreateTable", enginetest.TestCreateTable},
		{"CreateDatabase", enginetest.TestCreateDatabase},
		{"AlterTable", enginetest.TestAlterTable},
		{"ForeignKeys", enginetest.TestForeignKeys},
		{"ChecksOnInsert", enginetest.TestChecksOnInsert},
		{"WindowFunctions", enginetest.TestWindowFunctions},
		{"Variables", enginetest.TestVariables},
		{"VariableErrors", enginetest.TestVariableErrors},
		{"PreparedStatements", enginetest.TestPreparedStatements},
		{"ShowTableStatus", enginetest.TestShowTableStatus},
		{"Warnings", enginetest.TestWarnings},
		{"Use", enginetest.TestUse},
		{"SessionSelectLimit", enginetest.TestSessionSelectLimit},
	} {
		t.Run(suite.name, func(t *testing.T) {
			suite.run(t, &suiteHarness{MemoryHarness: enginetest.NewDefaultMemoryHarness(), mode: mode})
		})
	}
}

// suiteHarness makes engines for the suites, bare, instrumented or profiled.
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
	if h.mode == "bare" {
		engine, err := h.MemoryHarness.NewEngine(t)
		return &suiteEngine{QueryEngine: engine}, err
	}
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
	a, err := New(ps, Options{})
	if err != nil {
		return nil, err
	}
	a.engineCreates = true
	settings := engineSettings()
	if h.mode == "profiled" {
		p, err := sampler.Start(ps, sampler.Options{MaxProfiles: 100})
		if err != nil {
			return nil, err
		}
		t.Cleanup(p.Close)
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
	settings()
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

// suiteEngine records every statement, as a server's handler would.
type suiteEngine struct {
	enginetest.QueryEngine
	t         *testing.T
	lifecycle *lifecycle // nil: the bare engine
}

var suiteConnections atomic.Uint32

// Query implements enginetest.QueryEngine.
func (e *suiteEngine) Query(ctx *sql.Context, query string) (sql.Schema, sql.RowIter, *sql.QueryFlags, error) {
	return e.QueryWithBindings(ctx, query, nil, nil, nil)
}

// QueryWithBindings implements enginetest.QueryEngine.
func (e *suiteEngine) QueryWithBindings(ctx *sql.Context, query string, parsed sqlparser.Statement, bindings map[string]sqlparser.Expr, flags *sql.QueryFlags) (sql.Schema, sql.RowIter, *sql.QueryFlags, error) {
	if e.lifecycle == nil {
		return e.QueryEngine.QueryWithBindings(ctx, query, parsed, bindings, flags)
	}
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
