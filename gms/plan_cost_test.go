package gms

import (
	"context"
	"testing"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/rowexec"
	"github.com/dolthub/go-mysql-server/sql/types"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"
)

// oneRow is a storage whose tables have one row, which costs nothing.
type oneRow struct{ iter sql.RowIter }

// Build implements sql.NodeExecBuilder.
func (o oneRow) Build(_ *sql.Context, n sql.Node, _ sql.Row) (sql.RowIter, error) {
	if _, ok := n.(*plan.ResolvedTable); ok {
		return o.iter, nil
	}
	return nil, nil
}

// How a statement runs.
type watching uint8

const (
	runsAlone    watching = iota // the engine alone
	runsRecorded                 // with nobody looking at its plan
	runsProfiled                 // while a profiler samples
)

// plannedStatement runs a statement that reads one column of one row: what is
// recorded of it from its text to its end, and what the engine needs to build
// and run its plan.
func plannedStatement(tb testing.TB, how watching) func() {
	tb.Helper()
	conn := testConnection(tb)
	if how == runsProfiled {
		view, err := conn.adapter.schema.Read().StartSampling(1)
		if err != nil {
			tb.Fatal(err)
		}
		tb.Cleanup(view.Stop)
	}
	base := rowexec.NewBuilder(oneRow{sameRow{sql.NewRow("c")}}, sql.EngineOverrides{})
	base.PriorityBuilder = newOperatorBuilder(conn.adapter, base)
	db := memory.NewDatabase("sbtest")
	column := &sql.Column{Name: "c", Type: types.Text, Source: "sbtest1"}
	table := memory.NewTable(db, "sbtest1", sql.NewPrimaryKeySchema(sql.Schema{column}), nil)
	columns := []sql.Expression{expression.NewGetFieldWithTable(0, 0, column.Type, "sbtest", "sbtest1", "c", false)}
	root := plan.NewProject(columns, plan.NewResolvedTable(table, db, nil)).WithCanDefer(true)
	stmt, err := ast.Parse(pointSelect)
	if err != nil {
		tb.Fatal(err)
	}
	session := memory.NewSession(sql.NewBaseSession(), memory.NewDBProvider(db))
	processes := stageProcessList{connection: conn}
	run := func(ctx *sql.Context) {
		iter, err := base.Build(ctx, root, nil)
		if err == nil {
			_, err = iter.Next(ctx)
		}
		if err == nil {
			err = iter.Close(ctx)
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	newContext := func(base context.Context) *sql.Context {
		return sql.NewContext(base, sql.WithSession(session), sql.WithProcessList(&processes))
	}
	if how == runsAlone {
		return func() { run(newContext(context.Background())) }
	}
	return func() {
		x := conn.beginQuery(pointSelect)
		x.parsed(stmt, pointSelect)
		run(newContext(x.newContext(context.Background())))
		x.finish(nil)
	}
}

// A statement's context with the iterators in it, its plan and the projection at
// its top are all that is made for it.
func TestPlannedStatementAllocations(t *testing.T) {
	allocations := func(how watching) float64 { return testing.AllocsPerRun(200, plannedStatement(t, how)) }
	engine := allocations(runsAlone)
	if n := allocations(runsProfiled) - engine; n > 3 {
		t.Errorf("%v allocations while a profiler samples", n)
	}
	if n := allocations(runsRecorded) - engine; n > 2 { // the context, and the counts of the tables
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkPlannedStatement is a statement of one row, by what looks at it.
func BenchmarkPlannedStatement(b *testing.B) {
	for _, v := range []struct {
		name string
		how  watching
	}{{"engine", runsAlone}, {"recorded", runsRecorded}, {"profiled", runsProfiled}} {
		b.Run(v.name, func(b *testing.B) {
			run := plannedStatement(b, v.how)
			b.ReportAllocs()
			for b.Loop() {
				run()
			}
		})
	}
}
