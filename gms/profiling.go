package gms

import (
	"context"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/instrument"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/profile"
	"github.com/perfschema/perfschema/record"
)

// profiling is what a connection's variables say about profiling, and the
// profile of the statement it runs.
type profiling struct {
	on    bool
	scope record.ProfileScope
	// profiler is nil until profiling is first switched on.
	profiler *perfschema.StageProfiler
	// calls: the statement is a CALL, whose inner statements are recorded.
	calls bool
	inner innerStatement
}

// innerStatement is what a procedure says of the statement that it runs next.
type innerStatement struct {
	said bool   // a procedure does
	text string // empty if it cannot be told
	// expression: it is the value of a SET or the condition of an IF or a loop,
	// which the engine's interpreter makes a SELECT of.
	expression bool
}

// takeInner is what was said of the statement that runs now. What that one sets
// off, a trigger's statement for instance, is another.
func (p *profiling) takeInner(stmt ast.Statement) innerStatement {
	inner := p.inner
	p.inner = innerStatement{}
	if !inner.said {
		s, ok := stmt.(*ast.Select)
		inner.expression = ok && s.From == nil
	}
	return inner
}

// begin starts the profile of a statement. It is called on the goroutine that
// drives it, before its first stage.
func (p *profiling) begin(text string) {
	if text != "" {
		p.profiler.Start(text, p.scope)
	}
}

// measureCPU measures the CPU time of a statement that has no profile.
func (p *profiling) measureCPU(t *perfschema.Thread) {
	if p.profiler == nil {
		p.profiler = t.StageProfiler()
	}
	p.profiler.StartCPU()
}

// cpuTime is what the statement has used, in picoseconds; 0 if that is not
// measured.
func (p *profiling) cpuTime() uint64 {
	d, _ := p.profiler.CPUTime()
	return uint64(max(d, 0)) * 1000
}

// end keeps it.
func (p *profiling) end() {
	p.calls, p.inner = false, innerStatement{}
	p.profiler.End()
}

// reset is for a new session: its variables are the global ones, and it has no
// profiles yet.
func (p *profiling) reset(t *perfschema.Thread) {
	p.profiler.Reset()
	*p = profiling{}
	if n, ok := globalVariable(profilingHistoryName).(int64); ok && n != perfschema.DefaultProfilingHistory {
		t.StageProfiler().SetHistorySize(int(n))
	}
	if v, ok := globalVariable(profilingScopeName).(string); ok {
		p.scope = profileScope(v)
	}
	if v, ok := globalVariable(profilingName).(int8); ok && v != 0 {
		p.switchOn(t, true)
	}
}

// switchOn sets @@profiling.
func (p *profiling) switchOn(t *perfschema.Thread, on bool) {
	p.on = on && t != nil
	if p.on && p.profiler == nil {
		p.profiler = t.StageProfiler()
	}
}

// profilerOf finds the Profiler of the session that ctx belongs to; nil if it
// never had profiling on.
func profilerOf(ctx context.Context) *perfschema.StageProfiler {
	if conn := connectionOf(ctx); conn != nil {
		return conn.profiling.profiler
	}
	return nil
}

// profiles are the statements that show profiles.
func (a *Adapter) profiles() profile.Statements {
	return profile.Statements{Schema: a.schema, Rights: a.rights, Session: profiledSession{}}
}

// profiledSession implements profile.Session.
type profiledSession struct{}

func (profiledSession) Profiler(ctx *sql.Context) *perfschema.StageProfiler { return profilerOf(ctx) }

func (profiledSession) Thread(ctx *sql.Context) *perfschema.Thread {
	if conn := connectionOf(ctx); conn != nil {
		return conn.thread
	}
	return nil
}

func (profiledSession) Deprecated(ctx *sql.Context, what string) {
	warn(ctx, warnDeprecated, "'%s' is deprecated and will be removed in a future release. Please use Performance Schema instead", what)
}

// enterProfile takes the running goroutine into the profile that is being
// recorded, if there is one, until the returned function is called.
func (conn *connection) enterProfile() (leave func()) {
	if p := conn.profiling.profiler; p.Recording() && p.Enter() {
		return p.Leave
	}
	return func() {}
}

// profileIter lies around all iterators of a statement that is profiled: the
// goroutine that reads the rows is in from the first to the last. It keeps the
// server from working out the result's columns on another goroutine, which is
// in nothing.
type profileIter struct {
	node.Pass
	profiler *perfschema.StageProfiler
	asked    bool
	entered  bool
	rows     uint
}

// longResult is from how many rows on a statement counts as one that takes long.
const longResult = 256

var (
	_ sql.MutableRowIter = (*profileIter)(nil)
	_ sql.ValueRowIter   = (*profileIter)(nil)
)

// watch wraps an iterator in a profileIter while the statement is profiled.
func (p *profiling) watch(iter sql.RowIter, err error) (sql.RowIter, error) {
	if p := p.profiler; err == nil && iter != nil && p.Recording() {
		return &profileIter{Pass: node.Pass{Iter: iter}, profiler: p}, nil
	}
	return iter, err
}

