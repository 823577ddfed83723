package gms

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/rewrite"
	"github.com/perfschema/perfschema/gms/internal/sqlerr"
)

// ER_PARSE_ERROR_IN_DIGEST_FN.
const errParseInDigest = 3676

// Functions are the SQL functions MySQL has for the Performance Schema:
// STATEMENT_DIGEST(), STATEMENT_DIGEST_TEXT(), PS_CURRENT_THREAD_ID(),
// PS_THREAD_ID(), FORMAT_BYTES() and FORMAT_PICO_TIME(); and CURRENT_ROLE(), which the
// engine lacks. [Adapter.Install] registers them.
func (a *Adapter) Functions() []sql.Function {
	one := func(name string, typ sql.Type, eval func(*sql.Context, any) (any, error)) sql.Function {
		return sql.Function1{Name: name, Fn: func(arg sql.Expression) sql.Expression {
			return &call{name: name, typ: typ, args: []sql.Expression{arg}, eval: eval}
		}}
	}
	return []sql.Function{
		one("statement_digest", types.LongText, a.statementDigest),
		one("statement_digest_text", types.LongText, a.statementDigestText),
		one("ps_thread_id", types.Uint64, a.threadID),
		one("format_bytes", types.LongText, formatBytes),
		one("format_pico_time", types.LongText, formatPicoTime),
		sql.Function0{Name: "ps_current_thread_id", Fn: func() sql.Expression {
			return &call{name: "ps_current_thread_id", typ: types.Uint64, eval: a.currentThreadID}
		}},
		sql.Function0{Name: "current_role", Fn: func() sql.Expression {
			return &call{name: "current_role", typ: types.LongText, eval: a.grammar.CurrentRole}
		}},
	}
}

// Function gives a function of the Overlay's. They are the engine's own, but
// REPEAT() and others whose result may be large look at its size first, and
// GET_LOCK(), RELEASE_LOCK() and RELEASE_ALL_LOCKS() are seen in metadata_locks:
// not before [Adapter.Install].
func (o *Overlay) Function(name string) (sql.Function, bool) {
	if name == loadFileName {
		return o.adapter.loadFileFunction(), true
	}
	if f, ok := rewrite.Function(strings.ToLower(name)); ok {
		return f, true
	}
	engine := o.adapter.engine.Load()
	if engine == nil {
		return nil, false
	}
	return o.adapter.lifecycle.locks.Function(name, engine.LS)
}

// call is a call of one of [Adapter.Functions], with one argument at most.
type call struct {
	name string
	typ  sql.Type
	args []sql.Expression
	eval func(ctx *sql.Context, arg any) (any, error)
}

var (
	_ sql.FunctionExpression         = (*call)(nil)
	_ sql.NonDeterministicExpression = (*call)(nil)
	_ sql.CollationCoercible         = (*call)(nil)
)

// Eval implements sql.Expression. NULL gives NULL.
func (f *call) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	var arg any
	for _, e := range f.args {
		v, err := e.Eval(ctx, row)
		if err != nil || v == nil {
			return nil, err
		}
		arg = v
	}
	return f.eval(ctx, arg)
}

// FunctionName implements sql.FunctionExpression.
func (f *call) FunctionName() string { return f.name }

// Description implements sql.FunctionExpression.
func (f *call) Description() string { return "of the Performance Schema" }

// Resolved implements sql.Expression.
func (f *call) Resolved() bool {
	for _, e := range f.args {
		if !e.Resolved() {
			return false
		}
	}
	return true
}

// String implements sql.Expression.
func (f *call) String() string {
	args := make([]string, len(f.args))
	for i, e := range f.args {
		args[i] = e.String()
	}
	return f.name + "(" + strings.Join(args, ",") + ")"
}

// Type implements sql.Expression.
func (f *call) Type() sql.Type { return f.typ }

// IsNullable implements sql.Expression.
func (f *call) IsNullable() bool { return true }

// IsNonDeterministic implements sql.NonDeterministicExpression: what depends
// on the connection must not be computed once for all.
func (f *call) IsNonDeterministic() bool {
	return strings.HasPrefix(f.name, "ps_") || f.name == "current_role"
}

// Children implements sql.Expression.
func (f *call) Children() []sql.Expression { return f.args }

// WithChildren implements sql.Expression.
func (f *call) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != len(f.args) {
		return nil, sql.ErrInvalidChildrenNumber.New(f, len(children), len(f.args))
	}
	c := *f
	c.args = children
	return &c, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (f *call) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return ctx.GetCollation(), 4
}

func (a *Adapter) statementDigest(ctx *sql.Context, arg any) (any, error) {
	text, err := parsable(ctx, arg)
	if err != nil {
		return nil, err
	}
	digest, _ := a.schema.StatementDigest(text)
	return digest, nil
}

func (a *Adapter) statementDigestText(ctx *sql.Context, arg any) (any, error) {
	text, err := parsable(ctx, arg)
	if err != nil {
		return nil, err
	}
	_, digest := a.schema.StatementDigest(text)
	return digest, nil
}

// parsable gives the argument as a statement, or MySQL's error for one that
// does not parse.
func parsable(ctx *sql.Context, arg any) (string, error) {
	v, _, err := types.LongText.Convert(ctx, arg)
	if err != nil {
		return "", err
	}
	text, _, err := sql.Unwrap[string](ctx, v)
	if err != nil {
		return "", err
	}
	if _, err := sqlparser.ParseWithOptions(ctx, text, sql.LoadSqlMode(ctx).ParserOptions()); err != nil {
		return "", mysql.NewSQLError(errParseInDigest, sqlerr.StateGeneral, "Could not parse argument to digest function: \"%s\".", err.Error())
	}
	return text, nil
}

func (a *Adapter) currentThreadID(ctx *sql.Context, _ any) (any, error) {
	return a.threadOfConnection(uint64(ctx.Session.ID()))
}

func (a *Adapter) threadID(ctx *sql.Context, arg any) (any, error) {
	v, inRange, err := types.Uint64.Convert(ctx, arg)
	if err != nil || inRange != sql.InRange {
		return nil, nil //nolint:nilerr // no connection has such a number
	}
	id, ok := v.(uint64)
	if !ok {
		return nil, fmt.Errorf("ps_thread_id: connection %v of type %T", v, v)
	}
	return a.threadOfConnection(id)
}

func (a *Adapter) threadOfConnection(id uint64) (any, error) {
	if !a.schema.Enabled() {
		return nil, sqlerr.InvalidUsage()
	}
	if t := a.schema.Read().ThreadByProcesslistID(id); t != nil {
		return t.ID(), nil
	}
	return nil, nil
}

// connectionThread is the Thread of the session's connection; nil if it has none.
func (a *Adapter) connectionThread(ctx *sql.Context) *perfschema.Thread {
	if ctx == nil || ctx.Session == nil {
		return nil
	}
	return a.schema.Read().ThreadByProcesslistID(uint64(ctx.Session.ID()))
}
