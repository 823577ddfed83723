package gms

import (
	"fmt"
	"slices"
	"strings"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/rewrite"
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

// watchRules tells of a statement's progress before those rules of an analyzer for which progress
// gives a function. It wraps those, and leaves the others.
func watchRules(a *analyzer.Analyzer, progress func(batch string, i int, rule string) rewrite.Progress) {
	for i, b := range a.Batches {
		watched := *b
		watched.Rules = slices.Clone(b.Rules)
		for j := range watched.Rules {
			rule := &watched.Rules[j]
			tell := progress(b.Desc, j, rule.Id.String())
			if tell == nil {
				continue
			}
			apply := rule.Apply
			rule.Apply = func(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, scope *plan.Scope, sel analyzer.RuleSelector, flags *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
				tell(ctx, n)
				return apply(ctx, a, n, scope, sel, flags)
			}
		}
		a.Batches[i] = &watched
	}
}
