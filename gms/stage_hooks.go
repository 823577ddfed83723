package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"
)

// stageProcessList is an engine's process list that sees a statement begin,
// with its session, and end, after its commit.
type stageProcessList struct {
	sql.ProcessList
	stages *stageKeys
}

// BeginQuery implements sql.ProcessList.
func (p stageProcessList) BeginQuery(ctx *sql.Context, query string) (*sql.Context, error) {
	noteSession(ctx)
	return p.ProcessList.BeginQuery(ctx, query)
}

// BeginOperation implements sql.ProcessList.
func (p stageProcessList) BeginOperation(ctx *sql.Context) (*sql.Context, error) {
	noteSession(ctx)
	return p.ProcessList.BeginOperation(ctx)
}

func noteSession(ctx *sql.Context) {
	if x := executionOf(ctx); x != nil && x.phase.Load() == phaseStarting {
		x.connection.session = ctx.Session
	}
}

// EndQuery implements sql.ProcessList. The engine calls it when a statement's
// iterators have closed and its changes are committed, and once more when the
// statement is over.
func (p stageProcessList) EndQuery(ctx *sql.Context) {
	x := executionOf(ctx)
	if x == nil || ctx.IsInterpreted() {
		p.ProcessList.EndQuery(ctx)
		return
	}
	if x.advance(phaseFreeing) {
		x.connection.thread.SetStage(p.stages.closingTables)
		p.ProcessList.EndQuery(ctx)
		x.connection.thread.SetStage(p.stages.freeingItems)
		return
	}
	if x.advance(phaseCleaning) {
		x.connection.thread.SetStage(p.stages.cleaningUp)
	}
	p.ProcessList.EndQuery(ctx)
}

// stageAuthorization marks the check of privileges, with which the engine
// begins to bind a statement's names, and the look-up of its tables after it.
type stageAuthorization struct {
	sql.AuthorizationHandler
	stages *stageKeys
}

// HandleAuth implements sql.AuthorizationHandler.
func (a stageAuthorization) HandleAuth(ctx *sql.Context, state sql.AuthorizationQueryState, auth ast.AuthInformation) error {
	x := executionOf(ctx)
	if x == nil || !x.advance(phaseBinding) {
		return a.AuthorizationHandler.HandleAuth(ctx, state, auth)
	}
	x.connection.thread.SetStage(a.stages.checkingPermissions)
	err := a.AuthorizationHandler.HandleAuth(ctx, state, auth)
	if err == nil && x.advance(phaseOpening) {
		x.connection.thread.SetStage(a.stages.openingTables)
	}
	return err
}

// ruleID is the identity of the marker rules; the analyzer has none so high.
const ruleID analyzer.RuleId = 1 << 20

// installRules puts markers between the analyzer's batches of rules. Each
// costs a look at the context.
func installRules(a *analyzer.Analyzer, stages *stageKeys) {
	mark := func(f func(x *execution)) analyzer.Rule {
		return analyzer.Rule{Id: ruleID, Apply: func(ctx *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
			if x := executionOf(ctx); x != nil {
				f(x)
			}
			return n, transform.SameTree, nil
		}}
	}
	for i, b := range a.Batches {
		var rule analyzer.Rule
		before := 0
		switch b.Desc {
		case "pre-analyzer":
			rule = mark(func(x *execution) {
				if x.advance(phaseInit) {
					x.connection.thread.SetStage(stages.initializing)
				}
			})
		case "once-before":
			rule = mark(func(x *execution) {
				if x.advance(phaseLocking) {
					x.connection.thread.SetStage(stages.systemLock)
				}
			})
		case "default-rules":
			rule = mark(func(x *execution) {
				if x.advance(phaseOptimizing) {
					x.connection.thread.SetStage(stages.optimizing)
				}
			})
		case "once-after":
			for before < len(b.Rules) && b.Rules[before].Id.String() != "optimizeJoins" {
				before++
			}
			if before == len(b.Rules) {
				continue
			}
			rule = mark(func(x *execution) {
				if x.advance(phaseStatistics) {
					x.connection.thread.SetStage(stages.statistics)
				}
			})
		case "validation":
			rule = mark(func(x *execution) {
				if x.advance(phasePreparing) {
					x.connection.thread.SetStage(stages.preparing)
				}
			})
		default:
			continue
		}
		marked := *b
		marked.Rules = make([]analyzer.Rule, 0, len(b.Rules)+1)
		marked.Rules = append(marked.Rules, b.Rules[:before]...)
		marked.Rules = append(marked.Rules, rule)
		marked.Rules = append(marked.Rules, b.Rules[before:]...)
		a.Batches[i] = &marked
	}
}
