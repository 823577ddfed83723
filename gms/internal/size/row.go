package size

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
	Interface    = int64(unsafe.Sizeof(any(nil)))
	SliceHeader  = int64(unsafe.Sizeof([]byte(nil)))
	StringHeader = int64(unsafe.Sizeof(""))
	timeSize     = int64(unsafe.Sizeof(time.Time{}))
	decimalSize  = int64(unsafe.Sizeof(decimal.Decimal{}))
	bigSize      = int64(unsafe.Sizeof(big.Int{}))
	valueSize    = int64(unsafe.Sizeof(sql.Value{}))
)

// Sizer says how many bytes of the heap rows hold: the row's slice and what its
// values point to, each as large as the allocator makes it. It asks nothing of
// the values, so that a value that is loaded when it is needed counts what is
// loaded of it now. The zero sizer is ready. It allocates nothing and may be
// used by several goroutines.
//
// Two rows that share a value count it twice.
type Sizer struct {
	// storage sizes values of types that only the storage knows, or is nil.
	Storage func(v any) (bytes int64, ok bool)
}

// Row is the bytes of a row, without the slice header that holds it.
func (s *Sizer) Row(r sql.Row) int64 {
	n := Heap(int64(cap(r))*Interface, true)
	for _, v := range r {
		n += s.Value(v)
	}
	return n
}

// values is the bytes of a row of values in their stored form.
func (s *Sizer) values(r sql.ValueRow) int64 {
	n := Heap(int64(cap(r))*valueSize, true)
	for i := range r {
		n += Heap(int64(len(r[i].Val)), false)
		if w := r[i].WrappedVal; w != nil {
			n += s.other(w)
		}
	}
	return n
}

// Value is what lies behind an interface, without the interface itself. Numbers
// below 256 have their place in the program.
func (s *Sizer) Value(v any) int64 {
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
		return StringHeader + Heap(int64(len(v)), false)
	case []byte:
		return SliceHeader + Heap(int64(len(v)), false)
	case time.Time:
		return timeSize
	case decimal.Decimal:
		return decimalSize + decimalDigits(&v)
	case json.Number:
		return StringHeader + Heap(int64(len(v)), false)
	case types.JSONDocument:
		return Interface + s.Value(v.Val)
	case *types.JSONDocument:
		if v == nil {
			return 0
		}
		return Interface + s.Value(v.Val)
	case *types.LazyJSONDocument:
		return s.lazyJSON(v)
	case []any:
		n := SliceHeader + Heap(int64(cap(v))*Interface, true)
		for _, e := range v {
			n += s.Value(e)
		}
		return n
	case sql.Row:
		return SliceHeader + s.Row(v)
	case map[string]any:
		n, _ := Map(len(v), StringHeader+Interface)
		for k, e := range v {
			n += Heap(int64(len(k)), false) + s.Value(e)
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
func (s *Sizer) other(v any) int64 {
	if s.Storage != nil {
		if n, ok := s.Storage(v); ok {
			return n
		}
	}
	return Reflected(reflect.ValueOf(v))
}

// lazyJSON is a document that has been read but not parsed. What it holds once
// parsed cannot be seen; the bytes it came from can.
func (s *Sizer) lazyJSON(v *types.LazyJSONDocument) int64 {
	if v == nil {
		return 0
	}
	return lazyJSONSize + Heap(int64(len(v.Bytes)), false)
}

// lazyJSONSize is the document's struct, and the function that parses it once
// with what it keeps.
var lazyJSONSize = Heap(int64(unsafe.Sizeof(types.LazyJSONDocument{})), true) + 128

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
	return bigSize + Heap(int64(cap(b.Bits()))*8, false)
}

// Reflected is what lies behind an interface that holds v: pointers, slices
// and strings are followed, what has an owner of its own (interfaces, maps,
// functions, channels) is not.
func Reflected(v reflect.Value) int64 {
	if !v.IsValid() {
		return 0
	}
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return 0
		}
		return Reflected(v.Elem())
	}
	return Heap(int64(v.Type().Size()), true) + reflectedParts(v, 8)
}

// reflectedParts is what a value points to.
func reflectedParts(v reflect.Value, depth int) int64 {
	if depth == 0 {
		return 0
	}
	var n int64
	switch v.Kind() {
	case reflect.String:
		n = Heap(int64(v.Len()), false)
	case reflect.Slice:
		e := v.Type().Elem()
		n = Heap(int64(v.Len())*int64(e.Size()), true)
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
