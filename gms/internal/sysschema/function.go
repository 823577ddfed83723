package sysschema

import (
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/view/sys"
)

// Types of what functions give.
var (
	answer  = types.MustCreateStringWithDefaults(sqltypes.Char, 7) // YES, NO or UNKNOWN
	text64  = types.MustCreateStringWithDefaults(sqltypes.VarChar, 64)
	text128 = types.MustCreateStringWithDefaults(sqltypes.VarChar, 128)
	text512 = types.MustCreateStringWithDefaults(sqltypes.VarChar, 512)
)

// functions are the functions of MySQL's schema sys.
func (s *Server) Functions() []sql.Function {
	list := []*routine{
		{name: "format_bytes", args: 1, typ: types.LongText, eval: ofNumber(sys.FormatBytes)},
		{name: "format_time", args: 1, typ: types.LongText, eval: ofNumber(sys.FormatTime)},
		{name: "format_path", args: 1, typ: text512, eval: ofText(func(_ *sql.Context, path string) (any, error) {
			return sys.FormatPath(path, Directories()), nil
		})},
		{name: "format_statement", args: 1, typ: types.LongText, eval: ofText(func(ctx *sql.Context, statement string) (any, error) {
			return sys.FormatStatement(statement, s.TruncateLength(ctx)), nil
		})},
		{name: "extract_schema_from_file_name", args: 1, typ: text64, eval: plainText(sys.SchemaFromFileName)},
		{name: "extract_table_from_file_name", args: 1, typ: text64, eval: plainText(sys.TableFromFileName)},
		{name: "quote_identifier", args: 1, typ: types.LongText, eval: plainText(sys.QuoteIdentifier)},
		{name: "list_add", args: 2, typ: types.LongText, takesNull: true, eval: listAdd},
		{name: "list_drop", args: 2, typ: types.LongText, takesNull: true, eval: listDrop},
		{name: "ps_thread_id", args: 1, typ: types.Uint64, takesNull: true, eval: s.threadID},
		{name: "ps_thread_account", args: 1, typ: types.LongText, eval: s.threadAccount},
		{name: "ps_is_thread_instrumented", args: 1, typ: answer, eval: s.threadInstrumented},
		{name: "ps_is_account_enabled", args: 2, typ: answer, eval: s.accountEnabled},
		{name: "ps_is_consumer_enabled", args: 1, typ: answer, eval: s.consumerEnabled},
		{name: "ps_is_instrument_default_enabled", args: 1, typ: answer, eval: ofText(s.defaultEnabled)},
		{name: "ps_is_instrument_default_timed", args: 1, typ: answer, eval: ofText(s.defaultTimed)},
		{name: "ps_thread_stack", args: 2, typ: types.LongText, takesNull: true, eval: s.threadStack},
		{name: "ps_thread_trx_info", args: 1, typ: types.LongText, eval: s.threadTransactions},
		{name: "sys_get_config", args: 2, typ: text128, takesNull: true, eval: s.getConfig},
	}
	for i, part := range []string{"major", "minor", "patch"} {
		list = append(list, &routine{name: "version_" + part, typ: types.Uint8, eval: func(*sql.Context, []any) (any, error) {
			return versionPart(sysvar.GlobalText("version"), i), nil
		}})
	}
	out := make([]sql.Function, len(list))
	for i, f := range list {
		out[i] = f.declare()
	}
	return out
}

func ofNumber(f func(float64) string) func(*sql.Context, []any) (any, error) {
	return func(ctx *sql.Context, args []any) (any, error) {
		n, err := Number(ctx, args[0])
		if err != nil {
			return nil, err
		}
		return f(n), nil
	}
}

func ofText(f func(*sql.Context, string) (any, error)) func(*sql.Context, []any) (any, error) {
	return func(ctx *sql.Context, args []any) (any, error) {
		s, err := textOf(ctx, args[0])
		if err != nil {
			return nil, err
		}
		return f(ctx, s)
	}
}

func plainText(f func(string) string) func(*sql.Context, []any) (any, error) {
	return ofText(func(_ *sql.Context, s string) (any, error) { return f(s), nil })
}

// Directories are those that paths are shown relative to, in MySQL's order.
func Directories() (out []sys.Directory) {
	for _, name := range []string{
		"datadir", "tmpdir", "replica_load_tmpdir", "innodb_data_home_dir", "innodb_log_group_home_dir", "innodb_undo_directory", "basedir",
	} {
		if path := sysvar.GlobalText(name); path != "./" {
			out = append(out, sys.Directory{Variable: name, Path: path})
		}
	}
	return out
}

// listValue is the value that is to come into a list or out of it, which may not be NULL.
func listValue(ctx *sql.Context, function, parameter string, args []any) (list, value string, err error) {
	if args[1] == nil {
		return "", "", mysql.NewSQLError(errInvalidNull, "02200", "Function sys.%s: %s input variable should not be NULL", function, parameter)
	}
	if list, err = textOf(ctx, args[0]); err != nil {
		return "", "", err
	}
	value, err = textOf(ctx, args[1])
	return list, value, err
}

