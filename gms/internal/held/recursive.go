package held

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/size"
)

// recursiveIter counts the rows of a recursive common table expression that are
// kept for the next round, with those that the present round reads, and the set
// of all it has given where it gives none twice.
type recursiveIter struct {
	node.Pass
	holding Holding
	sizer   *size.Sizer
	// step is the node that is built anew for every round.
	step     sql.Node
	distinct bool

	reading, kept int64 // bytes of rows
	slice         size.GrowingSlice
	set           size.GrowingMap
}

// recursive builds such an expression; ok is false where its rows are put
// in order above it.
func (h Nodes[B]) recursive(ctx *sql.Context, n *plan.RecursiveCte, r sql.Row) (iter sql.RowIter, err error, ok bool) {
	if len(n.Union().SortFields) > 0 {
		return nil, nil, false
	}
	iter, err = h.nodes.Own(ctx, n, r)
	if err != nil || iter == nil {
		return iter, err, true
	}
	c := &recursiveIter{
		Pass: node.Pass{Iter: iter}, holding: h.hold(Recursive, n), sizer: h.sizer,
		step: n.Right(), distinct: n.Union().Distinct,
	}
	h.memory.mu.Lock()
	h.memory.recursive = append(h.memory.recursive, c)
	h.memory.recursions.Add(1)
	h.memory.mu.Unlock()
	return c, nil, true
}

// nextRound is called with a node that is about to be built.
func (m *Statement) nextRound(n sql.Node) {
	if !node.IsPointer(n) {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range m.recursive {
		if c.step == n {
			// What was kept is read now; what was read is let go.
			c.reading, c.kept, c.slice = c.kept, 0, size.GrowingSlice{}
			c.tell()
		}
	}
}

func (c *recursiveIter) tell() { c.holding.Set(c.reading + c.kept + c.set.Bytes) }

// Next implements sql.RowIter.
func (c *recursiveIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := c.Iter.Next(ctx)
	if err != nil {
		return row, err
	}
	c.kept += c.sizer.Row(row) + c.slice.Push(size.SliceHeader)
	if c.distinct {
		c.set.Push(size.Word + size.Interface)
	}
	c.tell()
	return row, nil
}

// IsValueRowIter implements sql.ValueRowIter.
func (c *recursiveIter) IsValueRowIter(*sql.Context) bool { return false }

// Close implements sql.RowIter.
func (c *recursiveIter) Close(ctx *sql.Context) error {
	err := c.Iter.Close(ctx)
	c.holding.Release()
	m := c.holding.Memory
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, o := range m.recursive {
		if o == c {
			m.recursive = append(m.recursive[:i], m.recursive[i+1:]...)
			m.recursions.Add(-1)
			break
		}
	}
	return err
}
