package gms

import (
	"fmt"
	"slices"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/rewrite"
	"github.com/perfschema/perfschema/gms/internal/grouped"
	"github.com/perfschema/perfschema/gms/internal/setting"
)

// installRecorder is the part of [Adapter.Install] for an engine whose answers stay its own. It adds
// functions, system variables and status variables of names that the engine lacks, or that report
// on the Performance Schema.
func (a *Adapter) installRecorder(ctx *sql.Context, engine *sqle.Engine) error {
	catalog := engine.Analyzer.Catalog
	for _, f := range slices.Concat(a.schemaFunctions.All(), a.sys.Functions()) {
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
	engine.Parser = recorderParser{engine.Parser, a}
	watchRules(engine.Analyzer, a.lifecycle.progress())
	return nil
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