func (p *profileIter) enter() {
	if p.rows++; p.rows == longResult {
		p.profiler.Pin()
	}
	if !p.asked {
		p.asked = true
		p.entered = p.profiler.Enter()
	}
}

func (p *profileIter) done(err error) {
	if err != nil && p.entered {
		p.entered = false
		p.profiler.Leave()
	}
}

// Next implements sql.RowIter.
func (p *profileIter) Next(ctx *sql.Context) (sql.Row, error) {
	p.enter()
	row, err := p.Iter.Next(ctx)
	p.done(err)
	return row, err
}

// NextValueRow implements sql.ValueRowIter.
func (p *profileIter) NextValueRow(ctx *sql.Context) (sql.ValueRow, error) {
	p.enter()
	row, err := p.Iter.(sql.ValueRowIter).NextValueRow(ctx)
	p.done(err)
	return row, err
}

// Close implements sql.RowIter.
func (p *profileIter) Close(ctx *sql.Context) error {
	if p.profiler.Enter() {
		defer p.profiler.Leave()
	}
	return p.Iter.Close(ctx)
}

// GetChildIter implements sql.MutableRowIter.
func (p *profileIter) GetChildIter() sql.RowIter { return p.Iter }

// WithChildIter implements sql.MutableRowIter.
func (p *profileIter) WithChildIter(child sql.RowIter) sql.RowIter {
	c := *p
	c.Iter = child
	return &c
}

// profiledKey is the first expression of a grouping, by which the goroutine
// that groups is taken in. Nothing tells when it ends, so what it uses is read
// every few rows.
type profiledKey struct {
	sql.Expression
	profiler *perfschema.StageProfiler
	rows     uint
	last     time.Time
}

const (
	groupCheckpoint = 32 // rows
	groupSlow       = 50 * time.Microsecond
)

// Eval implements sql.Expression.
func (k *profiledKey) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	if k.rows == 0 {
		k.profiler.EnterForGood()
		k.last = time.Now()
	}
	k.rows++
	v, err := k.Expression.Eval(ctx, row)
	if now := time.Now(); k.rows%groupCheckpoint == 0 || now.Sub(k.last) >= groupSlow {
		k.profiler.Checkpoint()
		k.last = now
	}
	return v, err
}

// watchGrouping puts a profiledKey into a copy of a grouping.
func (p *profiling) watchGrouping(n *plan.GroupBy) {
	if !p.profiler.Recording() || len(n.GroupByExprs) == 0 {
		return
	}
	keys := append([]sql.Expression(nil), n.GroupByExprs...)
	keys[0] = &profiledKey{Expression: keys[0], profiler: p.profiler}
	n.GroupByExprs = keys
}

// profiledRunner runs the statements of stored programs. Those of a CALL have
// profiles of their own, in its place.
type profiledRunner struct {
	sql.StatementRunner
	stages *instrument.Stages
}

// QueryWithBindings implements sql.StatementRunner.
func (r profiledRunner) QueryWithBindings(ctx *sql.Context, query string, parsed ast.Statement, bindings map[string]ast.Expr, flags *sql.QueryFlags) (sql.Schema, sql.RowIter, *sql.QueryFlags, error) {
	conn := connectionOf(ctx)
	if conn == nil || !conn.profiling.calls || !conn.profiling.profiler.Recording() {
		return r.StatementRunner.QueryWithBindings(ctx, query, parsed, bindings, flags)
	}
	inner := conn.profiling.takeInner(parsed)
	if inner.expression {
		return r.StatementRunner.QueryWithBindings(ctx, query, parsed, bindings, flags)
	}
	p := conn.profiling.profiler
	text := inner.text
	if text == "" {
		text = conn.shown(ast.String(parsed))
	}
	p.Discard() // the CALL as far as it is
	p.Continue(text)
	p.SetStage(r.stages.Starting)
	schema, iter, flags, err := r.StatementRunner.QueryWithBindings(ctx, query, parsed, bindings, flags)
	if err != nil || iter == nil {
		p.Continue("")
		p.Discard()
		return schema, iter, flags, err
	}
	p.SetStage(r.stages.Executing)
	return schema, &innerIter{Pass: node.Pass{Iter: iter}, profiler: p}, flags, nil
}

// innerIter ends the profile of a statement inside a CALL when its rows end.
type innerIter struct {
	node.Pass
	profiler *perfschema.StageProfiler
	ended    bool
}

func (i *innerIter) end() {
	if !i.ended {
		i.ended = true
		i.profiler.Continue("")
		i.profiler.Discard()
	}
}

// Next implements sql.RowIter.
func (i *innerIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.Iter.Next(ctx)
	if err != nil {
		i.end()
	}
	return row, err
}

// NextValueRow implements sql.ValueRowIter.
func (i *innerIter) NextValueRow(ctx *sql.Context) (sql.ValueRow, error) {
	row, err := i.Pass.NextValueRow(ctx)
	if err != nil {
		i.end()
	}
	return row, err
}

// Close implements sql.RowIter.
func (i *innerIter) Close(ctx *sql.Context) error {
	err := i.Iter.Close(ctx)
	i.end()
	return err
}

// isCall says whether a plan is a CALL.
func isCall(n sql.Node) bool {
	_, ok := n.(*plan.Call)
	return ok
}
