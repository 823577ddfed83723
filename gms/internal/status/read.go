package status

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// The Handler_* status variables count, as in MySQL, what a statement asks of a table:
// to find a row by its key (read_key), to begin with the first (read_first) or the
// last (read_last), to go to the next (read_next, read_prev, without an index
// read_rnd_next), the question that finds none among them. Who begins with the first
// row, also without an index, is counted as who finds a key too: so MySQL counts for
// InnoDB. What a storage counts by itself, as COUNT(*) of a table, asks for nothing.

// IndexShape is how an index is read.
type IndexShape struct {
	Keys     int  // how many ranges of it, at least one
	Unique   bool // each has one row at most
	begins   bool // at an end of the index
	backward bool
}

// ShapeOf says how a node reads its index.
func ShapeOf(ctx *sql.Context, n *plan.IndexedTableAccess) IndexShape {
	whole := n.Index().IsUnique()
	if !n.IsStatic() {
		return IndexShape{Keys: 1, Unique: whole && len(n.Expressions()) >= len(n.Index().Expressions())}
	}
	shape := IndexShape{Keys: 1}
	lookup, _, err := n.GetLookup(ctx, nil)
	if err != nil {
		return shape
	}
	shape.backward = lookup.IsReverse
	ranges, ok := lookup.Ranges.(sql.MySQLRangeCollection)
	if !ok || len(ranges) == 0 || len(ranges[0]) == 0 {
		return shape
	}
	shape.Keys = len(ranges)
	first := ranges[0][0].LowerBound
	if shape.backward {
		first = ranges[0][0].UpperBound
	}
	_, hasKey := node.CutKey(first)
	shape.begins = len(ranges) == 1 && !hasKey && ranges[0][0].Type() != sql.RangeType_EqualNull
	shape.Unique = whole
	for _, r := range ranges {
		for _, column := range r {
			lower, hasLower := node.CutKey(column.LowerBound)
			upper, hasUpper := node.CutKey(column.UpperBound)
			if !hasLower || !hasUpper || !node.SameKey(ctx, column.Typ, lower, upper) {
				shape.Unique = false
			}
		}
	}
	return shape
}

// Reads is what is counted of the reads of one meter.
type Reads struct {
	Shape  IndexShape
	Opened int  // how often it has begun to read
	Rows   int  // that it has read
	Ended  bool // it was told that there are no more
	None   bool // the storage counts by itself
}

// Count adds the reads of a table, by an index or "", to what its session has counted.
// instrumented: the table has transactions.
func (r *Reads) Count(c Counts, index string, instrumented bool) {
	if r.None {
		return
	}
	questions := r.Rows
	if r.Ended {
		questions++
	}
	keys := uint64(max(r.Opened, r.Shape.Keys, 1))
	switch {
	case index == "":
		c.Add(ReadRndNext, uint64(questions))
		if instrumented {
			c.Add(ReadFirst, keys)
			c.Add(ReadKey, keys)
		}
		return
	case r.Shape.begins && r.Shape.backward:
		c.Add(ReadLast, keys)
	case r.Shape.begins:
		c.Add(ReadFirst, keys)
	}
	c.Add(ReadKey, keys)
	if r.Shape.Unique || questions == 0 {
		return
	}
	next := ReadNext
	if r.Shape.backward {
		next = ReadPrev
	}
	c.Add(next, uint64(questions-1))
}

// ChangeCounters are the counters of rows that were changed.
var ChangeCounters = map[perfschema.Operation]int{
	perfschema.OpInsert: HandlerWrite, perfschema.OpUpdate: HandlerUpdate, perfschema.OpDeleteRow: HandlerDelete,
}
