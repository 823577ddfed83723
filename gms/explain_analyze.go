package gms

import (
	"errors"
	"io"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/profile"
	"github.com/perfschema/perfschema/gms/internal/sqlerr"
	"github.com/perfschema/perfschema/snowset"
	"github.com/perfschema/perfschema/stopwatch"
)

// analysis is an EXPLAIN ANALYZE while it runs: the plan it counts, and the time
// in each node. Any goroutine may read it.
type analysis struct {
	kept   keptPlan
	texts  []string
	clocks *stopwatch.Set
	// sums: of the node's time with that of those below it, only the sum is
	// known.
	sums []bool
}

// newAnalysis lists the operators of a plan.
func newAnalysis(root sql.Node) *analysis {
	a := new(analysis)
	a.kept.keep(root)
	a.kept.analysis = a
	a.clocks = stopwatch.New(len(a.kept.nodes))
	a.sums = make([]bool, len(a.kept.nodes))
	for i, n := range a.kept.plan.Nodes() {
		text := nodeText(n.Name, n.Object, n.Name)
		if node := a.kept.nodes[i]; node != nil {
			text = operatorName(node)
			a.sums[i] = isAlias(node)
		}
		a.texts = append(a.texts, text)
	}
	return a
}

// operatorName is the first line of what the engine prints of a node, with the
// table where there is one.
func operatorName(n sql.Node) string {
	first, _, _ := strings.Cut(strings.TrimSpace(n.String()), "\n")
	if first = strings.TrimSpace(first); !strings.Contains(first, "(") {
		return nodeText(node.KindOf(n).Name, objectOf(n), first)
	}
	return first
}

// nodeText is a node's name with its object; plain where there is none.
func nodeText(name, object, plain string) string {
	if object == "" {
		return plain
	}
	return name + "(" + object + ")"
}

// watch is the stopwatch of a thread, which the caller runs on; nil where
// nothing is analyzed.
func (k *keptPlan) watch(t *perfschema.Thread) *stopwatch.Watch {
	if k == nil || k.analysis == nil {
		return nil
	}
	return k.analysis.clocks.Of(t)
}

// view is the plan as it is now.
func (a *analysis) view() planView {
	v := planView{nodes: a.kept.plan.Nodes(), texts: a.texts, times: make(map[uint16]time.Duration)}
	self, all := a.clocks.Sums()
	below := make([]time.Duration, len(self))
	for i := len(v.nodes) - 1; i >= 0; i-- { // those below a node come after it
		n := &v.nodes[i]
		if a.sums[i] {
			all[n.Node] = self[n.Node] + below[n.Node]
		}
		if all[n.Node] > 0 {
			v.times[n.Node] = self[n.Node]
		}
		below[n.Parent] += all[n.Node]
	}
	v.total = func(node int) time.Duration { return all[node+1] }
	return v
}

// analyzeSchema is the result of EXPLAIN ANALYZE.
var analyzeSchema = sql.Schema{
	{Name: "Operator", Type: types.LongText},
	{Name: "Rows", Type: types.Int64, Nullable: true},
	{Name: "Loops", Type: types.Int64, Nullable: true},
	{Name: "Self_time", Type: types.MustCreateDecimalType(18, 6), Nullable: true},
	{Name: "Total_time", Type: types.MustCreateDecimalType(18, 6), Nullable: true},
}

// rows shows the operators. What is not counted, because a storage did an
// operator's work together with that of another, is NULL; so is the time that is
// not known. An operator that never began has 0 loops.
func (v *planView) rows() []sql.Row {
	out := make([]sql.Row, len(v.nodes))
	depth, total := make([]int, len(v.nodes)+1), make([]time.Duration, len(v.nodes)+1)
	for i := len(v.nodes) - 1; i >= 0; i-- {
		n := &v.nodes[i]
		total[n.Node] += v.times[n.Node]
		if v.total != nil {
			total[n.Node] = v.total(i)
		}
		total[n.Parent] += total[n.Node]
	}
	for i := range v.nodes {
		n := &v.nodes[i]
		if n.Parent != 0 {
			depth[n.Node] = depth[n.Parent] + 1
		}
		text := nodeText(n.Name, n.Object, n.Name)
		if v.texts != nil {
			text = v.texts[i]
		}
		row := sql.Row{strings.Repeat("  ", depth[n.Node]) + text, nil, nil, nil, nil}
		if n.Known {
			row[2] = int64(n.Loops)
		}
		if n.Known && !n.RowsUnknown {
			row[1] = int64(n.Rows)
		}
		if v.times != nil && (n.Loops > 0 || total[n.Node] > 0) {
			row[3], row[4] = profile.Microseconds(v.times[n.Node].Microseconds()), profile.Microseconds(total[n.Node].Microseconds())
		}
		out[i] = row
	}
	return out
}

// explainAnalyze runs a statement that only reads and shows what its operators
// did.
func (a *Adapter) explainAnalyze(query string) sqlparser.Statement {
	n := &node.Command{Text: "EXPLAIN ANALYZE", Columns: analyzeSchema}
	n.Rows = func(ctx *sql.Context) ([]sql.Row, error) {
		x, engine := executionOf(ctx), a.engine.Load()
		if x == nil || engine == nil {
			return nil, mysql.NewSQLError(mysql.ERNotSupportedYet, sqlerr.StateAccess, "EXPLAIN ANALYZE works on a client's connection only")
		}
		if stmt, err := sqlparser.ParseWithOptions(ctx, query, sql.LoadSqlMode(ctx).ParserOptions()); err == nil { // else the engine finds the mistake again
			if err := a.rights.RefuseExplain(ctx, stmt); err != nil {
				return nil, err
			}
		}
		t := x.connection.thread
		defer t.LeaveOperator(t.EnterOperator(snowset.OperatorOther, 0)) // in no node of the plan that will be shown
		root, err := engine.AnalyzeQuery(ctx, query)
		if err != nil {
			return nil, err // with its number, as the statement itself would give it
		}
		if !root.IsReadOnly() {
			return nil, errors.New("cannot analyze statement that could have side effects")
		}
		a := newAnalysis(root)
		done := x.analyze(a)
		err = x.plan.exhaust(ctx, engine.Analyzer.ExecBuilder, root)
		done()
		if err != nil {
			return nil, err
		}
		v := a.view()
		return v.rows(), nil
	}
	return n.Statement(sqlparser.AuthType_IGNORE)
}

// analyze has the plan of an analysis kept in the place of the statement's own,
// and shown to others, until the returned function is called.
func (x *execution) analyze(a *analysis) (done func()) {
	own := x.plan.kept
	x.plan.kept = &a.kept
	if own != nil {
		x.statement.SetPlan(a.kept.plan)
	}
	if x.ctx != nil {
		x.ctx.running.analysis.Store(a)
	}
	return func() { x.plan.kept = own }
}

// exhaust runs a plan and throws its rows away. What is built from then on is
// built by whatever goroutine comes to it.
func (p *planBuild) exhaust(ctx *sql.Context, b sql.NodeExecBuilder, root sql.Node) error {
	iter, err := b.Build(ctx, root, nil)
	if err != nil {
		return err
	}
	state := p.state
	p.state = buildDone
	defer func() { p.state = state }()
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
