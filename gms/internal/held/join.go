package held

import (
	"errors"
	"io"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/size"
)

// hashIter counts the hash table that the first reading of a join's side fills.
// Once all is read the node keeps it.
type hashIter struct {
	node.Pass
	lookup  *plan.HashLookup
	holding Holding
	table   size.GrowingMap
	rows    bool // the table alone keeps the rows
	ended   bool
}

// An entry of the table: a key behind an interface, and a slice of rows.
const (
	hashEntry = size.Interface + size.SliceHeader
	hashKey   = size.Word
)

// Next implements sql.RowIter.
func (h *hashIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := h.Iter.Next(ctx)
	if err != nil {
		if errors.Is(err, io.EOF) {
			h.end()
		}
		return row, err
	}
	// How many rows share a key is known at the end.
	n := h.table.Push(hashEntry) + hashKey + size.SliceHeader
	if h.rows {
		n += h.holding.Memory.Server.Sizer.Row(row)
	}
	h.holding.Add(n)
	return row, nil
}

// end counts the table as it has become.
func (h *hashIter) end() {
	if h.ended {
		return
	}
	h.ended = true
	rows := h.table.Entries
	if table := h.lookup.Lookup; table != nil && rows > 0 {
		was := h.table.Bytes + int64(rows)*(hashKey+size.SliceHeader)
		bytes, _ := size.Map(len(*table), hashEntry)
		var slice size.GrowingSlice
		var each int64
		for range (rows + len(*table) - 1) / max(len(*table), 1) {
			each += slice.Push(size.SliceHeader)
		}
		h.holding.Add(bytes + int64(len(*table))*(hashKey+each) - was)
	}
	h.holding.Keep(h.lookup.Mutex) // copies of the node have the same
}

// IsValueRowIter implements sql.ValueRowIter.
func (h *hashIter) IsValueRowIter(*sql.Context) bool { return false }

// Close implements sql.RowIter.
func (h *hashIter) Close(ctx *sql.Context) error {
	err := h.Iter.Close(ctx)
	if !h.ended {
		h.holding.Release()
	}
	return err
}

// cachedIter counts the rows of a join's side, or of a derived table, that are
// kept to be read again.
type cachedIter struct {
	node.Pass
	node    *plan.CachedResults
	holding Holding
	slice   size.GrowingSlice
	ended   bool
}

// cachedKey tells what such a node keeps from that of others.
type cachedKey uint64

// Next implements sql.RowIter.
func (c *cachedIter) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := c.Iter.Next(ctx)
	if err != nil {
		if errors.Is(err, io.EOF) && !c.ended {
			c.ended = true
			c.holding.Keep(cachedKey(c.node.Id))
		}
		return row, err
	}
	switch {
	case c.ended:
	case c.node.NoCache: // there was no memory for it
		c.ended = true
		c.holding.Release()
	default:
		c.holding.Add(c.holding.Memory.Server.Sizer.Row(row) + c.slice.Push(size.SliceHeader))
	}
	return row, nil
}

// IsValueRowIter implements sql.ValueRowIter.
func (c *cachedIter) IsValueRowIter(*sql.Context) bool { return false }

// Close implements sql.RowIter.
func (c *cachedIter) Close(ctx *sql.Context) error {
	err := c.Iter.Close(ctx)
	if !c.ended {
		c.holding.Release()
	}
	return err
}

// windowOf is which of a plan's windows an expression is computed over.
func windowOf(e sql.Expression) (uint64, bool) {
	if a, ok := e.(*expression.Alias); ok {
		e = a.Child
	}
	var w *sql.WindowDefinition
	switch e := e.(type) {
	case sql.Aggregation:
		w = e.Window()
	case sql.WindowAggregation:
		w = e.Window()
	default:
		w = sql.NewWindowDefinition(nil, nil, nil, "", "")
	}
	if w == nil {
		return 0, false
	}
	id, err := w.PartitionId()
	return id, err == nil
}
