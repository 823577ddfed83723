package gms

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/gms/dialect/account"
	"github.com/perfschema/perfschema/gms/dialect/amendment"
	"github.com/perfschema/perfschema/gms/dialect/function"
	"github.com/perfschema/perfschema/gms/dialect/grammar"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/credential"
	"github.com/perfschema/perfschema/gms/internal/enginestatus"
	"github.com/perfschema/perfschema/gms/internal/errorlog"
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/hostcache"
	"github.com/perfschema/perfschema/gms/internal/processlist"
	"github.com/perfschema/perfschema/gms/internal/recovery"
	"github.com/perfschema/perfschema/gms/internal/schemafunction"
	"github.com/perfschema/perfschema/gms/internal/setting"
	"github.com/perfschema/perfschema/gms/internal/status"
	"github.com/perfschema/perfschema/gms/internal/sysschema"
	"github.com/perfschema/perfschema/gms/internal/table"
	"github.com/perfschema/perfschema/gms/internal/transport"
	"github.com/perfschema/perfschema/gms/internal/wire"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/sys"
)

// Adapter joins one Schema with one go-mysql-server engine. Make it with
// [New], before the engine. It is safe for concurrent use.
type Adapter struct {
	schema  *perfschema.Schema
	options Options
	overlay *Overlay
	// engine is what the Adapter is installed in; nil until then.
	engine atomic.Pointer[sqle.Engine]
	// lifecycle records statements, and keeps them within bounds.
	lifecycle *lifecycle
	// rights decides what statements may do.
	rights *privilege.Rights
	// accounts runs the statements about accounts.
	accounts *account.Accounts
	// profiler is nil until StartProfiler.
	profiler atomic.Pointer[sampler.Profiler]
	sessions atomic.Pointer[activesession.Recorder] // likewise
	alarm    held.Alarm
	flushes  atomic.Uint64 // FLUSH TABLES
	uptime   status.Uptime
	panics   panics
	sources  setting.Sources
	log      errorlog.Log
	clientAccess
	answering
	// config has the settings of the schema sys, sys its functions and procedures.
	config *sys.Config
	sys    *sysschema.Server
	// groups says that a table of AddDatabase has Groups.
	groups bool
	// buffers are what SHOW ENGINE PERFORMANCE_SCHEMA STATUS shows.
	buffers enginestatus.Buffers
	// schemaFunctions are those that MySQL has for the Performance Schema; processes is SHOW
	// PROCESSLIST.
	schemaFunctions *schemafunction.Functions
	processes       *processlist.List
	// initial are the variables of sessions that begin now; nil after a SET GLOBAL.
	initial atomic.Pointer[map[string]sql.SystemVarValue]
}

// clientAccess is how clients reach the server: who is connected, how connections are secured,
// and by what clients log in.
type clientAccess struct {
	clients *client.Registry
	secured transport.Security
	// logsIn says that the Adapter logs clients in, see ProtocolListener.
	logsIn    atomic.Bool
	passwords credential.Passwords
	bytes     wire.ByteCount
	hosts     *hostcache.Cache
}

// answering is what makes the engine answer as MySQL does.
type answering struct {
	// engineCreates: SHOW CREATE TABLE of a stored table is the engine's, for its own tests.
	engineCreates bool
	// statements are the rules of statements.
	statements *amendment.Rules
	// planSteps change plans, see planRules.
	planSteps []step.PlanStep
	// grammar has the statements that the engine's parser lacks.
	grammar *grammar.Grammar
	// functions are those that the engine lacks.
	functions *function.Server
	// native are the names, in small letters, of the functions that no database has.
	native map[string]bool
}

