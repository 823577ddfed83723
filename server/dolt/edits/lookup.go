package edits

import (
	"errors"
	"fmt"
	"io"

	"github.com/dolthub/dolt/go/libraries/doltcore/schema"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/index"
	"github.com/dolthub/dolt/go/store/prolly"
	"github.com/dolthub/go-mysql-server/sql"
)

// IndexedAccess implements gms.EditedRows.
func (r *editedRows) IndexedAccess(access sql.IndexedTable) sql.IndexedTable {
	t, err := r.open()
	if err != nil {
		return access
	}
	return &editedLookup{IndexedTable: access, of: t}
}

// editedLookup is a table that is looked up by an index, with the rows that it has now.
type editedLookup struct {
	sql.IndexedTable
	of     *editedTable
	index  schema.Index
	entry  prolly.MutableMapInterface
	ranges []prolly.Range
}

// LookupPartitions implements sql.IndexedTable.
func (l *editedLookup) LookupPartitions(ctx *sql.Context, lookup sql.IndexLookup) (sql.PartitionIter, error) {
	ranges, err := index.ProllyRangesFromIndexLookup(ctx, lookup)
	if err != nil {
		return nil, fmt.Errorf("look up %s: %w", lookup.Index.ID(), err)
	}
	l.ranges, l.entry, l.index = ranges, l.of.primary, nil
	if by, ok := lookup.Index.(index.DoltIndex); !ok || !by.IsPrimaryKey() {
		l.index = l.of.schema.Indexes().GetByName(lookup.Index.ID())
		l.entry = l.of.secondary[lookup.Index.ID()]
		if l.index == nil || l.entry == nil {
			return nil, fmt.Errorf("the table that is changed has no index %q", lookup.Index.ID())
		}
	}
	return l.Partitions(ctx)
}

// PartitionRows implements sql.Table.
func (l *editedLookup) PartitionRows(ctx *sql.Context, _ sql.Partition) (sql.RowIter, error) {
	var rows []sql.Row // a change that cascades changes the index that is read
	for _, r := range l.ranges {
		entries, err := l.entry.IterRange(ctx, r)
		if err != nil {
			return nil, err
		}
		for {
			entry, _, err := entries.Next(ctx)
			if errors.Is(err, io.EOF) || err == nil && entry == nil {
				break
			}
			if err != nil {
				return nil, err
			}
			key, err := l.of.keyIn(l.index, entry)
			if err != nil {
				return nil, err
			}
			row, err := l.of.row(ctx, key)
			if err != nil {
				return nil, err
			}
			if row != nil {
				rows = append(rows, row)
			}
		}
	}
	return sql.RowsToRowIter(rows...), nil
}
