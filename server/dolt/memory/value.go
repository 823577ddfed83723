package memory

import (
	"unsafe"

	"github.com/dolthub/dolt/go/store/prolly/tree"
	"github.com/dolthub/dolt/go/store/val"
)

// ValueSize is the bytes that a value of Dolt's own types holds: a text, blob or
// document that lies outside its row and is loaded when it is needed. What has
// been loaded counts, what has not does not. It allocates nothing.
func ValueSize(v any) (bytes int64, ok bool) {
	switch v := v.(type) {
	case *val.TextStorage:
		if v == nil {
			return 0, true
		}
		return int64(unsafe.Sizeof(*v)) + int64(len(v.Buf)), true
	case *val.ByteArray:
		if v == nil {
			return 0, true
		}
		return int64(unsafe.Sizeof(*v)) + int64(len(v.Buf)), true
	case *val.ExtendedValueWrapper:
		if v == nil {
			return 0, true
		}
		return int64(unsafe.Sizeof(*v)) + int64(len(v.Buf)), true
	case tree.IndexedJsonDocument:
		// The root node, which is the node cache's too, is not its own.
		return int64(unsafe.Sizeof(v)) + documentLoader, true
	}
	return 0, false
}

// documentLoader is the function behind a document that parses it once, with
// what it refers to.
const documentLoader = 160
