package operand

import (
	"math"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// The engine's FORMAT() takes every number for a double, and its whole part for a BIGINT.
// In MySQL integers and decimals are exact, and doubles of any size have all their digits.

// formatted is FORMAT() of integers, decimals and doubles of 2^53 or more.
func (c *exactCall) formatted() exactness {
	over, err := c.overFields()
	if err != nil {
		return exactness{}
	}
	return exactness{nil, func(ctx *sql.Context, row sql.Row) (any, error) {
		fields, err := c.fields(ctx, row)
		if err != nil || fields[0] == nil || fields[1] == nil {
			return nil, err
		}
		if len(fields) > 2 {
			fields[2] = BoundText(ctx, fields[2]) // the locale, which the engine takes for a string
		}
		d, exact := decimalOf(fields[0])
		switch fields[0].(type) {
		case float64, float32, string, []byte:
			var f float64
			if f, exact = largeDouble(ctx, fields[0]); exact {
				d = decimalOfDouble(f)
			}
		}
		places, ok := asFloat(ctx, fields[1])
		if !exact || !ok {
			return over.Eval(ctx, fields)
		}
		const mostPlaces = 30
		digits := int32(min(max(math.Round(places), 0), mostPlaces))
		separators, err := c.separators(ctx, fields)
		if err != nil {
			return nil, err
		}
		return separators.join(d.Round(digits).StringFixed(digits)), nil
	}}
}

// separators are what a locale has between the digits of a number.
type separators struct {
	group, point string
	size         int // how many digits a group has; the last has three
}

// separators asks the engine for those of the call.
func (c *exactCall) separators(ctx *sql.Context, fields sql.Row) (separators, error) {
	s := separators{",", ".", 3}
	if len(fields) < 3 || fields[2] == nil {
		return s, nil
	}
	e, err := c.FunctionExpression.WithChildren(expression.NewLiteral(1234567.5, types.Float64),
		expression.NewLiteral(int8(1), types.Int8), expression.NewLiteral(fields[2], types.LongText))
	if err != nil {
		return s, err
	}
	v, err := e.Eval(ctx, nil)
	if err != nil {
		return s, err
	}
	before, point, ok := strings.Cut(strings.TrimSuffix(TextOf(v), "5"), "567")
	if !ok {
		return s, nil // digits of another script, which MySQL has not
	}
	s.point = point
	for size, digits := range map[int][2]string{3: {"1", "234"}, 2: {"12", "34"}} {
		rest, ok := strings.CutPrefix(before, digits[0])
		if first, second, cut := strings.Cut(rest, digits[1]); ok && cut && first == second {
			s.group, s.size = first, size
		}
	}
	return s, nil
}

// join puts them into a number.
func (s separators) join(number string) string {
	sign := ""
	if strings.HasPrefix(number, "-") {
		sign, number = "-", number[1:]
	}
	whole, fraction, _ := strings.Cut(number, ".")
	size := 3
	text := ""
	for len(whole) > size {
		text = s.group + whole[len(whole)-size:] + text
		whole, size = whole[:len(whole)-size], s.size
	}
	text = sign + whole + text
	if fraction != "" {
		text += s.point + fraction
	}
	return text
}

// largeDouble is a value as a double, if it is one of 2^53 or more, or less than minus
// that, which has no fraction. What has no room is the largest there is, as in MySQL.
func largeDouble(ctx *sql.Context, v any) (f float64, large bool) {
	n, _, _ := types.Float64.Convert(ctx, v)
	f, ok := n.(float64)
	if math.IsInf(f, 0) {
		f = math.Copysign(math.MaxFloat64, f)
	}
	return f, ok && math.Abs(f) >= 1<<53
}
