package gms

import (
	"reflect"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/internal/size"
)

// RowSize is the bytes of the heap that a row holds: its slice and what its
// values point to, each as large as Go's allocator makes it, within 10 % for
// values of SQL's types. Two rows that share a value count it twice. It costs
// some 10 ns a value and allocates nothing.
func RowSize(r sql.Row) int64 { return new(size.Sizer).Row(r) }

// ObjectSize is the bytes of all objects that can be reached from v, each once,
// through those of types that belong to it. Texts do not count. It looks at every
// object by reflection, some 100 ns each; whoever changes them must wait.
func ObjectSize(v any, owns func(reflect.Type) bool) int64 { return size.Object(v, owns) }
