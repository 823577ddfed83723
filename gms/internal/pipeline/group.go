package pipeline

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/snowset"
	"github.com/perfschema/perfschema/stopwatch"
)

// Grouping is the goroutine that groups the rows which another one reads.
type Grouping struct {
	taker
	Detail   *Detail
	number   uint16
	begun    bool
	Exchange Exchange
	// Reads is the stopwatch of the thread that reads, in an EXPLAIN ANALYZE.
	Reads *stopwatch.Watch
}

// WatchGrouping puts a grouping into a copy of a node: it begins a row with the
// first key and ends it with the last aggregate.
func (d *Detail) WatchGrouping(n *plan.GroupBy, number uint16) *Grouping {
	if d.Kept == nil || len(n.GroupByExprs) == 0 {
		return nil
	}
	g := &Grouping{Detail: d, number: number}
	g.taker.Exchange = &g.Exchange
	n.GroupByExprs = slices.Clone(n.GroupByExprs)
	n.GroupByExprs[0] = &groupKey{n.GroupByExprs[0], g}
	last := len(n.SelectDeps) - 1
	if last < 0 {
		last = len(n.GroupByExprs) - 1
		n.GroupByExprs[last] = &lastGroupKey{n.GroupByExprs[last], g}
		return g
	}
	n.SelectDeps = slices.Clone(n.SelectDeps)
	agg, ok := n.SelectDeps[last].(sql.Aggregation)
	if !ok {
		agg = aggregation.NewFirst(n.SelectDeps[last]) // as the engine does
	}
	n.SelectDeps[last] = &groupAggregate{agg, g}
	return g
}

func (g *Grouping) enter() {
	if !g.begun {
		g.begun = true
		g.begin(g.Detail, snowset.OperatorAggregate, g.number)
	}
	g.resume()
}

// done is called after each row.
func (g *Grouping) done() { g.taker.done(1) }

// groupKey is the first key of a grouping, lastGroupKey the last of one without
// aggregates.
type (
	groupKey struct {
		sql.Expression
		grouping *Grouping
	}
	lastGroupKey struct {
		sql.Expression
		grouping *Grouping
	}
)

// Eval implements sql.Expression.
func (k *groupKey) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	k.grouping.enter()
	return k.Expression.Eval(ctx, row)
}

// Eval implements sql.Expression.
func (k *lastGroupKey) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := k.Expression.Eval(ctx, row)
	k.grouping.done()
	return v, err
}

// groupAggregate is the last aggregate of a grouping.
type groupAggregate struct {
	sql.Aggregation
	grouping *Grouping
}

// NewBuffer implements sql.Aggregation.
func (a *groupAggregate) NewBuffer() (sql.AggregationBuffer, error) {
	b, err := a.Aggregation.NewBuffer()
	if err != nil {
		return nil, err
	}
	return &groupBuffer{b, a.grouping}, nil
}

type groupBuffer struct {
	sql.AggregationBuffer
	grouping *Grouping
}

// Update implements sql.AggregationBuffer.
func (b *groupBuffer) Update(ctx *sql.Context, row sql.Row) error {
	err := b.AggregationBuffer.Update(ctx, row)
	b.grouping.done()
	return err
}
