package table

import (
	"errors"
	"io"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/view"
)

// Asked is what a read of a table, as a node of a plan has it, asks another server for: a
// text for each of its ranges. Nothing is asked for that.
func Asked(ctx *sql.Context, n sql.Node) (asked []string) {
	var (
		of    *Table
		parts sql.PartitionIter
		err   error
	)
	switch n := n.(type) {
	case *plan.ResolvedTable:
		if of = Of(n.UnderlyingTable()); of != nil && of.view.Asks != nil {
			parts, err = of.Partitions(ctx)
		}
	case *plan.IndexedTableAccess:
		if of = Of(n.Table); of != nil && of.view.Asks != nil && n.IsStatic() {
			var lookup sql.IndexLookup
			if lookup, _, err = n.GetLookup(ctx, nil); err == nil {
				parts, err = n.Table.LookupPartitions(ctx, lookup)
			}
		}
	}
	for parts != nil && err == nil {
		var p sql.Partition
		if p, err = parts.Next(ctx); err == nil {
			reader, _ := of.partitionReader(ctx, p)
			asked = append(asked, of.view.Asks(reader))
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil // the read will tell
	}
	return asked
}

// partitionReader is who reads a partition, and where in its rows the columns are of the
// index that it is of.
func (t *Table) partitionReader(ctx *sql.Context, p sql.Partition) (reader view.Reader, position []int) {
	if t.grouping != nil {
		return t.groupedReader(ctx, p), nil
	}
	reader = t.reader(ctx)
	reader.Columns, reader.Top = t.columns, t.top
	part, _ := p.(partition)
	if part.index == nil {
		return reader, nil
	}
	// What is looked for is read beside what is asked for.
	reader.Columns, position = t.alongside(part.index.columns)
	reader.Equal = part.index.equal(part.ranges)
	if t.view.Stored {
		reader.Between = part.index.between(part.ranges, timeZone(ctx))
	}
	return reader, position
}
