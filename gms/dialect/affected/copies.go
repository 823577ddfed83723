package affected

import (
	"errors"
	"fmt"
	"io"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/hash"

	"github.com/perfschema/perfschema/gms/dialect/collate"
)

// An UPDATE of joined tables changes a row once, however many rows of the others belong to
// it. The engine knows the rows that it has changed by their values: of rows of a table
// without a key that are equal, it changes one.

// copiedTable is a table without a key that such a statement changes: a row is changed as
// often as the table has it.
type copiedTable struct {
	Target
	stored sql.Table // the table itself, to be read
	to     *Told     // nil: the statement is a program's, of which nobody is told
}

var (
	_ sql.UpdatableTable = (*copiedTable)(nil)
	_ sql.TableWrapper   = (*copiedTable)(nil)
)

// WithCopies is what stands for a target of such a statement, whose table is stored. to is nil if
// nobody is told of it.
func WithCopies(target sql.Node, stored sql.Table, to *Told) sql.Node {
	table, ok := target.(sql.Table)
	if !ok || !sql.IsKeyless(stored.Schema()) {
		return target
	}
	return &copiedTable{Target{target, table}, stored, to}
}

// Schema implements sql.Node and sql.Table.
func (t *copiedTable) Schema() sql.Schema { return t.Table.Schema() }

// String implements sql.Node and sql.Table.
func (t *copiedTable) String() string { return t.Node.String() }

// Updater implements sql.UpdatableTable.
func (t *copiedTable) Updater(ctx *sql.Context) sql.RowUpdater {
	return &copiesUpdater{RowUpdater: t.Table.(sql.UpdatableTable).Updater(ctx), table: t}
}

// copiesUpdater changes all rows that are equal.
type copiesUpdater struct {
	sql.RowUpdater
	table  *copiedTable
	schema sql.Schema
	copies map[uint64]int // how often the table has a row, when the statement begins
	more   int            // rows that have been changed beside those that the engine knows of
}

// Update implements sql.RowUpdater.
func (u *copiesUpdater) Update(ctx *sql.Context, before, after sql.Row) error {
	if u.copies == nil {
		if err := u.count(ctx); err != nil {
			return err
		}
	}
	row, err := hash.HashOf(ctx, u.schema, before)
	if err != nil {
		return err //nolint:wrapcheck // the engine's own
	}
	copies := max(1, u.copies[row])
	for range copies {
		if err := u.RowUpdater.Update(ctx, before, after); err != nil {
			return err //nolint:wrapcheck // the table's own
		}
	}
	u.more += copies - 1
	return nil
}

// count reads the table.
func (u *copiesUpdater) count(ctx *sql.Context) (err error) {
	u.schema, u.copies = collate.ByBytes(u.table.stored.Schema()), make(map[uint64]int)
	partitions, err := u.table.stored.Partitions(ctx)
	if err != nil {
		return err //nolint:wrapcheck // the table's own
	}
	rows := sql.NewTableRowIter(ctx, u.table.stored, partitions)
	defer func() { err = errors.Join(err, rows.Close(ctx)) }()
	for {
		row, err := rows.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		h, err := hash.HashOf(ctx, u.schema, row)
		if err != nil {
			return err //nolint:wrapcheck // the engine's own
		}
		u.copies[h]++
	}
}

// Close implements sql.Closer.
func (u *copiesUpdater) Close(ctx *sql.Context) error {
	if u.table.to != nil {
		u.table.to.copies += u.more
		u.more = 0
	}
	return u.RowUpdater.Close(ctx) //nolint:wrapcheck // the table's own
}

// copiesTold is what a client is told of an UPDATE, with so many rows more that were
// changed.
func copiesTold(info string, more int) string {
	var matched, changed, warnings int
	if n, err := fmt.Sscanf(info, "Rows matched: %d  Changed: %d  Warnings: %d", &matched, &changed, &warnings); n != 3 || err != nil {
		return info
	}
	return fmt.Sprintf("Rows matched: %d  Changed: %d  Warnings: %d", matched+more, changed+more, warnings)
}
