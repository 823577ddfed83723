package operand

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
)

// formatAtOnce is how many bytes of a format of DATE_FORMAT() and FROM_UNIXTIME() the engine reads without a
// look at the context. It takes a time for them that grows with the square of their number.
const formatAtOnce = 1 << 12

// inPieces has a long format be read piece by piece, until the statement ends. It is nothing where the format
// is a short literal, or left out.
func (c *exactCall) inPieces() exactness {
	children := c.Children()
	if len(children) < 2 {
		return exactness{}
	}
	if l, ok := children[1].(*expression.Literal); ok {
		if text, isText := l.Value().(string); !isText || len(text) <= formatAtOnce {
			return exactness{}
		}
	}
	over, err := c.overFields()
	if err != nil {
		return exactness{}
	}
	return exactness{nil, func(ctx *sql.Context, row sql.Row) (any, error) {
		fields, err := c.fields(ctx, row)
		if err != nil {
			return nil, err
		}
		return evalInPieces(ctx, over, fields)
	}}
}

// evalInPieces evaluates a call over fields, the second of which is its format.
func evalInPieces(ctx *sql.Context, over sql.Expression, fields sql.Row) (any, error) {
	v, err := sql.UnwrapAny(ctx, fields[1])
	if err != nil {
		return nil, err //nolint:wrapcheck // the engine's own
	}
	fields[1] = v
	format, ok := v.(string)
	if !ok || len(format) <= formatAtOnce {
		return over.Eval(ctx, fields) //nolint:wrapcheck // the engine's own
	}
	var out strings.Builder
	for format != "" {
		if err := ctx.Err(); err != nil {
			return nil, err //nolint:wrapcheck // the statement's own end
		}
		n := pieceOf(format)
		fields[1], format = format[:n], format[n:]
		piece, err := over.Eval(ctx, fields)
		text, ok := piece.(string)
		if err != nil || !ok {
			return nil, err //nolint:wrapcheck // the engine's own
		}
		out.WriteString(text)
	}
	return out.String(), nil
}

// pieceOf returns how many bytes of a format make a piece that ends with no half of a part, as %Y.
func pieceOf(format string) (n int) {
	for n < min(formatAtOnce, len(format)) {
		if n++; format[n-1] == '%' && n < len(format) {
			n++
		}
	}
	return n
}
