package gms

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/procedures"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/program"
	"github.com/perfschema/perfschema/gms/internal/sqlerr"
)

// sysProcedures are those procedures of sys that are carried out here and not by the
// interpreter. What they do they do by statements of the session, which are recorded as
// those of any procedure and need the caller's rights.
var sysProcedures map[string]func(*sysRun) error

func init() {
	sysProcedures = map[string]func(*sysRun) error{
		"create_synonym_db":                                 (*sysRun).createSynonyms,
		"diagnostics":                                       (*sysRun).diagnostics,
		"execute_prepared_stmt":                             (*sysRun).executeText,
		"ps_setup_reload_saved":                             (*sysRun).reloadSetup,
		"ps_setup_reset_to_default":                         (*sysRun).resetSetup,
		"ps_setup_save":                                     (*sysRun).saveSetup,
		"ps_statement_avg_latency_histogram":                (*sysRun).latencyHistogram,
		"ps_trace_statement_digest":                         (*sysRun).traceDigest,
		"ps_trace_thread":                                   (*sysRun).traceThread,
		"revoke_schema_privileges_from_all_accounts_except": (*sysRun).revokeExcept,
		"statement_performance_analyzer":                    (*sysRun).analyze,
	}
}

// sysProcedure is what carries out a procedure; nil if the interpreter does.
func sysProcedure(database, name string) func(*sysRun) error {
	if !strings.EqualFold(database, sysSchema) {
		return nil
	}
	return sysProcedures[strings.ToLower(name)]
}

// sysState is what a session keeps between two calls of them.
type sysState struct {
	saved    *savedSetup
	snapshot *digestTable
}

// sysRun is a call of one of them.
type sysRun struct {
	*procedureRun
	ctx     *sql.Context
	adapter *Adapter
	schema  sql.Schema // of the last result, where results are not sent as they come
	rows    []sql.Row
}

// runSys carries out a procedure, and returns what CALL gives.
func (p *procedureRun) runSys(ctx *sql.Context, does func(*sysRun) error) (sql.Schema, sql.RowIter, error) {
	c := &sysRun{procedureRun: p, ctx: ctx, adapter: p.execution.connection.adapter.rights}
	if err := does(c); err != nil {
		return nil, nil, err
	}
	if c.schema == nil {
		c.schema, c.rows = types.OkResultSchema, []sql.Row{sql.NewRow(types.NewOkResult(0))}
	}
	return c.schema, sql.RowsToRowIter(c.rows...), nil
}

// argument is the value of a parameter; nil is NULL.
func (c *sysRun) argument(name string) any {
	p := c.ctx.Session.GetStoredProcParam(name)
	if p == nil {
		return nil
	}
	v, err := sql.UnwrapAny(c.ctx, p.Value)
	if err != nil {
		return nil
	}
	return v
}

// text is a parameter as text; ok is false for NULL.
func (c *sysRun) text(name string) (s string, ok bool) {
	v := c.argument(name)
	if v == nil {
		return "", false
	}
	typ := c.ctx.Session.GetStoredProcParam(name).Type
	if typ != nil {
		if sent, err := typ.SQL(c.ctx, nil, v); err == nil {
			return sent.ToString(), true
		}
	}
	s, err := textOf(c.ctx, v)
	return s, err == nil
}

// detached does something that has to be done whether or not the statement has been killed.
func (c *sysRun) detached(do func() error) error {
	was := c.ctx
	c.ctx = sql.NewContext(context.WithoutCancel(was.Context), sql.WithSession(was.Session))
	defer func() { c.ctx = was }()
	return do()
}

// number is a parameter as a number; otherwise where it is NULL.
func (c *sysRun) number(name string, otherwise float64) float64 {
	v := c.argument(name)
	if v == nil {
		return otherwise
	}
	n, err := number(c.ctx, v)
	if err != nil {
		return otherwise
	}
	return n
}

// flag is a parameter that is true or false.
func (c *sysRun) flag(name string) bool { return c.number(name, 0) != 0 }

// run begins a statement.
func (c *sysRun) run(text string, sent bool) (sql.Schema, sql.RowIter, error) {
	step := sql.NewContext(c.ctx.Context, sql.WithSession(c.ctx.Session))
	stmt, err := c.parse(step, text)
	if err != nil {
		return nil, nil, err
	}
	place := program.Place{Operation: procedures.OpCode_Execute, At: -1, Handler: -1}
	if _, ok := stmt.(*ast.Select); ok {
		place.Operation, place.Into = procedures.OpCode_Select, !sent
	}
	c.written = text
	defer func() { c.written = "" }()
	return c.Run(step, stmt, place)
}

