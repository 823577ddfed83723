package gms

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

func TestProvider(t *testing.T) {
	a, err := New(nil, Options{Dialect: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx := sql.NewEmptyContext()
	inner := memory.NewDBProvider(memory.NewDatabase("shop"))
	p := a.Provider(inner)
	if a.Provider(p) != p {
		t.Error("a provider was wrapped twice")
	}
	for _, name := range []string{"performance_schema", "PERFORMANCE_SCHEMA", "shop"} {
		if db, err := p.Database(ctx, name); err != nil || !p.HasDatabase(ctx, name) {
			t.Errorf("%s: %v, %v", name, db, err)
		}
	}
	if _, err := p.Database(ctx, "nonsense"); !sql.ErrDatabaseNotFound.Is(err) || p.HasDatabase(ctx, "nonsense") {
		t.Errorf("a database that is not there: %v", err)
	}
	var names []string
	for _, db := range p.AllDatabases(ctx) {
		names = append(names, db.Name())
	}
	if !slices.Equal(names, []string{"shop", "performance_schema", "profiling", "sys"}) {
		t.Errorf("AllDatabases gives %v", names)
	}

	mutable := p.(sql.CollatedDatabaseProvider)
	if err := mutable.CreateCollatedDatabase(ctx, "more", sql.Collation_Default); err != nil || !inner.HasDatabase(ctx, "more") {
		t.Errorf("create: %v", err)
	}
	if err := mutable.DropDatabase(ctx, "more"); err != nil || inner.HasDatabase(ctx, "more") {
		t.Errorf("drop: %v", err)
	}
	for _, err := range []error{
		mutable.CreateDatabase(ctx, "Performance_Schema"),
		mutable.DropDatabase(ctx, "Performance_Schema"),
		mutable.CreateCollatedDatabase(ctx, "Performance_Schema", sql.Collation_Default),
	} {
		var denied *mysql.SQLError
		if !errors.As(err, &denied) || denied.Num != sqlerr.ERDBAccessDenied {
			t.Errorf("changing performance_schema gives %v", err)
		}
	}
}

// A provider that cannot do a thing cannot do it wrapped either.
// A database that would be hidden is refused, by name.
func TestInstallRefusesHiddenDatabase(t *testing.T) {
	for _, name := range []string{"profiling", "Performance_Schema", "SYS"} {
		a, err := New(nil, Options{Dialect: true})
		if err != nil {
			t.Fatal(err)
		}
		_, err = a.NewEngine(memory.NewDBProvider(memory.NewDatabase("shop"), memory.NewDatabase(name)), nil)
		if err == nil || !strings.Contains(err.Error(), strings.ToLower(name)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestProviderOfFewMethods(t *testing.T) {
	a, err := New(nil, Options{Dialect: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx := sql.NewEmptyContext()
	p := a.Provider(sql.NewDatabaseProvider(memory.NewDatabase("shop"))).(*provider)
	if err := p.CreateDatabase(ctx, "x"); !sql.ErrImmutableDatabaseProvider.Is(err) {
		t.Errorf("create: %v", err)
	}
	if err := p.DropDatabase(ctx, "shop"); !sql.ErrImmutableDatabaseProvider.Is(err) {
		t.Errorf("drop: %v", err)
	}
	if _, ok := p.Function(ctx, "x"); ok {
		t.Error("a function")
	}
	if _, ok := p.TableFunction(ctx, "x"); ok {
		t.Error("a table function")
	}
	if _, err := p.WithTableFunctions(); err == nil {
		t.Error("table functions were accepted")
	}
	if details, err := p.ExternalStoredProcedure(ctx, "x", 0); details != nil || err != nil {
		t.Errorf("a procedure: %v, %v", details, err)
	}
}
