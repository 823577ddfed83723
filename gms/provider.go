package gms

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/internal/table"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// The names of the databases that an Adapter adds.
const (
	// DatabaseName is that of MySQL's tables.
	DatabaseName = computed.PerformanceSchema
	// ProfilingName is that of what MySQL has not. An account needs the PROCESS
	// privilege, and nothing else, to read it, and DROP to truncate the tables that
	// allow it; nobody writes to it otherwise.
	ProfilingName = computed.Profiling
	// SysName is that of MySQL's views and programs over performance_schema.
	SysName = computed.Sys
)

// Overlay is the databases an Adapter adds to those of a provider. A provider
// type that must keep its own methods embeds its original and asks the Overlay
// first, in Database, HasDatabase, AllDatabases, CreateDatabase, DropDatabase
// and Function, and last, for what it does not know itself, its BuiltIn. [Adapter.Provider] does so for a provider that needs not.
type Overlay struct {
	adapter   *Adapter
	databases []*table.Database
	system    *table.System // nil until the Adapter is installed
	lengths   uint64        // a bit for each length of a name of theirs, the last for all longer ones
}

func newOverlay(a *Adapter) (*Overlay, error) {
	o := &Overlay{adapter: a}
	for _, d := range []struct {
		name   string
		tables []*view.Table
	}{{DatabaseName, catalog.Tables()}, {ProfilingName, catalog.ProfilingTables()}, {SysName, catalog.SysTables()}} {
		db, err := table.NewDatabase(a.reader, d.name, d.tables)
		if err != nil {
			return nil, err
		}
		o.add(db)
	}
	return o, nil
}

func (o *Overlay) add(db *table.Database) {
	o.databases = append(o.databases, db)
	o.lengths |= 1 << min(len(db.Name()), 63)
}

// Database gives the database of that name, in any letter case, if it is one
// of the Overlay's. Nearly every other is passed over by the length of its name: the
// engine asks several times for a statement.
func (o *Overlay) Database(ctx *sql.Context, name string) (sql.Database, bool) {
	if o.lengths>>min(len(name), 63)&1 == 0 && name != table.SystemName {
		return nil, false
	}
	return o.named(ctx, name)
}

func (o *Overlay) named(ctx *sql.Context, name string) (sql.Database, bool) {
	for _, db := range o.databases {
		if strings.EqualFold(name, db.Name()) {
			if db.Name() == DatabaseName {
				o.adapter.rights.AdmitPublic(ctx)
			}
			return db, true
		}
	}
	if name == table.SystemName && o.adapter.hasAccounts() {
		return o.system, true
	}
	return nil, false
}

// HasDatabase says whether the database of that name is one of the Overlay's.
func (o *Overlay) HasDatabase(name string) bool {
	return slices.ContainsFunc(o.databases, func(db *table.Database) bool { return strings.EqualFold(name, db.Name()) })
}

// AddDatabase adds a read-only database of other tables to those of the Overlay: an
// account needs SELECT on what it reads there, and PROCESS where the table says so. A provider that has one of that name is
// refused by [Adapter.Install], before which AddDatabase is to be called. It fails if the
// Overlay has one of that name, or a table is declared in a way that the engine cannot serve.
func (a *Adapter) AddDatabase(name string, tables []*view.Table) error {
	if a.overlay.HasDatabase(name) {
		return fmt.Errorf("gms: there is a database %s already", name)
	}
	db, err := table.NewDatabase(a.reader, name, tables)
	if err != nil {
		return fmt.Errorf("gms: %w", err)
	}
	a.overlay.add(db)
	var process []string
	for _, t := range tables {
		if t.Access&view.NeedsProcess != 0 {
			process = append(process, strings.ToLower(t.Name))
		}
		a.groups = a.groups || t.Groups
	}
	a.rights.ReadOnly(name, process)
	return nil
}

// hidden gives an error if a provider has a database of its own that the
// Overlay would hide.
func (o *Overlay) hidden(ctx *sql.Context, p sql.DatabaseProvider) error {
	for _, of := range o.databases {
		name := of.Name()
		if !p.HasDatabase(ctx, name) {
			continue
		}
		db, err := p.Database(ctx, name)
		if own, ok := db.(*table.Database); err != nil || !ok || own != of {
			return fmt.Errorf("the provider has a database %s, a name that the Performance Schema has for itself: rename it", name)
		}
	}
	return nil
}

// AllDatabases adds the Overlay's to a provider's databases, as far as they are listed:
// see [Adapter.ShowDatabases].
func (o *Overlay) AllDatabases(ctx *sql.Context, databases []sql.Database) []sql.Database {
	o.adapter.rights.AdmitPublic(ctx)
	databases = databases[:len(databases):len(databases)]
	for _, db := range o.databases {
		if listed(db.Name()) {
			databases = append(databases, db)
		}
	}
	return databases
}

