package gms

import (
	"encoding/json"
	"math/big"
	"reflect"
	"time"
	"unsafe"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/shopspring/decimal"
)

// The sizes of what Go puts behind an interface.
const (
	slotSize    = int64(unsafe.Sizeof(any(nil)))
	sliceSize   = int64(unsafe.Sizeof([]byte(nil)))
	stringSize  = int64(unsafe.Sizeof(""))
	timeSize    = int64(unsafe.Sizeof(time.Time{}))
	decimalSize = int64(unsafe.Sizeof(decimal.Decimal{}))
	bigSize     = int64(unsafe.Sizeof(big.Int{}))
	valueSize   = int64(unsafe.Sizeof(sql.Value{}))
)

// sizer says how many bytes of the heap rows hold: the row's slice and what its
// values point to, each as large as the allocator makes it. It asks nothing of
// the values, so that a value that is loaded when it is needed counts what is
// loaded of it now. The zero sizer is ready. It allocates nothing and may be
// used by several goroutines.
//
// Two rows that share a value count it twice.
type sizer struct {
	// storage sizes values of types that only the storage knows, or is nil.
	storage func(v any) (bytes int64, ok bool)
}

// row is the bytes of a row, without the slice header that holds it.
func (s *sizer) row(r sql.Row) int64 {
	n := heapSize(int64(cap(r))*slotSize, true)
	for _, v := range r {
		n += s.value(v)
	}
	return n
}

// values is the bytes of a row of values in their stored form.
func (s *sizer) values(r sql.ValueRow) int64 {
	n := heapSize(int64(cap(r))*valueSize, true)
	for i := range r {
		n += heapSize(int64(len(r[i].Val)), false)
		if w := r[i].WrappedVal; w != nil {
			n += s.other(w)
		}
	}
	return n
}

// value is what lies behind an interface, without the interface itself. Numbers
// below 256 have their place in the program.
func (s *sizer) value(v any) int64 {
	switch v := v.(type) {
	case nil, bool, int8, uint8, struct{}:
		return 0
	case int64:
		return small(uint64(v), 8)
	case uint64:
		return small(v, 8)
	case int32:
		return small(uint64(uint32(v)), 4)
	case uint32:
		return small(uint64(v), 4)
	case int:
		return small(uint64(v), 8)
	case uint:
		return small(uint64(v), 8)
	case int16:
		return small(uint64(uint16(v)), 2)
	case uint16:
		return small(uint64(v), 2)
	case float32:
		return 4
	case float64:
		return 8
	case types.Timespan:
		return small(uint64(v), 8)
	case string:
		if v == "" {
			return 0
		}
		return stringSize + heapSize(int64(len(v)), false)
	case []byte:
		return sliceSize + heapSize(int64(len(v)), false)
	case time.Time:
		return timeSize
	case decimal.Decimal:
		return decimalSize + decimalDigits(&v)
	case json.Number:
		return stringSize + heapSize(int64(len(v)), false)
	case types.JSONDocument:
		return slotSize + s.value(v.Val)
	case *types.JSONDocument:
		if v == nil {
			return 0
		}
		return slotSize + s.value(v.Val)
	case *types.LazyJSONDocument:
		return s.lazyJSON(v)
	case []any:
		n := sliceSize + heapSize(int64(cap(v))*slotSize, true)
		for _, e := range v {
			n += s.value(e)
		}
		return n
	case sql.Row:
		return sliceSize + s.row(v)
	case map[string]any:
		n, _ := mapSize(len(v), stringSize+slotSize)
		for k, e := range v {
			n += heapSize(int64(len(k)), false) + s.value(e)
		}
		return n
	default:
		return s.other(v)
	}
}

func small(v uint64, size int64) int64 {
	if v < 256 {
		return 0
	}
	return size
}

// other is for the rare types: the storage's own, and geometries.
func (s *sizer) other(v any) int64 {
	if s.storage != nil {
		if n, ok := s.storage(v); ok {
			return n
		}
	}
	return reflectedSize(reflect.ValueOf(v))
}

// lazyJSON is a document that has been read but not parsed. What it holds once
// parsed cannot be seen; the bytes it came from can.
func (s *sizer) lazyJSON(v *types.LazyJSONDocument) int64 {
	if v == nil {
		return 0
	}
	return lazyJSONSize + heapSize(int64(len(v.Bytes)), false)
}

// lazyJSONSize is the document's struct, and the function that parses it once
// with what it keeps.
var lazyJSONSize = heapSize(int64(unsafe.Sizeof(types.LazyJSONDocument{})), true) + 128

// hasBigInt says whether a Decimal is as this package knows it: a pointer to a
// big.Int, first. Its methods copy the number.
var hasBigInt = func() bool {
	t := reflect.TypeOf(decimal.Decimal{})
	return t.NumField() > 0 && t.Field(0).Type == reflect.TypeOf((*big.Int)(nil)) && t.Field(0).Offset == 0
}()

// decimalDigits is the number behind a Decimal.
func decimalDigits(d *decimal.Decimal) int64 {
	if !hasBigInt {
		return bigSize + 16
	}
	b := *(**big.Int)(unsafe.Pointer(d))
	if b == nil {
		return 0
	}
	return bigSize + heapSize(int64(cap(b.Bits()))*8, false)
}

// reflectedSize is what lies behind an interface that holds v: pointers, slices
// and strings are followed, what has an owner of its own (interfaces, maps,
// functions, channels) is not.
func reflectedSize(v reflect.Value) int64 {
	if !v.IsValid() {
		return 0
	}
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return 0
		}
		return reflectedSize(v.Elem())
	}
	return heapSize(int64(v.Type().Size()), true) + reflectedParts(v, 8)
}

// reflectedParts is what a value points to.
func reflectedParts(v reflect.Value, depth int) int64 {
	if depth == 0 {
		return 0
	}
	var n int64
	switch v.Kind() {
	case reflect.String:
		n = heapSize(int64(v.Len()), false)
	case reflect.Slice:
		e := v.Type().Elem()
		n = heapSize(int64(v.Len())*int64(e.Size()), true)
		if pointless(e.Kind()) {
			return n
		}
		for i := range v.Len() {
			n += reflectedParts(v.Index(i), depth-1)
		}
	case reflect.Array:
		for i := range v.Len() {
			n += reflectedParts(v.Index(i), depth-1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			n += reflectedParts(v.Field(i), depth-1)
		}
	}
	return n
}

// pointless kinds point to nothing.
func pointless(k reflect.Kind) bool {
	return k >= reflect.Bool && k <= reflect.Complex128
}

// RowSize is the bytes of the heap that a row holds: its slice and what its
// values point to, each as large as Go's allocator makes it, within 10 % for
// values of SQL's types. Two rows that share a value count it twice. It costs
// some 10 ns a value and allocates nothing.
func RowSize(r sql.Row) int64 { return new(sizer).row(r) }