// errInvalidNull is ER_INVALID_USE_OF_NULL.
const errInvalidNull = 1138

func listAdd(ctx *sql.Context, args []any) (any, error) {
	list, value, err := listValue(ctx, "list_add", "in_add_value", args)
	if err != nil {
		return nil, err
	}
	return sys.ListAdd(list, value), nil
}

func listDrop(ctx *sql.Context, args []any) (any, error) {
	list, value, err := listValue(ctx, "list_drop", "in_drop_value", args)
	if err != nil || args[0] == nil {
		return nil, err
	}
	return sys.ListDrop(list, value), nil
}

// versionPart is a part of a version such as 9.7.4.
func versionPart(version string, part int) uint8 {
	version, _, _ = strings.Cut(version, "-")
	parts := strings.Split(version, ".")
	if part >= len(parts) {
		return 0
	}
	n, _ := strconv.ParseUint(parts[part], 10, 8)
	return uint8(n)
}

// reads refuses what asks for a table of performance_schema that the account may not read,
// since functions of sys do with the rights of who calls them.
func (s *Server) reads(ctx *sql.Context, table string) error {
	if s.Rights.Of(ctx).Reads(table) {
		return nil
	}
	return sqlerr.DeniedTable(ctx, "SELECT", table)
}

// threadFound is the Thread that an argument names, by its own number or its connection's;
// nil if there is none.
func (s *Server) threadFound(ctx *sql.Context, arg any, find func(uint64) *perfschema.Thread) *perfschema.Thread {
	v, inRange, err := types.Uint64.Convert(ctx, arg)
	if id, ok := v.(uint64); ok && err == nil && inRange == sql.InRange {
		return find(id)
	}
	return nil
}

// threadID is ps_thread_id(): that of a connection, NULL being one's own.
func (s *Server) threadID(ctx *sql.Context, args []any) (any, error) {
	if args[0] == nil {
		return s.ThreadID(ctx, ctx.Session.ID())
	}
	return s.ThreadID(ctx, args[0])
}

// threadAccount is ps_thread_account(): the account of a thread; NULL without one.
func (s *Server) threadAccount(ctx *sql.Context, args []any) (any, error) {
	if err := s.reads(ctx, "threads"); err != nil {
		return nil, err
	}
	t := s.threadFound(ctx, args[0], s.Schema.Read().ThreadByID)
	if t == nil {
		return nil, nil
	}
	info := t.Info()
	if info.ProcesslistID == 0 {
		return nil, nil
	}
	return info.User + "@" + info.Host, nil
}

// threadInstrumented is ps_is_thread_instrumented(), of a connection.
func (s *Server) threadInstrumented(ctx *sql.Context, args []any) (any, error) {
	if err := s.reads(ctx, "threads"); err != nil {
		return nil, err
	}
	t := s.threadFound(ctx, args[0], s.Schema.Read().ThreadByProcesslistID)
	if t == nil {
		return "UNKNOWN", nil
	}
	return yesOrNo(t.Info().Instrumented), nil
}

// accountEnabled is ps_is_account_enabled(): what setup_actors has for a host and a user.
func (s *Server) accountEnabled(ctx *sql.Context, args []any) (any, error) {
	if err := s.reads(ctx, "setup_actors"); err != nil {
		return nil, err
	}
	host, err := textOf(ctx, args[0])
	if err != nil {
		return nil, err
	}
	user, err := textOf(ctx, args[1])
	if err != nil {
		return nil, err
	}
	enabled, _ := s.Schema.Read().ActorFor(user, host)
	return yesOrNo(enabled), nil
}

// errInvalidArgument is ER_STD_INVALID_ARGUMENT.
const errInvalidArgument = 3047

// consumerEnabled is ps_is_consumer_enabled(): whether a consumer, and all those that it
// needs, are enabled.
func (s *Server) consumerEnabled(ctx *sql.Context, args []any) (any, error) {
	if err := s.reads(ctx, "setup_consumers"); err != nil {
		return nil, err
	}
	name, err := textOf(ctx, args[0])
	if err != nil {
		return nil, err
	}
	name = strings.ToLower(name)
	c, ok := perfschema.ParseConsumer(name)
	if !ok {
		return nil, mysql.NewSQLError(errInvalidArgument, sqlerr.StateGeneral, "Invalid argument error: %s in function sys.ps_is_consumer_enabled.", name)
	}
	for ok {
		if !s.Schema.Consumer(c) {
			return "NO", nil
		}
		c, ok = perfschema.ParseConsumer(consumerAbove(c.String()))
	}
	return "YES", nil
}

// consumerAbove is the consumer that one needs; "" for the first.
func consumerAbove(name string) string {
	switch {
	case name == "global_instrumentation":
		return ""
	case name == "thread_instrumentation", name == "statements_digest":
		return "global_instrumentation"
	case strings.HasSuffix(name, "_current"):
		return "thread_instrumentation"
	}
	family, _, _ := strings.Cut(strings.TrimPrefix(name, "events_"), "_")
	return "events_" + family + "_current"
}

func yesOrNo(b bool) string {
	if b {
		return "YES"
	}
	return "NO"
}