// BuiltIn gives a function of the engine's own, for a provider that has none of
// that name, so that it takes ENUMs and SETs for strings, as MySQL's does.
func (o *Overlay) BuiltIn(name string) (sql.Function, bool) {
	if !o.adapter.options.Dialect {
		return nil, false
	}
	return builtin.BuiltIn(name)
}

// DropDatabase refuses to drop one of the Overlay's: error 1044. CREATE
// DATABASE needs no such care, since the engine finds that it exists.
func (o *Overlay) DropDatabase(ctx *sql.Context, name string) error {
	if o.HasDatabase(name) {
		return sqlerr.DeniedDatabase(ctx, strings.ToLower(name))
	}
	return nil
}

// Provider wraps a provider so that it has performance_schema, profiling and sys too.
func (a *Adapter) Provider(p sql.DatabaseProvider) sql.DatabaseProvider {
	if wrapped, ok := p.(*provider); ok && wrapped.overlay == a.overlay {
		return p
	}
	return &provider{DatabaseProvider: p, overlay: a.overlay}
}

// provider adds the Overlay to any provider. It has every optional method a
// catalog asks for, and behaves as one without where the original lacks it.
type provider struct {
	sql.DatabaseProvider
	overlay *Overlay
}

var (
	_ sql.CollatedDatabaseProvider        = (*provider)(nil)
	_ sql.FunctionProvider                = (*provider)(nil)
	_ sql.TableFunctionProvider           = (*provider)(nil)
	_ sql.ExternalStoredProcedureProvider = (*provider)(nil)
)

// Database implements sql.DatabaseProvider.
func (p *provider) Database(ctx *sql.Context, name string) (sql.Database, error) {
	if db, ok := p.overlay.Database(ctx, name); ok {
		return db, nil
	}
	return p.DatabaseProvider.Database(ctx, name)
}

// HasDatabase implements sql.DatabaseProvider.
func (p *provider) HasDatabase(ctx *sql.Context, name string) bool {
	return p.overlay.HasDatabase(name) || p.DatabaseProvider.HasDatabase(ctx, name)
}

// AllDatabases implements sql.DatabaseProvider.
func (p *provider) AllDatabases(ctx *sql.Context) []sql.Database {
	return p.overlay.AllDatabases(ctx, p.DatabaseProvider.AllDatabases(ctx))
}

// CreateDatabase implements sql.MutableDatabaseProvider.
func (p *provider) CreateDatabase(ctx *sql.Context, name string) error {
	if p.overlay.HasDatabase(name) {
		return sqlerr.DeniedDatabase(ctx, strings.ToLower(name))
	}
	if m, ok := p.DatabaseProvider.(sql.MutableDatabaseProvider); ok {
		return m.CreateDatabase(ctx, name)
	}
	return sql.ErrImmutableDatabaseProvider.New()
}

// DropDatabase implements sql.MutableDatabaseProvider.
func (p *provider) DropDatabase(ctx *sql.Context, name string) error {
	if err := p.overlay.DropDatabase(ctx, name); err != nil {
		return err
	}
	if m, ok := p.DatabaseProvider.(sql.MutableDatabaseProvider); ok {
		return m.DropDatabase(ctx, name)
	}
	return sql.ErrImmutableDatabaseProvider.New()
}

// CreateCollatedDatabase implements sql.CollatedDatabaseProvider.
func (p *provider) CreateCollatedDatabase(ctx *sql.Context, name string, collation sql.CollationID) error {
	if p.overlay.adapter.options.Dialect {
		if err := sysvar.RefuseCharacterSet("collation_database", collation.Name()); err != nil {
			return err
		}
	}
	if c, ok := p.DatabaseProvider.(sql.CollatedDatabaseProvider); ok && !p.overlay.HasDatabase(name) {
		return c.CreateCollatedDatabase(ctx, name, collation)
	}
	if err := p.CreateDatabase(ctx, name); err != nil {
		return err
	}
	db, err := p.DatabaseProvider.Database(ctx, name)
	if err != nil {
		return fmt.Errorf("find database %s just created: %w", name, err)
	}
	if c, ok := db.(sql.CollatedDatabase); ok {
		return c.SetCollation(ctx, collation)
	}
	return nil
}

// Function implements sql.FunctionProvider.
func (p *provider) Function(ctx *sql.Context, name string) (sql.Function, bool) {
	if f, ok := p.overlay.Function(name); ok {
		return f, true
	}
	if own, ok := p.DatabaseProvider.(sql.FunctionProvider); ok {
		if f, ok := own.Function(ctx, name); ok {
			return f, true
		}
	}
	if f, ok := p.overlay.BuiltIn(name); ok {
		return f, true
	}
	return p.overlay.StoredFunction(ctx, name)
}

