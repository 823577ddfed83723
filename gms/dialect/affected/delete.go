package affected

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/hash"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/internal/node"
)

// A DELETE of joined tables comes by a row of one of them as often as rows of the others belong
// to it, and by rows of NULLs where none do. The engine counts the joined rows, and deletes rows
// again, and rows that are none.

// deleteCount is what such a statement has deleted.
type deleteCount struct {
	to   *Told // nil: it is a program's, of which nobody is told
	rows uint64
}

// JoinedTargets are the tables that a DELETE of joined tables deletes from, as they are counted;
// those of another one are given back as they are. to is nil if nobody is told of it.
func JoinedTargets(n *plan.DeleteFrom, targets []sql.Node, to *Told) []sql.Node {
	if !Joins(n.Child) {
		return targets
	}
	c := &deleteCount{to: to}
	out := make([]sql.Node, len(targets))
	seen := map[string]map[uint64]struct{}{} // of a table that has several names, too
	for i, target := range targets {
		out[i] = target
		table, err := plan.GetDeletable(target)
		if err != nil {
			return targets // the engine says so
		}
		t := &deletedTable{Target: Target{target, table}, name: TargetName(target, table), count: c}
		of := node.DatabaseName(plan.GetDatabase(target)) + "." + strings.ToLower(table.Name())
		if seen[of] == nil {
			seen[of] = map[uint64]struct{}{}
		}
		t.seen = seen[of]
		for i, column := range table.Schema() {
			if column.PrimaryKey {
				t.key, t.keySchema = append(t.key, i), append(t.keySchema, column)
			}
			t.hasRows = t.hasRows || !column.Nullable
		}
		out[i] = t
	}
	return out
}

// Joins says whether a statement reads joined tables.
func Joins(n sql.Node) bool {
	found := false
	transform.Inspect(n, func(n sql.Node) bool {
		if _, ok := n.(*plan.JoinNode); ok {
			found = true
		}
		return !found
	})
	return found
}

// settle ends the statement.
func (c *deleteCount) settle(ctx *sql.Context) {
	ctx.GetLastQueryInfo().RowCount.Store(int64(c.rows))
	if c.to != nil {
		c.to.deleted = c
	}
}

// deletedTable is a table of such a statement.
type deletedTable struct {
	Target
	name      string // in the statement
	count     *deleteCount
	key       []int // the columns of its primary key
	keySchema sql.Schema
	hasRows   bool // none of which has NULL in all columns
	seen      map[uint64]struct{}
}

var (
	_ sql.DeletableTable = (*deletedTable)(nil)
	_ sql.TableWrapper   = (*deletedTable)(nil)
)

// Schema implements sql.Node and sql.Table.
func (t *deletedTable) Schema() sql.Schema { return t.Table.Schema() }

// String implements sql.Node and sql.Table.
func (t *deletedTable) String() string { return t.Node.String() }

// Name implements sql.Table.
func (t *deletedTable) Name() string { return t.name }

// Deleter implements sql.DeletableTable.
func (t *deletedTable) Deleter(ctx *sql.Context) sql.RowDeleter {
	return &onceDeleter{RowDeleter: t.Table.(sql.DeletableTable).Deleter(ctx), table: t}
}

// onceDeleter deletes each row once.
type onceDeleter struct {
	sql.RowDeleter
	table *deletedTable
	key   sql.Row
}

// Delete implements sql.RowDeleter.
func (d *onceDeleter) Delete(ctx *sql.Context, row sql.Row) error {
	t := d.table
	if t.hasRows && isNothing(row) {
		return nil
	}
	if len(t.key) > 0 {
		d.key = d.key[:0]
		for _, i := range t.key {
			d.key = append(d.key, row[i])
		}
		h, err := hash.HashOf(ctx, t.keySchema, d.key)
		if err != nil {
			return err //nolint:wrapcheck // the engine's own
		}
		if _, again := t.seen[h]; again {
			return nil
		}
		t.seen[h] = struct{}{}
	}
	if err := d.RowDeleter.Delete(ctx, row); err != nil {
		return err //nolint:wrapcheck // the table's own
	}
	t.count.rows++
	return nil
}

// isNothing says of the row of a table that an outer join has found none.
func isNothing(row sql.Row) bool {
	for _, v := range row {
		if v != nil {
			return false
		}
	}
	return true
}

// Close implements sql.Closer.
func (d *onceDeleter) Close(ctx *sql.Context) error {
	err := d.RowDeleter.Close(ctx)
	d.table.count.settle(ctx)
	return err //nolint:wrapcheck // the table's own
}
