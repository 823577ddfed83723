package gms

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"sync/atomic"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// analysis is an EXPLAIN ANALYZE while it runs: its operators, in the order of
// the tree, and what each has done so far. Any goroutine may read it.
type analysis struct {
	operators []*operatorWork
	byNode    map[sql.Node]*operatorWork
}

// operatorWork is what one operator of a plan has done. Goroutines of a
// statement may run at a time, so they add atomically.
type operatorWork struct {
	name     string
	depth    int
	children []*operatorWork
	// loops is how often it was begun, rows what it gave, spent the time in it
	// and below it.
	loops, rows, spent atomic.Int64
}

// newAnalysis lists the operators of a plan.
func newAnalysis(root sql.Node) *analysis {
	a := &analysis{byNode: make(map[sql.Node]*operatorWork)}
	a.add(root, 0)
	return a
}

func (a *analysis) add(n sql.Node, depth int) *operatorWork {
	w := &operatorWork{name: operatorName(n), depth: depth}
	a.operators = append(a.operators, w)
	if reflect.TypeOf(n).Kind() == reflect.Pointer {
		a.byNode[n] = w
	}
	for _, child := range n.Children() {
		w.children = append(w.children, a.add(child, depth+1))
	}
	return w
}

// operatorName is the first line of what the engine prints of a node, with the
// table where there is one.
func operatorName(n sql.Node) string {
	first, _, _ := strings.Cut(strings.TrimSpace(n.String()), "\n")
	return strings.TrimSpace(first)
}

// analyzeSchema is the result of EXPLAIN ANALYZE.
var analyzeSchema = sql.Schema{
	{Name: "Operator", Type: types.LongText},
	{Name: "Rows", Type: types.Int64, Nullable: true},
	{Name: "Loops", Type: types.Int64},
	{Name: "Self_time", Type: types.MustCreateDecimalType(18, 6), Nullable: true},
	{Name: "Total_time", Type: types.MustCreateDecimalType(18, 6), Nullable: true},
}

// rows shows the operators as they are now. An operator that never began, or
// whose work a storage did together with that of another, has 0 loops and NULL
// for the rest.
func (a *analysis) rows() []sql.Row {
	out := make([]sql.Row, 0, len(a.operators))
	for _, w := range a.operators {
		row := sql.Row{strings.Repeat("  ", w.depth) + w.name, nil, w.loops.Load(), nil, nil}
		if row[2] != int64(0) {
			row[1] = w.rows.Load()
			row[3], row[4] = microseconds(w.self().Microseconds()), microseconds(time.Duration(w.spent.Load()).Microseconds())
		}
		out = append(out, row)
	}
	return out
}

// self is the time in the operator alone. The input of a grouping runs beside
// it, on another goroutine.
func (w *operatorWork) self() time.Duration {
	self := w.spent.Load()
	for _, c := range w.children {
		self -= c.below()
	}
	return time.Duration(max(self, 0))
}

// below is the time in an operator and those below it, or in those below it
// alone if it was never begun by itself.
func (w *operatorWork) below() int64 {
	if w.loops.Load() > 0 {
		return w.spent.Load()
	}
	var sum int64
	for _, c := range w.children {
		sum += c.below()
	}
	return sum
}

// begin builds an operator's iterator and times it. What is built for a node
// that is not in the tree, as that of a correlated subquery, is timed as part of
// the operator that asks for it.
func (a *analysis) begin(n sql.Node, build func() (sql.RowIter, error)) (sql.RowIter, error) {
	if apart, ok := n.(*apartNode); ok {
		n = apart.Node
	}
	if reflect.TypeOf(n).Kind() != reflect.Pointer {
		return build()
	}
	w := a.byNode[n]
	if w == nil {
		return build()
	}
	start := time.Now()
	iter, err := build()
	w.loops.Add(1)
	w.spent.Add(int64(time.Since(start)))
	if err != nil || iter == nil {
		return iter, err
	}
	return &analyzeIter{passIter{iter}, w}, nil
}

// analyzeIter counts and times the rows of an operator.
type analyzeIter struct {
	passIter
	work *operatorWork
}

func (i *analyzeIter) add(start time.Time, err error) {
	i.work.spent.Add(int64(time.Since(start)))
	if err == nil {
		i.work.rows.Add(1)
	}
}