// New makes the Adapter of a Schema. A nil Schema, or one that is off, gives a
// server whose Performance Schema tables are there and empty. It fails only if
// a table's declaration is not one the engine can serve.
func New(schema *perfschema.Schema, o Options) (*Adapter, error) {
	a := &Adapter{schema: schema, lifecycle: newLifecycle(schema), uptime: status.Uptime{Begun: time.Now()},
		config: sys.NewConfig(time.Now().Truncate(time.Second))}
	a.hosts = hostcache.New(time.Now)
	a.use(o)
	a.lifecycle.rights, a.rights = a, privilege.New(&runningRights{a.lifecycle})
	a.accounts = account.New(account.Options{DB: a.accountsDB, Exposed: a.secured.Exposed, LogsIn: a.logsIn.Load, Rights: a.rights, Sessions: accountSessions{}, Now: time.Now})
	a.grammar = &grammar.Grammar{Rights: a.rights, Accounts: a.accounts, Catalog: a.catalog, Server: grammarServer{a}}
	a.alarm.Schema = schema
	a.buffers = enginestatus.Buffers{Schema: schema, Profiler: a.Profiler, Sessions: a.ActiveSessions}
	a.functions, a.schemaFunctions = newFunctions(a), &schemafunction.Functions{Schema: schema}
	a.processes = &processlist.List{Reader: a.reader, ShowsAll: a.seesAll, InformationRead: func(ctx *sql.Context) {
		a.lifecycle.processLists.Count(time.Now())
		warn(ctx, warnDeprecated, "'INFORMATION_SCHEMA.PROCESSLIST' is deprecated and will be removed in a future release. Please use performance_schema.processlist instead")
	}}
	a.sys = &sysschema.Server{
		Schema: schema, Config: a.config, Rights: a.rights, Catalog: a.catalog, ThreadID: a.schemaFunctions.ThreadID,
		Parser: a.parser,
	}
	var err error
	overlay, err := newOverlay(a)
	if err != nil {
		return nil, fmt.Errorf("gms: %w", err)
	}
	a.overlay = overlay
	if a.statements, err = (grammarServer{a}).newStatementRules(); err != nil {
		return nil, fmt.Errorf("gms: %w", err)
	}
	a.clients = client.NewRegistry(client.Options{Admin: a.isConnectionAdmin, Raise: a.raise, Statistics: status.Line, Debug: a.debug, Fetched: fetched, Schema: schema, CountLock: a.lifecycle.instruments.Mutexes.ConnectionCount})
	a.lifecycle.memory.Admin, a.lifecycle.panics = a.isConnectionAdmin, &a.panics
	a.buffers.AddMemory()
	return a, nil
}

// Schema is the Schema the Adapter was made with.
func (a *Adapter) Schema() *perfschema.Schema { return a.schema }

// Overlay is performance_schema, for a provider that is not wrapped by
// [Adapter.Provider].
func (a *Adapter) Overlay() *Overlay { return a.overlay }

// SysConfig has the settings of the schema sys, which sys.sys_config shows. They are kept no
// longer than the Adapter, unless somebody calls its Keep.
func (a *Adapter) SysConfig() *sys.Config { return a.config }

// Install puts the Performance Schema in an engine: the databases, variables, status variables and
// functions, the recording of what it runs, and with [Options.Dialect] the dialect. The engine must
// have been built with [Adapter.Overrides], and its provider, where it has not performance_schema
// already, is wrapped. It fails if the provider has a database of its own of a name that the [Overlay]
// has, and if an Adapter is installed in the engine already. Call it once, before the engine serves.
func (a *Adapter) Install(engine *sqle.Engine) error {
	catalog := engine.Analyzer.Catalog
	if !a.understands(catalog.Overrides().Builder.Parser) {
		return errors.New("gms: the engine was not built with the Adapter's Overrides")
	}
	if _, taken := engine.ProcessList.(*stageProcessList); taken {
		return errors.New("gms: another Adapter is installed in the engine")
	}
	if !a.engine.CompareAndSwap(nil, engine) {
		return errors.New("gms: the Adapter is installed in an engine already")
	}
	if a.options.Dialect {
		a.rights.Install(catalog)
	}
	ctx := sql.NewEmptyContext()
	if err := a.overlay.hidden(ctx, catalog.DbProvider); err != nil {
		return fmt.Errorf("gms: %w", err)
	}
	if !catalog.DbProvider.HasDatabase(ctx, DatabaseName) {
		catalog.DbProvider = a.Provider(catalog.DbProvider)
	}
	if !a.options.Dialect {
		return a.installRecorder(ctx, engine)
	}
	return a.installDialect(ctx, engine)
}

// addRules puts rules before all of the analyzer's own.
func addRules(a *analyzer.Analyzer, rules ...analyzer.Rule) {
	for i, b := range a.Batches {
		if b.Desc == "pre-analyzer" {
			extended := *b
			extended.Rules = append(rules, b.Rules...)
			a.Batches[i] = &extended
			return
		}
	}
}

