package fusedjoin

import (
	"context"
	"errors"
	"io"
	"reflect"
	"unsafe"

	"github.com/dolthub/dolt/go/store/prolly"
	"github.com/dolthub/dolt/go/store/val"

	"github.com/perfschema/perfschema/pmemory"
)

// keptRows is the right side of a fused merge join, which keeps the keys and
// values of all rows that have one key, in a list that it empties and fills again
// for the next. They are parts of nodes, which stay alive with them.
type keptRows struct {
	meteredRows
	list *[][]byte // a key, then its value
}

// newKeptRows makes it of what reads that side; of an iterator that has named its
// list otherwise it is the same.
func newKeptRows(iter reflect.Value, rows meteredRows) prolly.MapIter {
	list := iter.FieldByName("lookaheadBuf")
	if !list.IsValid() || list.Type() != reflect.TypeFor[[][]byte]() {
		return &rows
	}
	return &keptRows{rows, (*[][]byte)(unsafe.Pointer(list.UnsafeAddr()))}
}

// Next implements prolly.MapIter.
func (k *keptRows) Next(ctx context.Context) (val.Tuple, val.Tuple, error) {
	k.meter.Keep(len(*k.list)/2, k.listSize, k.rowSize)
	key, value, err := k.meteredRows.Next(ctx)
	if err != nil && errors.Is(err, io.EOF) {
		k.meter.Kept(len(*k.list)/2, k.listSize, k.rowSize)
	}
	return key, value, err
}

func (k *keptRows) listSize() int64 {
	return int64(pmemory.Size(uintptr(cap(*k.list))*unsafe.Sizeof([]byte{}), true))
}

func (k *keptRows) rowSize(i int) int64 {
	list := *k.list
	return int64(len(list[2*i]) + len(list[2*i+1]))
}