// Next implements sql.RowIter.
func (i *analyzeIter) Next(ctx *sql.Context) (sql.Row, error) {
	start := time.Now()
	row, err := i.iter.Next(ctx)
	i.add(start, err)
	return row, err
}

// NextValueRow implements sql.ValueRowIter.
func (i *analyzeIter) NextValueRow(ctx *sql.Context) (sql.ValueRow, error) {
	start := time.Now()
	row, err := i.passIter.NextValueRow(ctx)
	i.add(start, err)
	return row, err
}

// Close implements sql.RowIter.
func (i *analyzeIter) Close(ctx *sql.Context) error {
	start := time.Now()
	err := i.iter.Close(ctx)
	i.work.spent.Add(int64(time.Since(start)))
	return err
}

// matchExplain recognises EXPLAIN ANALYZE of a statement, and of a connection.
// With a FORMAT it is the engine's.
func (a *Adapter) matchExplain(query string) (stmt sqlparser.Statement, ok bool, err error) {
	t := tokens{text: query, rest: query}
	if a.lifecycle == nil || !t.take("EXPLAIN", "ANALYZE") && !t.take("DESCRIBE", "ANALYZE") && !t.take("DESC", "ANALYZE") {
		return nil, false, nil
	}
	switch {
	case t.take("FOR", "CONNECTION"):
		id, err := t.number()
		if err == nil && t.peek() != "" {
			err = t.unexpected()
		}
		if err != nil {
			return nil, true, err
		}
		return a.explainConnection(id), true, nil
	case t.peek() == "", strings.EqualFold(t.peek(), "FORMAT"), strings.EqualFold(t.peek(), "PLAN"):
		return nil, false, nil
	}
	return a.explainAnalyze(t.rest), true, nil
}

// explainAnalyze runs a statement that only reads and shows what its operators
// did.
func (a *Adapter) explainAnalyze(query string) sqlparser.Statement {
	n := &injected{text: "EXPLAIN ANALYZE", schema: analyzeSchema}
	n.rows = func(ctx *sql.Context) ([]sql.Row, error) {
		x, engine := executionOf(ctx), a.engine.Load()
		if x == nil || engine == nil {
			return nil, mysql.NewSQLError(mysql.ERNotSupportedYet, stateAccess, "EXPLAIN ANALYZE works on a client's connection only")
		}
		root, err := engine.AnalyzeQuery(ctx, query)
		if err != nil {
			return nil, err // with its number, as the statement itself would give it
		}
		if !root.IsReadOnly() {
			return nil, errors.New("cannot analyze statement that could have side effects")
		}
		work := newAnalysis(root)
		id := ctx.Session.ID()
		a.lifecycle.analyses.Store(id, work)
		x.plan.analysis = work
		defer func() {
			x.plan.analysis = nil
			a.lifecycle.analyses.Delete(id)
		}()
		if err := exhaust(ctx, engine.Analyzer.ExecBuilder, root); err != nil {
			return nil, err
		}
		return work.rows(), nil
	}
	return n.statement(sqlparser.AuthType_IGNORE)
}

// exhaust runs a plan and throws its rows away.
func exhaust(ctx *sql.Context, b sql.NodeExecBuilder, root sql.Node) error {
	iter, err := b.Build(ctx, root, nil)
	if err != nil {
		return err
	}
	for {
		if _, err = iter.Next(ctx); err != nil {
			break
		}
	}
	closed := iter.Close(ctx)
	if !errors.Is(err, io.EOF) {
		return err
	}
	return closed
}

// explainConnection shows the tree of the EXPLAIN ANALYZE that another
// connection runs, as far as it is; no rows if it runs none.
func (a *Adapter) explainConnection(id uint64) sqlparser.Statement {
	n := &injected{text: "EXPLAIN ANALYZE FOR CONNECTION", schema: analyzeSchema}
	n.rows = func(ctx *sql.Context) ([]sql.Row, error) {
		if !a.hasPrivilege(ctx, sql.PrivilegeType_Process) {
			return nil, needsProcess()
		}
		if id <= 1<<32-1 {
			if w, ok := a.lifecycle.analyses.Load(uint32(id)); ok {
				return w.(*analysis).rows(), nil
			}
		}
		return nil, nil
	}
	return n.statement(sqlparser.AuthType_IGNORE)
}
