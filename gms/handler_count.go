package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/effect"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// The Handler_* status variables count, as in MySQL, what a statement asks of a table:
// to find a row by its key (read_key), to begin with the first (read_first) or the
// last (read_last), to go to the next (read_next, read_prev, without an index
// read_rnd_next), the question that finds none among them. Who begins with the first
// row, also without an index, is counted as who finds a key too: so MySQL counts for
// InnoDB. What a storage counts by itself, as COUNT(*) of a table, asks for nothing.

// indexShape is how an index is read.
type indexShape struct {
	keys     int  // how many ranges of it, at least one
	unique   bool // each has one row at most
	begins   bool // at an end of the index
	backward bool
}

// shapeOf says how a node reads its index.
func shapeOf(ctx *sql.Context, n *plan.IndexedTableAccess) indexShape {
	whole := n.Index().IsUnique()
	if !n.IsStatic() {
		return indexShape{keys: 1, unique: whole && len(n.Expressions()) >= len(n.Index().Expressions())}
	}
	shape := indexShape{keys: 1}
	lookup, _, err := n.GetLookup(ctx, nil)
	if err != nil {
		return shape
	}
	shape.backward = lookup.IsReverse
	ranges, ok := lookup.Ranges.(sql.MySQLRangeCollection)
	if !ok || len(ranges) == 0 || len(ranges[0]) == 0 {
		return shape
	}
	shape.keys = len(ranges)
	first := ranges[0][0].LowerBound
	if shape.backward {
		first = ranges[0][0].UpperBound
	}
	_, hasKey := node.CutKey(first)
	shape.begins = len(ranges) == 1 && !hasKey && ranges[0][0].Type() != sql.RangeType_EqualNull
	shape.unique = whole
	for _, r := range ranges {
		for _, column := range r {
			lower, hasLower := node.CutKey(column.LowerBound)
			upper, hasUpper := node.CutKey(column.UpperBound)
			if !hasLower || !hasUpper || !node.SameKey(ctx, column.Typ, lower, upper) {
				shape.unique = false
			}
		}
	}
	return shape
}

// handlerReads is what is counted of the reads of one meter.
type handlerReads struct {
	shape  indexShape
	opened int  // how often it has begun to read
	rows   int  // that it has read
	ended  bool // it was told that there are no more
	none   bool // the storage counts by itself
}

// count adds the reads of a table with transactions, or without, to what its session
// has counted.
func (r *handlerReads) count(c sessionCounts, use tableUse) {
	if r.none {
		return
	}
	questions := r.rows
	if r.ended {
		questions++
	}
	keys := uint64(max(r.opened, r.shape.keys, 1))
	switch {
	case use.index == "":
		c.add(countReadRndNext, uint64(questions))
		if use.instance != nil || use.quiet {
			c.add(countReadFirst, keys)
			c.add(countReadKey, keys)
		}
		return
	case r.shape.begins && r.shape.backward:
		c.add(countReadLast, keys)
	case r.shape.begins:
		c.add(countReadFirst, keys)
	}
	c.add(countReadKey, keys)
	if r.shape.unique || questions == 0 {
		return
	}
	next := countReadNext
	if r.shape.backward {
		next = countReadPrev
	}
	c.add(next, uint64(questions-1))
}

// changeCounters are the counters of rows that were changed.
var changeCounters = map[perfschema.Operation]int{
	perfschema.OpInsert: countHandlerWrite, perfschema.OpUpdate: countHandlerUpdate, perfschema.OpDeleteRow: countHandlerDelete,
}

// countTransaction counts the commits and roll-backs that a statement has the storage
// do: of what the statement did itself, and of the transaction that it ends.
func (conn *connection) countTransaction(err error) {
	p := &conn.x.plan
	outcome := countHandlerCommit
	if err != nil {
		outcome = countHandlerRollback
	}
	switch p.control {
	case controlStart, controlCommit:
		conn.endTouched(countHandlerCommit)
	case controlRollback:
		conn.endTouched(countHandlerRollback)
	case controlSavepoint:
		conn.countSavepoint(err, countHandlerSavepoint)
	case controlRollbackTo:
		conn.countSavepoint(err, countHandlerSavepointRollback)
	case controlNone:
		if p.touches {
			conn.counts.add(outcome, 1)
			conn.touched = conn.touched || !p.commits
		}
		if conn.touched && !effect.SameTransaction(conn.session.GetTransaction(), conn.transaction) {
			conn.endTouched(outcome) // an implicit commit, or a failed one
		}
	}
}

func (conn *connection) endTouched(outcome int) {
	if conn.touched {
		conn.counts.add(outcome, 1)
		conn.touched = false
	}
}

func (conn *connection) countSavepoint(err error, counter int) {
	if err == nil && conn.touched {
		conn.counts.add(counter, 1)
	}
}
