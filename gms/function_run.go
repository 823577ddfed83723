package gms

import (
	"context"
	"hash/maphash"
	"slices"
	"strings"
	"sync"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/acting"
	"github.com/perfschema/perfschema/gms/dialect/affected"
	"github.com/perfschema/perfschema/gms/dialect/program"
	"github.com/perfschema/perfschema/gms/dialect/routine"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/record"
)

// A stored function runs in the middle of the statement that calls it, on whichever
// goroutine evaluates the expression: what it does is part of that statement, as what a
// trigger does is, and may not be done twice at a time, for it uses the session.

// errNoRecursion is ER_SP_NO_RECURSION.
const errNoRecursion = 1424

// maxFunctions is how many functions may be running, one in the other.
const maxFunctions = 200

// functionKey leads to the turn that functions take which a statement within a function
// calls.
type functionKey struct{}

// functionTurn is the turn of the functions that run at one level: those that a statement
// calls on several goroutines run one after the other.
func (x *execution) functionTurn(ctx context.Context) *sync.Mutex {
	if turn, ok := ctx.Value(functionKey{}).(*sync.Mutex); ok {
		return turn
	}
	return &x.connection.functions
}

// call runs the function.
func (f *storedFunction) call(ctx *sql.Context, arguments []program.Argument, from *functionCall) (any, error) {
	x, engine := runningOf(ctx), f.adapter.engine.Load()
	if x == nil || engine == nil {
		return nil, sqlerr.NotSupportedYet("a stored function without a connection")
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	turn := x.functionTurn(ctx)
	turn.Lock()
	defer turn.Unlock()
	if err := x.programs.nested(f); err != nil {
		return nil, err
	}
	opened := x.openProgram()
	defer opened()
	runsAs, err := f.adapter.rights.RunsAs(ctx, f.database.Name(), f.name, f.procedure)
	if err != nil {
		return nil, err
	}
	inner := acting.As(withTrigger(ctx, nil), runsAs)
	inner = inner.WithContext(context.WithValue(inner.Context, functionKey{}, new(sync.Mutex)))
	run := &procedureRun{
		caller: x.programs.call, node: plan.NewCall(f.database, f.name, nil, f.procedure, nil, f.adapter.catalog(), nil),
		programBody: newBody(x, record.ProgramFunction, f.database.Name(), f.name),
		runner:      engine, operations: f.procedure.Ops, source: f.procedure.CreateProcedureString,
		text: program.TextOf(f.procedure.CreateProcedureString, f.procedure.Ops), uses: from.uses,
	}
	if run.caller != nil {
		run.depth = run.caller.depth + 1
		defer program.SetAside(ctx, run.caller.node.Procedure)()
	}
	defer run.beginFunction(ctx)()
	defer run.enterDatabase(ctx)()
	opened()
	value, err := program.Evaluate(inner, program.Procedure{
		Call: run.node, Operations: run.operations, Source: run.source, Runner: run.runner, Depth: run.depth,
		Returns: &program.Returns{Name: routine.Result, Type: f.returns, Column: from.String()},
	}, f.name, arguments, run)
	run.end(err)
	if err != nil {
		return nil, err
	}
	return asNumber(f.returns, value), nil
}

// nested gives the error of a function that is called while it runs, or too deep down in
// others.
func (p *programs) nested(f *storedFunction) error {
	depth := 0
	for c := p.call; c != nil; c = c.caller {
		if c.owner.OwnerType != string(record.ProgramFunction) {
			continue
		}
		if depth++; depth >= maxFunctions {
			return sqlerr.TooDeep()
		}
		if strings.EqualFold(c.owner.OwnerName, f.name) && strings.EqualFold(c.owner.OwnerSchema, f.database.Name()) {
			return mysql.NewSQLError(errNoRecursion, sqlerr.StateGeneral, "Recursive stored functions and triggers are not allowed.")
		}
	}
	return nil
}

// inFunction says whether the innermost program that runs, of those with an interpreter, is
// a function.
func (p *programs) inFunction() bool {
	return p.call != nil && p.call.owner.OwnerType == string(record.ProgramFunction)
}

// beginFunction has a function run as part of the statement that calls it: it commits
// nothing, and what the session knows of the last statement stays, but for what the
// function has warned of.
func (p *procedureRun) beginFunction(ctx *sql.Context) (end func()) {
	x := p.execution
	state, depth, skip, call, at := x.plan.state, x.plan.depth, x.plan.skip, x.programs.call, x.programs.node
	x.programs.call, p.began = p, ctx.QueryTime()
	if state != buildDone {
		x.plan.state, x.plan.depth, x.plan.skip = buildDone, 0, false
	}
	awaiting := x.programs.awaiting
	x.programs.awaiting = nil
	x.programs.calls++
	if x.memory.CountsClass(held.Program) {
		p.key = maphash.String(programSeed, p.source) | 1
		p.tree = x.memory.ProgramTree(p.key, p.operations)
		x.memory.ChangeBlock(held.Program, p.tree)
	}
	commits := ctx.GetIgnoreAutoCommit()
	ctx.SetIgnoreAutoCommit(true)
	warnings := slices.Clone(ctx.Session.Warnings())
	told := affected.Keep(ctx)
	return func() {
		x.memory.Unplan(&p.tree)
		x.programs.calls--
		x.programs.call, x.programs.node, x.programs.awaiting = call, at, awaiting
		if state != buildDone {
			x.plan.state, x.plan.depth, x.plan.skip = state, depth, skip
		}
		ctx.SetIgnoreAutoCommit(commits)
		told.Restore(ctx)
		warnedBefore(ctx, warnings)
	}
}

// warnedBefore puts warnings, of which the newest is the first, before those that there are.
func warnedBefore(ctx *sql.Context, warnings []*sql.Warning) {
	if len(warnings) == 0 {
		return
	}
	since := slices.Clone(ctx.Session.Warnings())
	since = slices.DeleteFunc(since, func(w *sql.Warning) bool { return slices.Contains(warnings, w) })
	ctx.Session.ClearWarnings()
	for _, list := range [][]*sql.Warning{warnings, since} {
		for _, w := range slices.Backward(list) {
			ctx.Session.Warn(w)
		}
	}
}

// asNumber is a value that the interpreter has as a text and the engine as a number: of an
// ENUM or a SET.
func asNumber(typ sql.Type, v any) any {
	text, ok := v.(string)
	if !ok {
		return v
	}
	switch t := typ.(type) {
	case sql.EnumType:
		if n := t.IndexOf(text); n >= 0 {
			return uint16(n)
		}
		return uint16(0)
	case sql.SetType:
		if bits, _, err := t.Convert(context.Background(), text); err == nil {
			return bits
		}
	}
	return v
}

// used gives the error of a statement that changes a table which a statement uses that has
// called a function it is in.
func (p *procedureRun) used(ctx *sql.Context, stmt ast.Statement) error {
	return routine.RefuseUsed(ctx, stmt, func(t routine.UsedTable) bool {
		for c := p; c != nil; c = c.caller {
			if slices.Contains(c.uses, t) {
				return true
			}
		}
		return false
	})
}

// ahead reads all rows of a query that calls stored functions before the first is sent.
func (x *execution) ahead(ctx *sql.Context, n sql.Node, iter sql.RowIter, err error) (sql.RowIter, error) {
	if err != nil || iter == nil || !x.plan.functions || changesRows(n) || !givesRows(n) {
		return iter, err
	}
	if _, call := n.(*plan.Call); call {
		return iter, nil
	}
	return routine.ReadAhead(ctx, iter)
}
