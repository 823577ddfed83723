package gms

import (
	"context"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/plantree"
	"github.com/perfschema/perfschema/snowset"
)

// sameRow is an iterator without an end.
type sameRow struct{ row sql.Row }

func (s sameRow) Next(*sql.Context) (sql.Row, error) { return s.row, nil }

func (s sameRow) Close(*sql.Context) error { return nil }

// meteredRows reads a table of a recorded statement.
func meteredRows(tb testing.TB, enabled bool) (sql.RowIter, *sql.Context) {
	tb.Helper()
	conn := testConnection(tb)
	for _, c := range conn.adapter.schema.Read().Classes() {
		if c.Name() == "wait/io/table/sql/handler" {
			c.SetEnabled(enabled)
		}
	}
	x := conn.beginQuery(pointSelect)
	ctx := sql.NewContext(x.newContext(context.Background()))
	use := tableUse{instance: conn.adapter.schema.TableInstance("TABLE", "shop", "t")}
	tb.Cleanup(func() { x.finish(nil) })
	return &tableIter{Pass: node.Pass{Iter: sameRow{sql.NewRow(1)}}, meter: newRowMeter(x, use, perfschema.OpFetch)}, ctx
}

func TestRowsDoNotAllocate(t *testing.T) {
	iter, ctx := meteredRows(t, true)
	if n := testing.AllocsPerRun(3*settleRows*eventBatches, func() {
		if _, err := iter.Next(ctx); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a row", n)
	}
}

// BenchmarkRow is what is added to the reading of a row: bare calls through one
// more iterator, off counts what is examined, on counts and times table I/O,
// operator says while a profiler samples which operator it is.
func BenchmarkRow(b *testing.B) {
	run := func(iter sql.RowIter, ctx *sql.Context) func(b *testing.B) {
		return func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := iter.Next(ctx); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	b.Run("bare", run(&node.Pass{Iter: sameRow{sql.NewRow(1)}}, sql.NewEmptyContext()))
	b.Run("off", run(meteredRows(b, false)))
	b.Run("on", run(meteredRows(b, true)))
	b.Run("operator", run(sampledRows(b)))
}

// sampledRows is an operator's iterator of a statement that a profiler samples
// over rows that cost nothing.
func sampledRows(tb testing.TB) (sql.RowIter, *sql.Context) {
	tb.Helper()
	conn := testConnection(tb)
	view, err := conn.adapter.schema.Read().StartSampling(1)
	if err != nil {
		tb.Fatal(err)
	}
	x := conn.beginQuery(pointSelect)
	ctx := sql.NewContext(x.newContext(context.Background()))
	tb.Cleanup(func() {
		x.finish(nil)
		view.Stop()
	})
	p := activity.NewPlan(1)
	counted := p.Add(0, snowset.OperatorFilter, "Filter", "")
	return &plantree.NodeIter{
		Pass:     node.Pass{Iter: sameRow{sql.NewRow(1)}},
		Position: plantree.Position{Thread: conn.thread, Node: counted, Operator: snowset.OperatorFilter, Number: 1},
	}, ctx
}

func TestOperatorsDoNotAllocate(t *testing.T) {
	iter, ctx := sampledRows(t)
	if n := testing.AllocsPerRun(100, func() {
		if _, err := iter.Next(ctx); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a row", n)
	}
}

// BenchmarkOpenTable is what a table of a statement pays besides its rows: its handle, and
// that it is counted as used where its instrument for locks is on.
func BenchmarkOpenTable(b *testing.B) {
	for _, counted := range []bool{false, true} {
		b.Run(map[bool]string{false: "handle", true: "counted"}[counted], func(b *testing.B) {
			conn := testConnection(b)
			for _, c := range conn.adapter.schema.Read().Classes() {
				if c.Name() == "wait/lock/table/sql/handler" {
					c.SetEnabled(counted)
				}
			}
			table := conn.adapter.schema.TableInstance("TABLE", "shop", "t")
			use := tableUse{instance: table, found: table.Index("")}
			b.ReportAllocs()
			for b.Loop() {
				conn.x.tables.Open(conn.thread, use.instance, use.found, perfschema.OpFetch)
				conn.x.tables.Close(conn.thread)
			}
		})
	}
}
