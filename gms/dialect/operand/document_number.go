package operand

import (
	"encoding/json"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
)

// erInvalidCast is MySQL's warning of a document that is no number.
const erInvalidCast = 3156

// A document is the number that it is, or that its string begins with; true is 1. An
// array, an object and null are 0, with warning 3156. The engine takes documents for 0 at
// some places, and fails at others.

// numberIn returns the number of a document, or the text of one.
func (c *Cast) numberIn(ctx *sql.Context, d sql.JSONWrapper) (any, error) {
	whole, err := d.ToInterface(ctx)
	if err != nil {
		return nil, err
	}
	switch v := whole.(type) {
	case bool:
		if v {
			return int64(1), nil
		}
		return int64(0), nil
	case string:
		number, rest := NumberText(v)
		if rest {
			c.refuse(ctx)
		}
		return number, nil
	case json.Number:
		return string(v), nil
	case nil, []any, map[string]any:
		c.refuse(ctx)
		return int64(0), nil
	}
	return whole, nil
}

// refuse warns of a document that is no number.
func (c *Cast) refuse(ctx *sql.Context) {
	kind := strings.ToUpper(c.To)
	if c.To == toWhole || c.To == "unsigned" {
		kind = "INTEGER"
	}
	name := c.name
	if column, ok := c.Child.(*expression.GetField); ok {
		name = column.Name()
	}
	ctx.Warn(erInvalidCast, "Invalid JSON value for CAST to %s from column %s at row 1", kind, name)
}

// documentTruth is the truth value of a document where MySQL compares it with the document 0:
// all others are true, as is null.
type documentTruth struct{ planwalk.StandIn }

var (
	_ sql.Expression         = (*documentTruth)(nil)
	_ sql.CollationCoercible = (*documentTruth)(nil)
)

// truthAs returns e as a truth value if e gives a string or a document, and whether that
// changes e.
func truthAs(to string, e sql.Expression) (sql.Expression, bool) {
	switch {
	case isDocument(e):
		return &documentTruth{planwalk.StandIn{Child: e}}, true
	case isShape(e):
		return truthOf(e)
	}
	return textAs(to, e)
}

// isDocument reports whether an operand gives a document.
func isDocument(e sql.Expression) bool {
	t := operandType(e)
	return t != nil && t.Type() == sqltypes.TypeJSON
}

// Eval implements sql.Expression.
func (t *documentTruth) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := t.Child.Eval(ctx, row)
	if err != nil || v == nil {
		return nil, err
	}
	if v, err = sql.UnwrapAny(ctx, v); err != nil {
		return nil, err
	}
	d, ok := v.(sql.JSONWrapper)
	if !ok {
		return true, nil
	}
	whole, err := d.ToInterface(ctx)
	if err != nil {
		return nil, err
	}
	switch whole.(type) {
	case nil, bool, string, []any, map[string]any:
		return true, nil
	}
	if f, _, err := types.Float64.Convert(ctx, whole); err == nil {
		return f != 0.0, nil
	}
	return true, nil // no number of Go's
}

// Type implements sql.Expression.
func (*documentTruth) Type() sql.Type { return types.Boolean }

// WithChildren implements sql.Expression.
func (t *documentTruth) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(t, len(children), 1)
	}
	return &documentTruth{planwalk.StandIn{Child: children[0]}}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (*documentTruth) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 5
}
