package gms_test

import (
	"testing"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/server"
	gsql "github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
)

// What would record nothing, or half, is an error instead.
func TestMisuse(t *testing.T) {
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := gms.New(ps, gms.Options{Dialect: true})
	if err != nil {
		t.Fatal(err)
	}
	provider := memory.NewDBProvider(memory.NewDatabase("shop"))
	bare := sqle.NewDefault(provider)
	defer bare.Close()
	if err := a.Install(bare); err == nil {
		t.Error("installed in an engine built without the Overrides")
	}
	if _, err := a.NewServer(server.Config{}, bare, memory.NewSessionBuilder(provider)); err == nil {
		t.Error("a server for an engine the Adapter is not installed in")
	}
	engine, err := a.NewEngine(provider, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	if err := a.Install(engine); err == nil {
		t.Error("installed twice")
	}
	if _, err := a.NewEngine(provider, nil); err == nil {
		t.Error("one Adapter for two engines")
	}
	if _, err := a.NewServer(server.Config{Protocol: "tcp", Address: "nonsense:-1"}, engine, memory.NewSessionBuilder(provider)); err == nil {
		t.Error("a server on an address that is none")
	}
}

// An engine may be made by hand, its provider wrapped before.
func TestInstallByHand(t *testing.T) {
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := gms.New(ps, gms.Options{Dialect: true})
	if err != nil {
		t.Fatal(err)
	}
	if a.Schema() != ps {
		t.Error("not the Schema it was made with")
	}
	provider := memory.NewDBProvider(memory.NewDatabase("shop"))
	overrides := a.Overrides(a.Overrides(gsql.EngineOverrides{})) // twice does no harm
	engine := sqle.New(analyzer.NewBuilder(a.Provider(provider)).AddOverrides(overrides).Build(), nil)
	defer engine.Close()
	if err := a.Install(engine); err != nil {
		t.Fatal(err)
	}
	ctx := gsql.NewContext(t.Context(), gsql.WithSession(memory.NewSession(gsql.NewBaseSession(), provider)))
	for _, query := range []string{"SELECT * FROM performance_schema.setup_consumers", "SHOW ENGINE PERFORMANCE_SCHEMA STATUS"} {
		_, iter, _, err := engine.Query(ctx, query)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		got, err := gsql.RowIterToRows(ctx, iter)
		if err != nil || len(got) == 0 {
			t.Errorf("%s: %d rows, %v", query, len(got), err)
		}
	}
	n := 0
	for _, db := range engine.Analyzer.Catalog.AllDatabases(ctx) {
		if db.Name() == gms.DatabaseName {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%s is listed %d times", gms.DatabaseName, n)
	}
}
