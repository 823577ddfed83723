package temporarytable

import (
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle"
	"github.com/dolthub/go-mysql-server/sql"
)

// Read gives a temporary table of Dolt's for one reading of it: see
// [gms.Storage]. Dolt has one table for all of a session's statements,
// which keeps the key it was last read by: who reads all of it afterwards gets no other
// rows. And what it finds by a key it gives once for each part that it would divide all its
// rows into, of which there are several from a few rows on.
func Read(t sql.Table) sql.Table {
	temporary := Of(t)
	if temporary == nil {
		return t
	}
	apart := *temporary
	_ = apart.DiscardChanges(nil, nil) // forgets the key, and does nothing else
	return &temporaryRead{&apart}
}

// temporaryRead is a copy of a temporary table, with the rows that it has now.
type temporaryRead struct{ *sqle.TempTable }

// LookupPartitions implements sql.IndexedTable.
func (t *temporaryRead) LookupPartitions(ctx *sql.Context, lookup sql.IndexLookup) (sql.PartitionIter, error) {
	if lookup.IsEmptyRange { // of which Dolt would take the first
		return sql.PartitionsToPartitionIter(), nil
	}
	parts, err := t.TempTable.LookupPartitions(ctx, lookup)
	if err != nil || lookup.IsEmpty() {
		return parts, err
	}
	first, err := parts.Next(ctx) // each gives all that is found
	if err != nil {
		return nil, err
	}
	return sql.PartitionsToPartitionIter(first), parts.Close(ctx)
}
