package table

import (
	"context"
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// enumKey is the type of an enum column as an index shows it to the planner.
// The planner fails a statement that compares an indexed enum with what is none
// of its values. MySQL finds no row, and so does the planner where it is told
// that the index cannot hold such a key: it then compares row by row.
type enumKey struct{ sql.EnumType }

// Convert implements sql.Type.
func (t enumKey) Convert(ctx context.Context, v any) (any, sql.ConvertInRange, error) {
	out, inRange, err := t.EnumType.Convert(ctx, v)
	if types.ErrConvertingToEnum.Is(err) {
		err = sql.ErrInvalidValueType.New(v, t.String())
	}
	return out, inRange, err
}

// keyType is the type of a column in an index.
func keyType(t sql.Type) sql.Type {
	if e, ok := t.(sql.EnumType); ok {
		return enumKey{e}
	}
	return t
}

// columnTyped is a range of an index in the types of the columns themselves.
func columnTyped(r sql.MySQLRange) sql.MySQLRange {
	out := slices.Clone(r)
	for i := range out {
		if key, ok := out[i].Typ.(enumKey); ok {
			out[i].Typ = key.EnumType
		}
	}
	return out
}
