package table

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// WithoutLogins is a table that is read without logins.
type WithoutLogins struct{ sql.Table }

// PartitionRows implements sql.Table.
func (t WithoutLogins) PartitionRows(ctx *sql.Context, p sql.Partition) (sql.RowIter, error) {
	rows, err := t.Table.PartitionRows(ctx, p)
	if err != nil {
		return nil, err
	}
	return loginRows{rows}, nil
}

type loginRows struct{ sql.RowIter }

// Next implements sql.RowIter.
func (i loginRows) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := i.RowIter.Next(ctx)
	if err != nil {
		return nil, err
	}
	for at, v := range row {
		switch v := v.(type) {
		case string:
			row[at] = words.HideLogins(v)
		case sql.JSONWrapper:
			document, err := v.ToInterface(ctx)
			if err != nil {
				return nil, err
			}
			row[at] = types.JSONDocument{Val: hiddenJSON(document)}
		}
	}
	return row, nil
}

// hiddenJSON returns a document without logins, and without the values of members whose
// names are those of secrets.
func hiddenJSON(v any) any {
	switch v := v.(type) {
	case string:
		return words.HideLogins(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = hiddenJSON(v[i])
		}
		return out
	case map[string]string:
		out := make(map[string]any, len(v))
		for name, value := range v {
			out[name] = value
		}
		return hiddenJSON(out)
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, value := range v {
			if out[name] = hiddenJSON(value); words.NamesSecret(name) {
				out[name] = words.Hidden
			}
		}
		return out
	}
	return v
}