// parse parses a statement as one of the client's is.
func (c *sysRun) parse(ctx *sql.Context, text string) (ast.Statement, error) {
	stmt, _, _, err := unwatchParser(c.adapter.catalog().Overrides().Builder.Parser).Parse(ctx, text, false)
	return stmt, err
}

// query runs a statement and returns its rows.
func (c *sysRun) query(text string) (sql.Schema, []sql.Row, error) {
	schema, iter, err := c.run(text, false)
	if err != nil {
		return nil, nil, err
	}
	rows, err := sql.RowIterToRows(c.ctx, iter)
	return schema, rows, err
}

// exec runs a statement for what it does, and returns how many rows it has changed.
func (c *sysRun) exec(text string) (uint64, error) {
	_, rows, err := c.query(text)
	if err != nil || len(rows) == 0 || !types.IsOkResult(rows[0]) {
		return 0, err
	}
	return types.GetOkResult(rows[0]).RowsAffected, nil
}

// execAll runs statements one after the other.
func (c *sysRun) execAll(texts ...string) error {
	for _, text := range texts {
		if _, err := c.exec(text); err != nil {
			return err
		}
	}
	return nil
}

// value is that of a query's first row and column as text; ok is false for NULL and for no
// row.
func (c *sysRun) value(text string) (s string, ok bool, err error) {
	schema, rows, err := c.query(text)
	if err != nil || len(rows) == 0 || len(rows[0]) == 0 || rows[0][0] == nil {
		return "", false, err
	}
	s, err = informationText(c.ctx, schema[0].Type, rows[0][0])
	return s, err == nil, err
}

// give runs a statement whose rows are the client's.
func (c *sysRun) give(text string) error {
	schema, iter, err := c.run(text, true)
	if err != nil {
		return err
	}
	return c.giveRows(schema, iter)
}

// giveRows has the client get rows, if it gets all results; else the last.
func (c *sysRun) giveRows(schema sql.Schema, iter sql.RowIter) error {
	if c.SendsResults(c.ctx) {
		_, rest, err := c.Send(c.ctx, schema, iter)
		if err != nil {
			return err
		}
		_, err = sql.RowIterToRows(c.ctx, rest)
		return err
	}
	rows, err := sql.RowIterToRows(c.ctx, iter)
	c.schema, c.rows = schema, rows
	return err
}

// tell has the client get one row of one text.
func (c *sysRun) tell(column, text string) error {
	schema := sql.Schema{{Name: column, Type: types.LongText}}
	return c.giveRows(schema, sql.RowsToRowIter(sql.Row{text}))
}

// errSignalled is ER_SIGNAL_EXCEPTION.
const errSignalled = 1644

// fails is the error of SIGNAL SQLSTATE '45000'.
func fails(format string, args ...any) error {
	return mysql.NewSQLError(errSignalled, "45000", "%s", fmt.Sprintf(format, args...))
}

// plural is "s" of what is not one.
func plural[N int | uint64](n N) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// inAnyCase is a procedure whose parameters of ENUM and SET take their values in any letter
// case, as MySQL's do; the parser knows no collation of parameters.
func inAnyCase(p *plan.Procedure) *plan.Procedure {
	with := *p
	with.Params = slices.Clone(p.Params)
	for i := range with.Params {
		var folded sql.Type
		err := error(nil)
		switch t := with.Params[i].Type.(type) {
		case sql.EnumType:
			folded, err = types.CreateEnumType(t.Values(), sql.Collation_utf8mb4_0900_ai_ci)
		case sql.SetType:
			folded, err = types.CreateSetType(t.Values(), sql.Collation_utf8mb4_0900_ai_ci)
		default:
			continue
		}
		if err == nil {
			with.Params[i].Type = folded
		}
	}
	return &with
}

// createSynonyms is create_synonym_db, which is refused: a transaction of the storage knows
// the databases alone that there were when it began, and CALL runs in one.
func (c *sysRun) createSynonyms() error {
	return sqlerr.NotSupportedYet("procedure sys.create_synonym_db")
}
