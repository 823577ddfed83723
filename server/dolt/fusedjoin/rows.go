package fusedjoin

import (
	"context"
	"reflect"
	"unsafe"

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/index"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/kvexec"
	"github.com/dolthub/dolt/go/store/prolly"
	"github.com/dolthub/dolt/go/store/val"
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms"
)

// CountRows makes an iterator of Dolt's that has fused a join or a count
// put the gms.FusedTable of its table around every read of a row. It says whether it
// could. Dolt keeps the sources of such an iterator to itself, so they are found
// by name: with a Dolt that has named them otherwise it is false.
//
// In a join, what is timed is the walk over the keys of a table or index, and the
// look-up of what a key finds. Two things Dolt does elsewhere, where they cannot be told
// from its other work, and are no part of either table's time: in a merge join,
// finding the whole row behind a key of a secondary index; in any join, making
// SQL values of what was read.
func CountRows(iter sql.RowIter, first, second *gms.FusedTable) bool {
	v := reflect.ValueOf(iter)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return false
	}
	v = v.Elem()
	if v.Type().PkgPath() != fusedPackage {
		return false
	}
	switch v.Type().Name() {
	case "lookupJoinKvIter":
		source, lookups := source[prolly.MapIter](v, "srcIter"), source[index.SecondaryLookupIterGen](v, "dstIterGen")
		if source == nil || lookups == nil {
			return false
		}
		*source = &meteredRows{*source, first}
		first.Loop()
		*lookups = &meteredLookups{*lookups, meteredRows{meter: second}}
	case "mergeJoinKvIter":
		left, right := source[prolly.MapIter](v, "leftIter"), source[prolly.MapIter](v, "rightIter")
		if left == nil || right == nil {
			return false
		}
		*left, *right = &meteredRows{*left, first}, newKeptRows(v, meteredRows{*right, second})
		first.Loop()
		second.Loop()
	case "countAggKvIter":
		rows := source[prolly.MapIter](v, "srcIter")
		if rows == nil {
			return false
		}
		*rows = countedRows{*rows, first}
		first.Loop()
	default:
		return false
	}
	return true
}

var fusedPackage = reflect.TypeFor[kvexec.Builder]().PkgPath()

// source is the field of that name and type in an iterator nobody uses yet.
func source[T any](iter reflect.Value, name string) *T {
	f := iter.FieldByName(name)
	if !f.IsValid() || f.Type() != reflect.TypeFor[T]() || f.IsNil() {
		return nil
	}
	return (*T)(unsafe.Pointer(f.UnsafeAddr()))
}

// meteredRows measures the rows of a map or of a range of it.
type meteredRows struct {
	prolly.MapIter
	meter *gms.FusedTable
}

// Next implements prolly.MapIter.
func (m *meteredRows) Next(ctx context.Context) (val.Tuple, val.Tuple, error) {
	m.meter.Start()
	k, v, err := m.MapIter.Next(ctx)
	rows := 0
	if err == nil && k != nil {
		rows = 1
	}
	m.meter.Stop(rows)
	return k, v, err
}

// countedRows counts the rows of a map or of a range of it.
type countedRows struct {
	prolly.MapIter
	meter *gms.FusedTable
}

// Next implements prolly.MapIter.
func (c countedRows) Next(ctx context.Context) (val.Tuple, val.Tuple, error) {
	k, v, err := c.MapIter.Next(ctx)
	if err == nil && k != nil {
		c.meter.Count(1)
	}
	return k, v, err
}

// meteredLookups measures the rows that look-ups of an index find. A join is done with
// one before it makes the next.
type meteredLookups struct {
	index.SecondaryLookupIterGen
	found meteredRows
}

// New implements index.SecondaryLookupIterGen.
func (m *meteredLookups) New(ctx context.Context, key val.Tuple) (prolly.MapIter, error) {
	m.found.meter.Start()
	m.found.meter.Loop()
	rows, err := m.SecondaryLookupIterGen.New(ctx, key)
	m.found.meter.Stop(0)
	if err != nil {
		return nil, err
	}
	m.found.MapIter = rows
	return &m.found, nil
}
