package node

import (
	"errors"
	"io"

	"github.com/dolthub/go-mysql-server/errguard"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/hash"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
)

const (
	// groupRoom is how many rows may wait for the goroutine that groups them. It is that of the
	// engine's grouping.
	groupRoom = 512
	// longKey is from how many bytes on a key is long: the context is then looked at for each row.
	longKey = 1 << 16
)

// groupsIter groups the rows of its input, which another goroutine reads. The engine's own
// grouping never ends where a key or an aggregate fails while many rows are left, because its
// reader goes on to wait for room, and it works out the keys of all rows that were read when the
// context ends.
type groupsIter struct {
	input    sql.RowIter
	selected []sql.Expression
	keys     []sql.Expression

	// key is the values of a row's keys, of the types of columns.
	key     sql.Row
	columns sql.Schema
	// lookEvery is how many rows are grouped between two looks at the context.
	lookEvery uint

	groups  sql.KeyValueCache // slices of sql.AggregationBuffer by the hash of the key
	dispose sql.DisposeFunc
	order   []uint64 // the groups, as they began
	given   int      // how many of them were returned
}

// Groups returns the groups of a GROUP BY over its input, in the order in which they begin.
func Groups(n *plan.GroupBy, input sql.RowIter) sql.RowIter {
	g := &groupsIter{input: input, selected: n.SelectDeps, keys: n.GroupByExprs, key: make(sql.Row, len(n.GroupByExprs)), lookEvery: endingRows}
	g.columns = hash.ExprsToSchema(n.GroupByExprs...)
	for _, c := range g.columns {
		if t, ok := c.Type.(sql.StringType); ok && t.MaxByteLength() > longKey || types.IsJSON(c.Type) {
			g.lookEvery = 1
		}
	}
	return g
}

// Next implements sql.RowIter.
func (g *groupsIter) Next(ctx *sql.Context) (sql.Row, error) {
	if g.groups == nil {
		g.groups, g.dispose = ctx.Memory.NewHistoryCache()
		if err := g.group(ctx); err != nil {
			return nil, err
		}
	}
	if g.given == len(g.order) {
		return nil, io.EOF
	}
	buffers, err := g.buffers(g.order[g.given])
	if err != nil {
		return nil, err
	}
	g.given++
	row := make(sql.Row, len(buffers))
	for i, b := range buffers {
		if row[i], err = b.Eval(ctx); err != nil {
			return nil, err //nolint:wrapcheck // the engine's own
		}
	}
	return row, nil
}

// group groups all rows. The first error of the two goroutines ends both.
func (g *groupsIter) group(ctx *sql.Context) error {
	both, inner := ctx.NewErrgroup()
	rows := make(chan sql.Row, groupRoom)
	errguard.Go(both, func() error {
		defer close(rows)
		for {
			row, err := g.input.Next(inner)
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			select {
			case rows <- row:
				continue
			default: // which is cheaper than to wait for both
			}
			select {
			case rows <- row:
			case <-inner.Done():
				return inner.Err()
			}
		}
	})
	errguard.Go(both, func() error {
		n := uint(0)
		for row := range rows {
			if n%g.lookEvery == 0 {
				if err := inner.Err(); err != nil {
					return err //nolint:wrapcheck // the context's own
				}
			}
			n++
			if err := g.add(inner, row); err != nil {
				return err
			}
		}
		return nil
	})
	return both.Wait() //nolint:wrapcheck // the engine's own
}

// add adds a row to its group.
func (g *groupsIter) add(ctx *sql.Context, row sql.Row) error {
	key, err := g.hash(ctx, row)
	if err != nil {
		return err
	}
	buffers, err := g.buffers(key)
	if errors.Is(err, sql.ErrKeyNotFound) {
		buffers, err = g.begin(key)
	}
	if err != nil {
		return err
	}
	for _, b := range buffers {
		if err := b.Update(ctx, row); err != nil {
			return err //nolint:wrapcheck // the engine's own
		}
	}
	return nil
}

// hash returns what the engine tells the groups apart by.
func (g *groupsIter) hash(ctx *sql.Context, row sql.Row) (uint64, error) {
	for i, e := range g.keys {
		v, err := e.Eval(ctx, row)
		if err != nil {
			return 0, err //nolint:wrapcheck // the engine's own
		}
		if t, ok := g.columns[i].Type.(sql.ExtendedType); ok {
			bytes, err := t.SerializeValue(ctx, v)
			if err != nil {
				return 0, err //nolint:wrapcheck // the engine's own
			}
			v = string(bytes)
		}
		g.key[i] = v
	}
	return hash.HashOf(ctx, g.columns, g.key) //nolint:wrapcheck // the engine's own
}

// begin begins a group. What is no aggregate is that of the group's first row.
func (g *groupsIter) begin(key uint64) ([]sql.AggregationBuffer, error) {
	buffers := make([]sql.AggregationBuffer, len(g.selected))
	for i, e := range g.selected {
		a, ok := e.(sql.Aggregation)
		if !ok {
			a = aggregation.NewFirst(e)
		}
		var err error
		if buffers[i], err = a.NewBuffer(); err != nil {
			return nil, err //nolint:wrapcheck // the engine's own
		}
	}
	if err := g.groups.Put(key, buffers); err != nil {
		return nil, err //nolint:wrapcheck // the engine's own
	}
	g.order = append(g.order, key)
	return buffers, nil
}

// buffers returns those of a group; sql.ErrKeyNotFound if there is none.
func (g *groupsIter) buffers(key uint64) ([]sql.AggregationBuffer, error) {
	v, err := g.groups.Get(key)
	buffers, _ := v.([]sql.AggregationBuffer)
	return buffers, err //nolint:wrapcheck // compared
}

// Close implements sql.RowIter.
func (g *groupsIter) Close(ctx *sql.Context) error {
	if g.groups != nil {
		for _, key := range g.order {
			if buffers, err := g.buffers(key); err == nil {
				for _, b := range buffers {
					b.Dispose()
				}
			}
		}
		g.dispose()
		g.groups, g.order = nil, nil
	}
	return g.input.Close(ctx) //nolint:wrapcheck // the engine's own
}
