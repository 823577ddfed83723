package builtin

import (
	"encoding/json"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
)

// jsonValue returns a text without its quotes, and NULL for a null. The engine's JSON_VALUE()
// returns both as they stand in the document.
func (c *correctedCall) jsonValue(ctx *sql.Context, row sql.Row) (any, error) {
	if args := c.Expression.Children(); len(args) > 1 && !types.IsText(args[1].Type()) { // which the engine takes for a text
		return nil, mysql.NewSQLError(3143, "42000", "Invalid JSON path expression. The error is around character position 1.")
	}
	v, err := c.Expression.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	if v, err = sql.UnwrapAny(ctx, v); err != nil {
		return nil, err
	}
	written, ok := v.(string)
	switch {
	case !ok:
		return v, nil
	case written == "null":
		return nil, nil
	case written[:min(len(written), 1)] != `"`:
		return v, nil
	}
	text := ""
	if err := json.Unmarshal([]byte(written), &text); err != nil {
		return v, nil //nolint:nilerr // it is no document
	}
	return text, nil
}
