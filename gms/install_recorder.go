package gms

import (
	"fmt"
	"strings"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"

	"github.com/perfschema/perfschema/gms/internal/grouped"
	"github.com/perfschema/perfschema/gms/internal/setting"
	"github.com/perfschema/perfschema/gms/internal/sysschema"
)

// installRecorder is the part of [Adapter.Install] for an engine whose answers stay its own. It adds
// functions, system variables and status variables of names that the engine lacks, or that report
// on the Performance Schema.
func (a *Adapter) installRecorder(ctx *sql.Context, engine *sqle.Engine) error {
	catalog := engine.Analyzer.Catalog
	own := a.schemaFunctions.All()
	for _, f := range a.sys.Functions() {
		own = append(own, unqualified{f})
	}
	for _, f := range own {
		if _, ok := catalog.Function(ctx, f.FunctionName()); !ok {
			catalog.RegisterFunction(ctx, f)
		}
	}
	if err := a.profiles().Fill(catalog.InfoSchema); err != nil {
		return fmt.Errorf("gms: %w", err)
	}
	setting.InstallSchema(a.schema)
	installProfilingVariables(a.schema.Enabled(), a.schema.WaitTimer())
	a.alarm.Install()
	installRecordedStatus(a)
	if a.groups {
		grouped.Push(engine.Analyzer)
	}
	a.lifecycle.install(engine)
	watchRules(engine.Analyzer, a.lifecycle.progress())
	if w, ok := engine.Parser.(recorderParser); ok && isEngines(w.Parser) {
		addRules(engine.Analyzer, analyzer.Rule{Id: setDefaultRuleID, Apply: refuseSetDefault})
	}
	return nil
}

// unqualified is a function of the schema sys by its name alone: the engine passes over the schema
// in sys.format_time().
type unqualified struct{ sql.Function }

// FunctionName implements sql.Function.
func (f unqualified) FunctionName() string {
	return strings.TrimPrefix(f.Function.FunctionName(), sysschema.Name+".")
}
