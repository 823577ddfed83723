package affected

import (
	"math"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// What a client is told of an INSERT or REPLACE beside the rows it has changed: the first number
// that was generated, which LAST_INSERT_ID() gives from then on, or else the number of the last
// row; and of several rows how many there were, and how many had keys of others. The engine
// knows of the first number alone, and forgets or invents it for what is not a plain INSERT.

// insertCount is what an INSERT or REPLACE has done.
type insertCount struct {
	to      *Told // nil: it is a program's, of which nobody is told
	replace bool
	ignore  bool
	listed  bool // it is of several rows, or of a query
	known   bool // how many rows there are: they stand in the statement
	loads   bool // LOAD DATA
	ended   bool
	retries bool // of a REPLACE: the row has taken another one away
	column  int  // the one with AUTO_INCREMENT, -1 for none
	// generated says of the row at hand whether its number was generated, and which, if that is
	// known.
	generated generatedNumber
	schema    sql.Schema
	row       sql.Row   // the one at hand
	table     sql.Table // nil where triggers or foreign keys look at it
	loose     *bool     // see changesNothing
	first     uint64    // generated number, 0 for none
	last      uint64    // number of a row that the statement came by
	records   uint64
	inserted  uint64
	deleted   uint64
	updated   uint64
}

// CountInsert returns an INSERT that counts what it does; to is nil if nobody is told of it.
func CountInsert(ctx *sql.Context, n *plan.InsertInto, to *Told) *plan.InsertInto {
	table, err := plan.GetInsertable(n.Destination)
	if err != nil || len(n.Returning) > 0 {
		return n
	}
	schema := n.Destination.Schema()
	c := &insertCount{to: to, replace: n.IsReplace, ignore: n.Ignore, column: -1, schema: schema}
	for i, column := range schema {
		if column.AutoIncrement {
			c.column = i
			break
		}
	}
	if resolved, ok := n.Destination.(*plan.ResolvedTable); ok && c.replace {
		c.table = resolved.UnderlyingTable()
	} else if in, ok := n.Destination.(*plan.InsertDestination); ok && c.replace {
		if resolved, ok := in.Child.(*plan.ResolvedTable); ok {
			c.table = resolved.UnderlyingTable()
		}
	}
	out := *n
	if out.Source, err = c.watch(ctx, n.Source, table, false); err != nil {
		return n
	}
	if c.column < 0 {
		out.FirstGeneratedAutoIncRowIdx = -1
	} else if n.FirstGeneratedAutoIncRowIdx >= 0 {
		out.FirstGeneratedAutoIncRowIdx = math.MaxInt // the engine locks the numbers, and tells nobody of one
	}
	out.Destination = &CountedTable{Target: Target{n.Destination, table}, count: c}
	return &out
}

// watch looks at what is inserted, and has the number of each row looked at. triggered says that
// a trigger may change the row.
func (c *insertCount) watch(ctx *sql.Context, n sql.Node, table sql.Table, triggered bool) (sql.Node, error) {
	switch n := n.(type) {
	case *plan.TriggerExecutor:
		left, err := c.watch(ctx, n.Left(), table, true)
		if err != nil {
			return nil, err
		}
		return n.WithChildren(left, n.Right())
	case *plan.Project:
		c.listed = true
		switch rows := n.Child.(type) {
		case *plan.Values:
			c.listed, c.known, c.records = len(rows.ExpressionTuples) > 1, true, uint64(len(rows.ExpressionTuples))
		case *plan.LoadData:
			c.loads = true
		}
		if c.column < 0 {
			return n, nil
		}
		return c.generated.watch(ctx, n, table, c.schema[c.column], triggered)
	}
	c.listed = true
	return n, nil
}

// settle ends the statement.
func (c *insertCount) settle(ctx *sql.Context) {
	if c.ended {
		return
	}
	c.ended = true
	if c.first != 0 {
		ctx.GetLastQueryInfo().LastInsertId.Store(int64(c.first))
	}
	if c.replace {
		ctx.GetLastQueryInfo().RowCount.Store(int64(c.inserted + c.deleted))
	}
	if c.to != nil {
		c.to.insert = c
	}
}

// number is the id that the client is told of.
func (c *insertCount) number() uint64 {
	switch {
	case c.first != 0:
		return c.first
	case c.column >= 0 && c.inserted+c.updated > 0:
		return c.last
	}
	return 0
}

// duplicates is how many rows had keys of others.
func (c *insertCount) duplicates() uint64 {
	switch {
	case c.ignore && c.records > c.inserted:
		return c.records - c.inserted
	case c.ignore:
		return 0
	case c.replace:
		return c.deleted
	}
	return c.updated
}

// numberOf is the number that a row has.
func (c *insertCount) numberOf(ctx *sql.Context, row sql.Row) uint64 {
	if c.column < 0 || c.column >= len(row) {
		return 0
	}
	switch v := row[c.column].(type) { // of the commonest types
	case int32:
		return uint64(v)
	case int64:
		return uint64(v)
	case uint64:
		return v
	}
	if id, _, err := types.Uint64.Convert(ctx, row[c.column]); err == nil && id != nil {
		return id.(uint64)
	}
	return 0
}

// changesNothing says of a REPLACE, whose new row has the values of the one that it replaces, that
// it counts as one row: of a table with one key, which no trigger and no foreign key looks at.
func (c *insertCount) changesNothing(ctx *sql.Context) bool {
	if c.loose == nil {
		c.loose = new(bool)
		indexed, ok := c.table.(sql.IndexAddressable)
		if !ok {
			return false
		}
		indexes, err := indexed.GetIndexes(ctx)
		if err != nil {
			return false
		}
		unique := 0
		for _, index := range indexes {
			if index.IsUnique() {
				unique++
			}
		}
		*c.loose = unique == 1
	}
	return *c.loose
}
