package dolt

import (
	"context"
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/index"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/kvexec"
	"github.com/dolthub/dolt/go/store/prolly"
	"github.com/dolthub/dolt/go/store/val"
	"github.com/dolthub/go-mysql-server/sql"
)

// CountFusedRows makes an iterator of Dolt's that has fused a join or a count
// add every row it reads from a table to read. It says whether it could. Dolt
// keeps the sources of such an iterator to itself, so they are found by name:
// with a Dolt that has named them otherwise it is false.
func CountFusedRows(iter sql.RowIter, read *atomic.Uint64) bool {
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
		*source = countedRows{*source, read}
		*lookups = countedLookups{*lookups, read}
	case "mergeJoinKvIter":
		left, right := source[prolly.MapIter](v, "leftIter"), source[prolly.MapIter](v, "rightIter")
		if left == nil || right == nil {
			return false
		}
		*left, *right = countedRows{*left, read}, countedRows{*right, read}
	case "countAggKvIter":
		rows := source[prolly.MapIter](v, "srcIter")
		if rows == nil {
			return false
		}
		*rows = countedRows{*rows, read}
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

// countedRows counts the rows of a map or of a range of it.
type countedRows struct {
	prolly.MapIter
	read *atomic.Uint64
}

// Next implements prolly.MapIter.
func (c countedRows) Next(ctx context.Context) (val.Tuple, val.Tuple, error) {
	k, v, err := c.MapIter.Next(ctx)
	if err == nil && k != nil {
		c.read.Add(1)
	}
	return k, v, err
}

// countedLookups counts the rows that look-ups of an index find.
type countedLookups struct {
	index.SecondaryLookupIterGen
	read *atomic.Uint64
}

// New implements index.SecondaryLookupIterGen.
func (c countedLookups) New(ctx context.Context, key val.Tuple) (prolly.MapIter, error) {
	rows, err := c.SecondaryLookupIterGen.New(ctx, key)
	if err != nil {
		return nil, err
	}
	return countedRows{rows, c.read}, nil
}
