package dolt

import (
	"errors"

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/index"
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/server/dolt/temporarytable"
)

// ReadVirtual gives a table with virtual columns that is looked up by an index for one
// reading of it: see [gms.Storage]. Where such a table has no primary key,
// Dolt takes its rows to be as long as what is stored of them, and ends the process where a
// virtual column stands before a stored one: it is asked for the stored columns alone, whose
// rows are so long.
func ReadVirtual(t sql.IndexedTable) sql.IndexedTable {
	schema := t.Schema()
	if !sql.IsKeyless(schema) {
		return t
	}
	var names []string
	var places []int
	for i, c := range schema {
		if !c.Virtual {
			names, places = append(names, c.Name), append(places, i)
		}
	}
	switch t := t.(type) {
	case *sqle.WritableIndexedDoltTable:
		if stored, ok := t.WritableDoltTable.WithProjections(names).(*sqle.WritableDoltTable); ok {
			return &storedColumns{sqle.NewWritableIndexedDoltTable(stored, t.Index()), places, schema}
		}
	case *sqle.IndexedDoltTable:
		if stored, ok := t.DoltTable.WithProjections(names).(*sqle.DoltTable); ok {
			return &storedColumns{sqle.NewIndexedDoltTable(stored, t.Index()), places, schema}
		}
	}
	if temporary := temporarytable.Of(t); temporary != nil {
		apart := *temporary
		return &temporaryLookup{TempTable: &apart, columns: schema, places: places}
	}
	return t
}

// storedColumns gives rows of all columns, with no value in virtual ones.
type storedColumns struct {
	sql.IndexedTable
	places  []int
	columns sql.Schema
}

// Schema implements sql.Table.
func (t *storedColumns) Schema() sql.Schema { return t.columns }

// PartitionRows implements sql.Table.
func (t *storedColumns) PartitionRows(ctx *sql.Context, p sql.Partition) (sql.RowIter, error) {
	rows, err := t.IndexedTable.PartitionRows(ctx, p)
	if err != nil {
		return nil, err
	}
	return &storedRows{rows, t.places, len(t.columns)}, nil
}

type storedRows struct {
	sql.RowIter
	places []int
	width  int
}

// Next implements sql.RowIter.
func (r *storedRows) Next(ctx *sql.Context) (sql.Row, error) {
	stored, err := r.RowIter.Next(ctx)
	if err != nil {
		return nil, err
	}
	row := make(sql.Row, r.width)
	for i, place := range r.places {
		row[place] = stored[i]
	}
	return row, nil
}

// errIndex is of a look-up by an index that is not of Dolt's.
var errIndex = errors.New("the storage has no such index")

// temporaryLookup is a temporary table that is looked up by an index.
type temporaryLookup struct {
	*sqle.TempTable
	lookup  sql.IndexLookup
	columns sql.Schema
	places  []int
}

// LookupPartitions implements sql.IndexedTable.
func (t *temporaryLookup) LookupPartitions(ctx *sql.Context, lookup sql.IndexLookup) (sql.PartitionIter, error) {
	if lookup.IsEmptyRange {
		return sql.PartitionsToPartitionIter(), nil
	}
	t.lookup = lookup
	parts, err := t.Partitions(ctx)
	if err != nil {
		return nil, err
	}
	first, err := parts.Next(ctx) // each would give all that is found
	if err != nil {
		return nil, err
	}
	return sql.PartitionsToPartitionIter(first), parts.Close(ctx)
}

// PartitionRows implements sql.Table.
func (t *temporaryLookup) PartitionRows(ctx *sql.Context, _ sql.Partition) (sql.RowIter, error) {
	by, ok := t.lookup.Index.(index.DoltIndex)
	if !ok {
		return nil, errIndex
	}
	var tags []uint64
	for _, i := range t.places {
		c, _ := by.Schema().GetAllCols().GetByName(t.columns[i].Name)
		tags = append(tags, c.Tag)
	}
	rows, err := index.RowIterForIndexLookup(ctx, t.TempTable, t.lookup, sql.NewPrimaryKeySchema(t.columns), tags)
	if err != nil {
		return nil, err
	}
	return &storedRows{rows, t.places, len(t.columns)}, nil
}
