package gms

import (
	"slices"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/dialect/rewrite"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/dialect/zone"
	"github.com/perfschema/perfschema/gms/internal/instrument"
	"github.com/perfschema/perfschema/gms/internal/planning"
	"github.com/perfschema/perfschema/gms/internal/timelimit"
)

// stageProcessList is an engine's process list that sees a statement begin,
// with its session, and end, after its commit.
//
// The contexts of a connection's statements have a copy that leads to the connection.
type stageProcessList struct {
	sql.ProcessList
	stages     *instrument.Stages
	lifecycle  *lifecycle
	connection *connection // nil in the engine's own
}

// ConnectionReady implements sql.ProcessList. A connection has a session from
// here on.
func (p *stageProcessList) ConnectionReady(s sql.Session) {
	if conn, ok := p.lifecycle.connections.Load(s.ID()); ok {
		conn := conn.(*connection)
		conn.memory.CountSession(s)
		if p.lifecycle.dialect {
			conn.moment, conn.zone = time.Time{}, zone.Untouched
			conn.timeLimit.Store(timelimit.OfSession(s))
		}
	}
	p.ProcessList.ConnectionReady(s)
}

// BeginQuery implements sql.ProcessList.
func (p *stageProcessList) BeginQuery(ctx *sql.Context, query string) (*sql.Context, error) {
	x, shown := noteSession(ctx), ""
	starts := x != nil && x.phase == phaseStarting
	if starts && (x.query || query == x.text) {
		shown = x.text
	} else if x != nil && x.connection.isPlain(query) {
		shown = query
	} else {
		shown = words.Hide(query, false)
	}
	if !p.lifecycle.dialect {
		began, err := p.ProcessList.BeginQuery(ctx, query)
		return p.lead(began, ctx, x), err
	}
	began, err := p.ProcessList.BeginQuery(ctx, shown)
	if err == nil && x != nil {
		if starts && x.connection.killed() {
			p.ProcessList.Kill(x.connection.client.ConnectionID)
		}
		if x.prepared == nil || x.prepared.timed || x.connection.timeLimit.Load() != 0 {
			began = x.limitTime(began, query)
		}
	}
	began = p.lead(began, ctx, x)
	if err == nil && starts && len(query) >= planning.LongText {
		if err = x.room.take(began, x.connection.firstStatement(query)); err != nil {
			p.ProcessList.EndQuery(began)
		}
	}
	if err == nil && starts && (x.prepared != nil && x.prepared.defines || x.query && x.connection.prepared.ever) {
		if err = x.definesPrepared(began, query); err != nil {
			p.ProcessList.EndQuery(began)
		}
	}
	return began, err
}

// BeginOperation implements sql.ProcessList.
func (p *stageProcessList) BeginOperation(ctx *sql.Context) (*sql.Context, error) {
	x := noteSession(ctx)
	began, err := p.ProcessList.BeginOperation(ctx)
	began = p.lead(began, ctx, x)
	if err == nil && x != nil && x.preparing != "" {
		text := x.preparing
		x.preparing = ""
		if err = x.room.take(began, text); err != nil {
			p.ProcessList.EndOperation(began)
		}
	}
	return began, err
}

func noteSession(ctx *sql.Context) *execution {
	x := runningOf(ctx)
	if x != nil && x.phase == phaseStarting {
		x.connection.session = ctx.Session
	}
	if x != nil && x.connection.adapter.dialect {
		x.connection.keepMoment(ctx)
	}
	return x
}

// EndQuery implements sql.ProcessList. The engine calls it when a statement's
// iterators have closed and its changes are committed, and once more when the
// statement is over.
func (p *stageProcessList) EndQuery(ctx *sql.Context) {
	if c := p.connection; c != nil && !c.x.recorded { // whose process list it is: nothing is looked for
		p.ProcessList.EndQuery(ctx)
		return
	}
	x := executionOf(ctx)
	if x == nil || ctx.IsInterpreted() {
		p.ProcessList.EndQuery(ctx)
		return
	}
	if x.plan.thin && x.phase == phaseRunning {
		x.phase = phaseFreeing
		x.connection.thread.ShowPhase(activity.PhaseTeardown, p.stages.End)
		p.ProcessList.EndQuery(ctx)
		return
	}
	if x.detail.FewStages && x.phase == phaseClosing {
		x.phase = phaseFreeing
		x.connection.thread.SetPhase(activity.PhaseTeardown)
		p.ProcessList.EndQuery(ctx)
		return
	}
	if x.advance(phaseFreeing) {
		x.connection.thread.SetPhase(activity.PhaseTeardown)
		x.connection.thread.SetStage(p.stages.ClosingTables)
		p.ProcessList.EndQuery(ctx)
		x.connection.thread.SetStage(p.stages.FreeingItems)
		return
	}
	if x.advance(phaseCleaning) && !x.detail.FewStages {
		x.connection.thread.SetStage(p.stages.CleaningUp)
	}
	p.ProcessList.EndQuery(ctx)
}

// stageProgress returns what to do before a rule of the analyzer, the i-th of its batch; nil
// for most.
func stageProgress(k *instrument.Stages, batch string, i int, rule string) rewrite.Progress {
	switch {
	case batch == "once-before" && i == 0:
		return func(ctx *sql.Context, n sql.Node) {
			x := executionOf(ctx)
			if x == nil {
				return
			}
			named := x.phase != phaseStarting
			if x.advance(phaseInit) {
				x.plan.bound, x.plan.begun = n, true
				if x.plan.unplanned = isUnplanned(n); x.plan.unplanned || x.detail.FewStages {
					return
				}
				if !named && isPlainQuery(n) {
					x.plan.tableless = !x.plan.functions
					// A query that names no table passes both by, as in MySQL.
					x.connection.thread.SetStage(k.CheckingPermissions)
					x.connection.thread.SetStage(k.OpeningTables)
				}
				x.connection.thread.SetStage(k.Initializing)
			}
		}
	case batch == "once-before" && rule == "validateReadOnlyDatabase":
		return progressTo(phaseLocking, k.SystemLock, true)
	case batch == "default-rules" && i == 0:
		return progressTo(phaseOptimizing, k.Optimizing, false)
	case batch == "once-after" && rule == "optimizeJoins":
		return progressTo(phaseStatistics, k.Statistics, true)
	case batch == "validation" && i == 0:
		return progressTo(phasePreparing, k.Preparing, true)
	}
	return nil
}

// progressTo enters a stage, which may be one of tables.
func progressTo(to phase, stage perfschema.StageKey, ofTables bool) rewrite.Progress {
	return func(ctx *sql.Context, _ sql.Node) {
		if x := executionOf(ctx); x != nil && !x.detail.FewStages && x.advance(to) && !x.plan.unplanned && !(ofTables && x.plan.tableless) {
			x.connection.thread.SetStage(stage)
		}
	}
}

// noProgress is progress of a server that enters no stages.
func noProgress(string, int, string) rewrite.Progress { return nil }

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

// keepMoment has a statement begin when the session's @@timestamp says.
func (conn *connection) keepMoment(ctx *sql.Context) {
	if !conn.moment.IsZero() {
		ctx.SetQueryTime(conn.moment)
	}
}
