package gms

import (
	"fmt"
	"sync/atomic"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// Adapter joins one Schema with one go-mysql-server engine. Make it with
// [New], before the engine. It is safe for concurrent use.
type Adapter struct {
	schema  *perfschema.Schema
	overlay *Overlay
	// grants are the engine's accounts and privileges; nil until installed.
	grants atomic.Pointer[mysql_db.MySQLDb]
}

// New makes the Adapter of a Schema. A nil Schema, or one that is off, gives a
// server whose Performance Schema tables are there and empty. It fails only if
// a table's declaration is not one the engine can serve.
func New(schema *perfschema.Schema) (*Adapter, error) {
	a := &Adapter{schema: schema}
	overlay, err := newOverlay(a)
	if err != nil {
		return nil, fmt.Errorf("gms: %w", err)
	}
	a.overlay = overlay
	return a, nil
}

// Schema is the Schema the Adapter was made with.
func (a *Adapter) Schema() *perfschema.Schema { return a.schema }

// Overlay is performance_schema, for a provider that is not wrapped by
// [Adapter.Provider].
func (a *Adapter) Overlay() *Overlay { return a.overlay }

// Install puts privileges, variables, status and functions in an engine. It
// wraps the engine's database provider too, unless that has performance_schema
// already.
func (a *Adapter) Install(engine *sqle.Engine) {
	catalog := engine.Analyzer.Catalog
	a.grants.Store(catalog.MySQLDb)
	catalog.AuthHandler = a.authorize(catalog.AuthHandler)
	ctx := sql.NewEmptyContext()
	if !catalog.DbProvider.HasDatabase(ctx, DatabaseName) {
		catalog.DbProvider = a.Provider(catalog.DbProvider)
	}
	for _, f := range a.Functions() {
		if _, ok := catalog.Function(ctx, f.FunctionName()); !ok {
			catalog.RegisterFunction(ctx, f)
		}
	}
	installVariables(a.schema)
	installStatus(a.schema)
}

// reader is who reads a table, as the view wants to know.
func (a *Adapter) reader(ctx *sql.Context) view.Reader {
	return view.Reader{
		Schema:         a.schema,
		ThreadID:       a.connectionThread(ctx).ID(),
		OwnThreadsOnly: !a.hasPrivilege(ctx, sql.PrivilegeType_Process),
		Variables:      variableSource(ctx),
	}
}