// catalog is that of the engine, nil until the Adapter is installed.
func (a *Adapter) catalog() *analyzer.Catalog {
	if engine := a.engine.Load(); engine != nil {
		return engine.Analyzer.Catalog
	}
	return nil
}

// WrapHandler goes around a server's protocol handler: it records connections and statements, and
// with [Options.Dialect] gives errors MySQL's numbers and answers a statement that panics with an
// error. It is a server.HandlerWrapper, for server.NewServerWithHandler.
func (a *Adapter) WrapHandler(h mysql.Handler) (mysql.Handler, error) {
	// Once inside, so that a statement is recorded to its end as any other that
	// fails; and once around what records it.
	if !a.options.Dialect {
		return a.lifecycle.observe(h), nil
	}
	others := recovery.Wrap(a.clients.Handler(a.lifecycle.wrap(recovery.Wrap(a.renumberErrors(h), panicAdapter{a}, false))), panicAdapter{a}, true)
	return a.handleStatements(h, others), nil
}

// reader is who reads a table, as the view wants to know.
func (a *Adapter) reader(ctx *sql.Context) view.Reader {
	return view.Reader{
		Schema:         a.schema,
		ThreadID:       a.connectionThread(ctx).ID(),
		OwnThreadsOnly: !a.seesAll(ctx),
		OwnUser:        actingUser(ctx),
		Variables:      a.variableSource(ctx),
		Server:         a.server(ctx),
		Profiler:       a.Profiler(),
		ActiveSessions: a.ActiveSessions(),
		Conflicts:      &a.lifecycle.conflicts,
		Overhead:       a.options.Overhead,
		History:        a.options.History,
		Done:           ctx.Done(),
	}
}

// seesAll says whether a session may see what other users' sessions do.
func (a *Adapter) seesAll(ctx *sql.Context) bool {
	if a.options.Dialect {
		return a.rights.Of(ctx).Has(sql.PrivilegeType_Process)
	}
	catalog := a.catalog()
	if catalog == nil || catalog.MySQLDb == nil || !catalog.MySQLDb.Enabled() {
		return true
	}
	return catalog.MySQLDb.UserActivePrivilegeSet(ctx).Has(sql.PrivilegeType_Process)
}

// understands reports whether a parser is one of the Adapter's Overrides.
func (a *Adapter) understands(p sql.Parser) bool {
	if a.options.Dialect {
		return grammar.Understands(p)
	}
	_, ok := p.(recorderParser)
	return ok
}

// parser returns the engine's parser with the grammar that the Adapter adds. It records nothing of
// what it parses.
func (a *Adapter) parser() sql.Parser {
	if p := a.catalog().Overrides().Builder.Parser; p != nil {
		return unwatchParser(p)
	}
	return sql.NewMysqlParser()
}

// connectionThread is the Thread of the session's connection; nil if it has none.
func (a *Adapter) connectionThread(ctx *sql.Context) *perfschema.Thread {
	if ctx == nil || ctx.Session == nil {
		return nil
	}
	return a.schema.Read().ThreadByProcesslistID(uint64(ctx.Session.ID()))
}

// Overrides are what an engine must be built with, so that it knows SHOW PROFILE and SHOW ENGINE
// PERFORMANCE_SCHEMA STATUS, and with [Options.Dialect] the rest of MySQL's grammar. Those given are
// kept and extended.
func (a *Adapter) Overrides(o sql.EngineOverrides) sql.EngineOverrides {
	if !a.options.Dialect {
		o.Builder.Parser = a.observeParser(o.Builder.Parser)
		return o
	}
	o.Builder.Parser = watchParser(a.grammar.Extend(unwatchParser(o.Builder.Parser)), a.rights)
	if _, ok := o.SchemaFormatter.(table.SchemaFormatter); !ok {
		o.SchemaFormatter = table.SchemaFormatter{SchemaFormatter: sql.GetSchemaFormatter(o)}
	}
	if o.CostedIndexScanExpressionFilter == nil {
		o.CostedIndexScanExpressionFilter = operand.RangeLimit{}
	}
	return o
}