// TableFunction implements sql.TableFunctionProvider.
func (p *provider) TableFunction(ctx *sql.Context, name string) (sql.TableFunction, bool) {
	if f, ok := p.DatabaseProvider.(sql.TableFunctionProvider); ok {
		function, ok := f.TableFunction(ctx, name)
		if _, asks := function.(sql.AuthorizationCheckerNode); ok && !asks && p.overlay.adapter.options.Dialect {
			function = &readingFunction{function, p.overlay.adapter}
		}
		return function, ok
	}
	return nil, false
}

// readingFunction is a table function of the storage's that asks for no right: of a
// database it reads it needs SELECT there.
type readingFunction struct {
	sql.TableFunction
	adapter *Adapter
}

// NewInstance implements sql.TableFunction.
func (f *readingFunction) NewInstance(ctx *sql.Context, db sql.Database, arguments []sql.Expression) (sql.Node, error) {
	n, err := f.TableFunction.NewInstance(ctx, db, arguments)
	if reads, ok := n.(interface{ Database() sql.Database }); err == nil && ok && reads.Database() != nil {
		table := sqlparser.TableName{DbQualifier: sqlparser.NewTableIdent(reads.Database().Name()), Name: sqlparser.NewTableIdent(f.Name())}
		if err := f.adapter.rights.RefuseTables(ctx, "SELECT", []sqlparser.TableName{table}, sql.PrivilegeType_Select); err != nil {
			return nil, err
		}
	}
	return n, err
}

// WithTableFunctions implements sql.TableFunctionProvider.
func (p *provider) WithTableFunctions(fns ...sql.TableFunction) (sql.TableFunctionProvider, error) {
	f, ok := p.DatabaseProvider.(sql.TableFunctionProvider)
	if !ok {
		return nil, fmt.Errorf("provider %T has no table functions", p.DatabaseProvider)
	}
	with, err := f.WithTableFunctions(fns...)
	if err != nil {
		return nil, err
	}
	inner, ok := with.(sql.DatabaseProvider)
	if !ok {
		return nil, fmt.Errorf("provider %T with table functions is no database provider", with)
	}
	return &provider{DatabaseProvider: inner, overlay: p.overlay}, nil
}

// ExternalStoredProcedure implements sql.ExternalStoredProcedureProvider.
func (p *provider) ExternalStoredProcedure(ctx *sql.Context, name string, params int) (*sql.ExternalStoredProcedureDetails, error) {
	if e, ok := p.DatabaseProvider.(sql.ExternalStoredProcedureProvider); ok {
		return e.ExternalStoredProcedure(ctx, name, params)
	}
	return nil, nil
}

// ExternalStoredProcedures implements sql.ExternalStoredProcedureProvider.
func (p *provider) ExternalStoredProcedures(ctx *sql.Context, name string) ([]sql.ExternalStoredProcedureDetails, error) {
	if e, ok := p.DatabaseProvider.(sql.ExternalStoredProcedureProvider); ok {
		return e.ExternalStoredProcedures(ctx, name)
	}
	return nil, nil
}

// showDatabases is the variable that lists the databases which MySQL has not.
const showDatabases = "profiling_show_databases"

// showDatabasesVariable is @@profiling_show_databases. SET GLOBAL takes effect with the
// next statement. The process has one: it holds for all its servers.
func showDatabasesVariable() sql.SystemVariable {
	return &sql.MysqlSystemVariable{
		Name: showDatabases, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global), Dynamic: true,
		Type: notNull{types.NewSystemBoolType(showDatabases), showDatabases}, Default: int8(1),
	}
}

// ShowDatabases sets the system variable profiling_show_databases, as SET GLOBAL does:
// whether SHOW DATABASES and information_schema list [ProfilingName] and what was added
// by [Adapter.AddDatabase]. Where they do not, these are read by their names as ever, and
// a tool that looks at all databases finds those it would of MySQL. Call it after
// [Adapter.Install].
func (a *Adapter) ShowDatabases(on bool) error {
	value := int8(0)
	if on {
		value = 1
	}
	if err := sql.SystemVariables.AssignValues(map[string]any{showDatabases: value}); err != nil {
		return fmt.Errorf("gms: %w", err)
	}
	return nil
}

// listed says whether lists of databases have one of the Overlay's.
func listed(name string) bool {
	return name == DatabaseName || name == SysName || globalVariable(showDatabases) != int8(0)
}

func globalVariable(name string) any {
	_, v, _ := sql.SystemVariables.GetGlobal(name)
	return v
}
