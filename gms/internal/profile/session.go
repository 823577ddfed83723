package profile

import (
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/instrument"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/record"
)

// The system variables that a session's profiles go by.
const (
	Variable        = "profiling"
	HistoryVariable = "profiling_history_size"
	ScopeVariable   = "profiling_scope"
)

// Profiling is what a connection's variables say about profiling, and the
// profile of the statement it runs.
type Profiling struct {
	On    bool
	Scope record.ProfileScope
	// Profiler is nil until profiling is first switched on.
	Profiler *perfschema.StageProfiler
	// Calls: the statement is a CALL, whose inner statements are recorded.
	Calls bool
	Inner Inner
}

// Inner is what a procedure says of the statement that it runs next.
type Inner struct {
	Said bool   // a procedure does
	Text string // empty if it cannot be told
	// Expression: it is the value of a SET or the condition of an IF or a loop,
	// which the engine's interpreter makes a SELECT of.
	Expression bool
}

// takeInner is what was said of the statement that runs now. What that one sets
// off, a trigger's statement for instance, is another.
func (p *Profiling) takeInner(stmt ast.Statement) Inner {
	inner := p.Inner
	p.Inner = Inner{}
	if !inner.Said {
		s, ok := stmt.(*ast.Select)
		inner.Expression = ok && s.From == nil
	}
	return inner
}

// Begin starts the profile of a statement. It is called on the goroutine that
// drives it, before its first stage.
func (p *Profiling) Begin(text string) {
	if text != "" {
		p.Profiler.Start(text, p.Scope)
	}
}

// MeasureCPU measures the CPU time of a statement that has no profile.
func (p *Profiling) MeasureCPU(t *perfschema.Thread) {
	if p.Profiler == nil {
		p.Profiler = t.StageProfiler()
	}
	p.Profiler.StartCPU()
}

// CPUTime is what the statement has used, in picoseconds; 0 if that is not
// measured.
func (p *Profiling) CPUTime() uint64 {
	d, _ := p.Profiler.CPUTime()
	return uint64(max(d, 0)) * 1000
}

// End keeps it.
func (p *Profiling) End() {
	p.Calls, p.Inner = false, Inner{}
	p.Profiler.End()
}

// Reset is for a new session: its variables are the global ones, and it has no
// profiles yet.
func (p *Profiling) Reset(t *perfschema.Thread) {
	p.Profiler.Reset()
	*p = Profiling{}
	if n, ok := global(HistoryVariable).(int64); ok && n != perfschema.DefaultProfilingHistory {
		t.StageProfiler().SetHistorySize(int(n))
	}
	if v, ok := global(ScopeVariable).(string); ok {
		p.Scope = ScopeOf(v)
	}
	if v, ok := global(Variable).(int8); ok && v != 0 {
		p.SwitchOn(t, true)
	}
}

// global returns the global value of a system variable, nil if there is none.
func global(name string) any {
	_, v, _ := sql.SystemVariables.GetGlobal(name)
	return v
}

// SwitchOn sets @@profiling.
func (p *Profiling) SwitchOn(t *perfschema.Thread, on bool) {
	p.On = on && t != nil
	if p.On && p.Profiler == nil {
		p.Profiler = t.StageProfiler()
	}
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

// Watch wraps an iterator in a profileIter while the statement is profiled.
func (p *Profiling) Watch(iter sql.RowIter, err error) (sql.RowIter, error) {
	if p := p.Profiler; err == nil && iter != nil && p.Recording() {
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

// WatchGrouping puts a profiledKey into a copy of a grouping.
func (p *Profiling) WatchGrouping(n *plan.GroupBy) {
	if !p.Profiler.Recording() || len(n.GroupByExprs) == 0 {
		return
	}
	keys := append([]sql.Expression(nil), n.GroupByExprs...)
	keys[0] = &profiledKey{Expression: keys[0], profiler: p.Profiler}
	n.GroupByExprs = keys
}

// Caller is the session that calls a stored program.
type Caller interface {
	// Profiling returns nil where ctx belongs to no session.
	Profiling(ctx *sql.Context) *Profiling
	// Shown returns a text without its secrets.
	Shown(ctx *sql.Context, text string) string
}

// runner runs the statements of stored programs. Those of a CALL have
// profiles of their own, in its place.
type runner struct {
	sql.StatementRunner
	session Caller
	stages  *instrument.Stages
}

// NewRunner returns a runner that records the statements of stored programs, which r
// runs, in the profile of the session that calls them.
func NewRunner(r sql.StatementRunner, session Caller, stages *instrument.Stages) sql.StatementRunner {
	return runner{r, session, stages}
}

// QueryWithBindings implements sql.StatementRunner.
func (r runner) QueryWithBindings(ctx *sql.Context, query string, parsed ast.Statement, bindings map[string]ast.Expr, flags *sql.QueryFlags) (sql.Schema, sql.RowIter, *sql.QueryFlags, error) {
	s := r.session.Profiling(ctx)
	if s == nil || !s.Calls || !s.Profiler.Recording() {
		return r.StatementRunner.QueryWithBindings(ctx, query, parsed, bindings, flags)
	}
	inner := s.takeInner(parsed)
	if inner.Expression {
		return r.StatementRunner.QueryWithBindings(ctx, query, parsed, bindings, flags)
	}
	p := s.Profiler
	text := inner.Text
	if text == "" {
		text = r.session.Shown(ctx, ast.String(parsed))
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

// ScopeOf returns the scope that a value of @@profiling_scope names.
func ScopeOf(v string) record.ProfileScope {
	if strings.EqualFold(v, "PROCESS") {
		return record.ProfileProcess
	}
	return record.ProfileStatement
}
