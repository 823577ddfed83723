package resultset

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"

	"github.com/perfschema/perfschema/gms/dialect/nullness"
)

const flagNotNull = uint32(querypb.MySqlFlag_NOT_NULL_FLAG)

// AnyNotNull reports whether a column is flagged NOT NULL.
func AnyNotNull(fields []*querypb.Field) bool {
	return slices.ContainsFunc(fields, func(f *querypb.Field) bool { return f.Flags&flagNotNull != 0 })
}

// DescribeNullness leaves NOT NULL on those columns of a result that are proved never to
// be NULL by root, the plan that gives them.
func DescribeNullness(fields []*querypb.Field, root sql.Node) {
	p := nullness.Of(root)
	for i, f := range fields {
		if f.Flags&flagNotNull != 0 && !p.NotNull(i) {
			f.Flags &^= flagNotNull
		}
	}
}
