package size

import (
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// Plan is the bytes of a plan: of its nodes and expressions, of the lists,
// literals and ranges of indexes in them, and of the columns that it has made.
// What a plan refers to, tables, databases, sessions and types, is not its own.
// It looks at every node by reflection, some 100 ns each.
func Plan(root sql.Node) int64 {
	t := tree{seen: make(map[uintptr]struct{}), owns: planOwns, values: true}
	t.addAll(reflect.ValueOf(&root).Elem())
	return t.bytes
}

const engineModule = "github.com/dolthub/go-mysql-server/"

// planPackages are those whose structs are parts of plans, with what is below
// them.
var planPackages = []string{
	engineModule + "sql/plan",
	engineModule + "sql/expression",
	engineModule + "sql/fulltext",
	"github.com/shopspring/decimal",
	"math/big",
	"golang.org/x/tools/container/intsets", // of columns
}

// planParts are the types of package sql that are parts of plans.
var planParts = []reflect.Type{
	reflect.TypeFor[sql.Column](), reflect.TypeFor[sql.ColumnDefaultValue](), reflect.TypeFor[sql.SortField](),
	reflect.TypeFor[sql.WindowDefinition](), reflect.TypeFor[sql.IndexLookup](), reflect.TypeFor[sql.OrderAndLimit](),
	reflect.TypeFor[sql.MySQLRangeColumnExpr](), reflect.TypeFor[sql.MySQLRange](), reflect.TypeFor[sql.MySQLRangeCollection](),
	reflect.TypeFor[sql.Above](), reflect.TypeFor[sql.Below](), reflect.TypeFor[sync.Pool](),
	reflect.TypeFor[sql.CheckConstraint](), reflect.TypeFor[sql.Schema](), reflect.TypeFor[sql.Row](), reflect.TypeFor[time.Time](),
	reflect.TypeFor[types.StringType](), reflect.TypeFor[types.DecimalType_](), // each literal has one
}

// planTypes remembers of types whether they are parts of plans.
var planTypes sync.Map

func planOwns(t reflect.Type) bool {
	if own, ok := planTypes.Load(t); ok {
		return own.(bool)
	}
	own := isPlanType(t)
	planTypes.Store(t, own)
	return own
}

func isPlanType(t reflect.Type) bool {
	for _, part := range planParts {
		if t == part {
			return true
		}
	}
	path := t.PkgPath()
	for _, p := range planPackages {
		if path == p || strings.HasPrefix(path, p+"/") {
			return true
		}
	}
	// A list without a name of its own counts as its members do.
	return path == "" && t.Name() == "" && t.Kind() == reflect.Slice
}
