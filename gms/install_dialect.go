package gms

import (
	"errors"
	"fmt"
	"slices"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"

	"github.com/perfschema/perfschema/gms/dialect/account"
	"github.com/perfschema/perfschema/gms/dialect/information"
	"github.com/perfschema/perfschema/gms/dialect/replica"
	"github.com/perfschema/perfschema/gms/dialect/rewrite"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/internal/grouped"
	"github.com/perfschema/perfschema/gms/internal/metalock"
	"github.com/perfschema/perfschema/gms/internal/setting"
	"github.com/perfschema/perfschema/gms/internal/table"
)

// installDialect is the part of [Adapter.Install] for an engine that answers as MySQL does.
func (a *Adapter) installDialect(ctx *sql.Context, engine *sqle.Engine) error {
	catalog := engine.Analyzer.Catalog
	system, err := table.NewSystem(a.reader, catalog.MySQLDb)
	if err != nil {
		return fmt.Errorf("gms: %w", err)
	}
	a.overlay.system = system
	own := slices.Concat(a.Functions(), a.sys.Functions(), rewrite.Functions())
	a.native = nativeFunctions(own)
	for _, f := range own {
		if _, ok := catalog.Function(ctx, f.FunctionName()); !ok {
			catalog.RegisterFunction(ctx, f)
		}
	}
	catalog.InfoSchema = table.WithRoutines(ctx, catalog.InfoSchema)
	if err := errors.Join(table.NameStorageEngine(catalog.InfoSchema), table.ListViews(catalog.InfoSchema), table.ListTriggers(catalog.InfoSchema), table.CorrectRows(catalog.InfoSchema), information.ShowAttributes(catalog.InfoSchema, a.accounts.AttributeOf)); err != nil {
		return fmt.Errorf("gms: %w", err)
	}
	if err := a.profiles().Fill(catalog.InfoSchema); err != nil {
		return fmt.Errorf("gms: %w", err)
	}
	if err := errors.Join(a.rights.ShowRoles(catalog.InfoSchema), a.rights.FenceInformation(catalog.InfoSchema), a.processes.Fill(catalog.InfoSchema)); err != nil {
		return fmt.Errorf("gms: %w", err)
	}
	catalog.InfoSchema = table.Apart(catalog.InfoSchema, a.rights.FenceColumns)
	setting.InstallSchema(a.schema)
	sysvar.InstallMySQL()
	installClientVariables()
	sysvar.InstallRefused(a.logsIn.Load)
	sysvar.InstallCharacterSets()
	if err := sysvar.InstallSQLMode(); err != nil {
		return fmt.Errorf("gms: %w", err)
	}
	metalock.SettleReadOnly() // declared anew, the variables are off
	installEvents()
	installProfilingVariables(a.schema.Enabled(), a.schema.WaitTimer())
	a.alarm.Install()
	account.InstallPolicy()
	installStatus(a)
	if !catalog.HasBinlogReplicaController() {
		catalog.BinlogReplicaController = replica.None{}
	}
	rules, err := a.planRules()
	if err != nil {
		return fmt.Errorf("gms: %w", err)
	}
	a.planSteps = rules.Steps()
	rewrite.WrapFirst(engine.Analyzer)
	bare := rewrite.RulesOf(engine.Analyzer)
	a.rights.TrustTriggers(engine.Analyzer)
	addRules(engine.Analyzer, analyzer.Rule{Id: amendRuleID, Apply: a.amendRule})
	rewrite.FindTriggers(engine.Analyzer)
	rewrite.WrapLate(engine.Analyzer)
	rewrite.RunLast(engine.Analyzer)
	if a.groups {
		grouped.Push(engine.Analyzer)
	}
	l := a.lifecycle
	engine.Analyzer.Runner = definitionRunner{engine.Analyzer.Runner, l}
	l.install(engine)
	if l.records {
		engine.Parser = watchParser(engine.Parser, a.rights)
	}
	told := rewrite.Watch(engine.Analyzer, l.progress())
	installSleep()
	rewrite.PassRules(engine.Analyzer, bare, told)
	return nil
}
