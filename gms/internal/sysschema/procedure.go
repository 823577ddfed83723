package sysschema

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	operation "github.com/dolthub/go-mysql-server/sql/procedures"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/program"
	"github.com/perfschema/perfschema/gms/internal/table"
)

// Procedure is one of those procedures of sys that are carried out here and not by the
// interpreter. What they do they do by statements of the session, which are recorded as
// those of any procedure and need the caller's rights.
type Procedure func(*call) error

var procedures map[string]Procedure

func init() {
	procedures = map[string]Procedure{
		"create_synonym_db":                                 (*call).createSynonyms,
		"diagnostics":                                       (*call).diagnostics,
		"execute_prepared_stmt":                             (*call).executeText,
		"ps_setup_reload_saved":                             (*call).reloadSetup,
		"ps_setup_reset_to_default":                         (*call).resetSetup,
		"ps_setup_save":                                     (*call).saveSetup,
		"ps_statement_avg_latency_histogram":                (*call).latencyHistogram,
		"ps_trace_statement_digest":                         (*call).traceDigest,
		"ps_trace_thread":                                   (*call).traceThread,
		"revoke_schema_privileges_from_all_accounts_except": (*call).revokeExcept,
		"statement_performance_analyzer":                    (*call).analyzeTold,
		"table_exists":                                      (*call).tableExists,
	}
}

// FindProcedure is what carries out a procedure; nil if the interpreter does.
func FindProcedure(database, name string) Procedure {
	if !strings.EqualFold(database, Name) {
		return nil
	}
	return procedures[strings.ToLower(name)]
}

// Session is what a session keeps between two calls of them.
type Session struct {
	saved    *savedSetup
	snapshot *digestTable
}

// Host runs the statements of a call as those of a stored program, and knows the client
// that has called it.
type Host interface {
	// RunText begins a statement, which ends when its rows are closed.
	RunText(ctx *sql.Context, text string, stmt ast.Statement, at program.Location) (sql.Schema, sql.RowIter, error)
	// SendsResults and Send are [program.Host]'s.
	SendsResults(ctx *sql.Context) bool
	Send(ctx *sql.Context, schema sql.Schema, rows sql.RowIter) (sql.Schema, sql.RowIter, error)
}

// call is a call of a procedure.
type call struct {
	Host
	ctx     *sql.Context
	server  *Server
	session *Session
	schema  sql.Schema // of the last result, where results are not sent as they come
	rows    []sql.Row
}

// Call carries out a procedure, and returns what CALL gives.
func (s *Server) Call(ctx *sql.Context, does Procedure, session *Session, host Host) (sql.Schema, sql.RowIter, error) {
	c := &call{Host: host, ctx: ctx, server: s, session: session}
	if err := does(c); err != nil {
		return nil, nil, err
	}
	if c.schema == nil {
		c.schema, c.rows = types.OkResultSchema, []sql.Row{sql.NewRow(types.NewOkResult(0))}
	}
	return c.schema, sql.RowsToRowIter(c.rows...), nil
}

// argument is the value of a parameter; nil is NULL.
func (c *call) argument(name string) any {
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
func (c *call) text(name string) (s string, ok bool) {
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
func (c *call) detached(do func() error) error {
	was := c.ctx
	c.ctx = sql.NewContext(context.WithoutCancel(was.Context), sql.WithSession(was.Session))
	defer func() { c.ctx = was }()
	return do()
}

// number is a parameter as a number; otherwise where it is NULL.
func (c *call) number(name string, otherwise float64) float64 {
	v := c.argument(name)
	if v == nil {
		return otherwise
	}
	n, err := Number(c.ctx, v)
	if err != nil {
		return otherwise
	}
	return n
}

// flag is a parameter that is true or false.
func (c *call) flag(name string) bool { return c.number(name, 0) != 0 }

// run begins a statement.
func (c *call) run(text string, sent bool) (sql.Schema, sql.RowIter, error) {
	step := sql.NewContext(c.ctx.Context, sql.WithSession(c.ctx.Session))
	stmt, err := c.parse(step, text)
	if err != nil {
		return nil, nil, err
	}
	at := program.Location{Operation: operation.OpCode_Execute, At: -1, Handler: -1}
	if _, ok := stmt.(*ast.Select); ok {
		at.Operation, at.Into = operation.OpCode_Select, !sent
	}
	return c.RunText(step, text, stmt, at)
}

// parse parses a statement as one of the client's is.
func (c *call) parse(ctx *sql.Context, text string) (ast.Statement, error) {
	stmt, _, _, err := c.server.Parser().Parse(ctx, text, false)
	return stmt, err
}

// query runs a statement and returns its rows.
func (c *call) query(text string) (sql.Schema, []sql.Row, error) {
	schema, iter, err := c.run(text, false)
	if err != nil {
		return nil, nil, err
	}
	rows, err := sql.RowIterToRows(c.ctx, iter)
	return schema, rows, err
}

// exec runs a statement for what it does, and returns how many rows it has changed.
func (c *call) exec(text string) (uint64, error) {
	_, rows, err := c.query(text)
	if err != nil || len(rows) == 0 || !types.IsOkResult(rows[0]) {
		return 0, err
	}
	return types.GetOkResult(rows[0]).RowsAffected, nil
}

// execAll runs statements one after the other.
func (c *call) execAll(texts ...string) error {
	for _, text := range texts {
		if _, err := c.exec(text); err != nil {
			return err
		}
	}
	return nil
}

// value is that of a query's first row and column as text; ok is false for NULL and for no
// row.
func (c *call) value(text string) (s string, ok bool, err error) {
	schema, rows, err := c.query(text)
	if err != nil || len(rows) == 0 || len(rows[0]) == 0 || rows[0][0] == nil {
		return "", false, err
	}
	s, err = table.SentText(c.ctx, schema[0].Type, rows[0][0])
	return s, err == nil, err
}

// give runs a statement whose rows are the client's.
func (c *call) give(text string) error {
	schema, iter, err := c.run(text, true)
	if err != nil {
		return err
	}
	return c.giveRows(schema, iter)
}

// giveRows has the client get rows, if it gets all results; else the last.
func (c *call) giveRows(schema sql.Schema, iter sql.RowIter) error {
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
func (c *call) tell(column, text string) error {
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

// InAnyCase is a procedure whose parameters of ENUM and SET take their values in any letter
// case, as MySQL's do; the parser knows no collation of parameters.
func InAnyCase(p *plan.Procedure) *plan.Procedure {
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
