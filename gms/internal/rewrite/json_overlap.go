package rewrite

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/shopspring/decimal"
)

// endEvery is after how many elements it is looked at whether the statement is to end.
const endEvery = 1024

// overlaps is JSON_OVERLAPS(). The engine compares each element of an array with each of the
// other, and nothing ends that.
func (c *correctedCall) overlaps(ctx *sql.Context, row sql.Row) (any, error) {
	var arrays [2][]any
	for i, e := range c.Children() {
		v, err := e.Eval(ctx, row)
		if err != nil || v == nil {
			return nil, err
		}
		doc, _, err := types.JSON.Convert(ctx, v)
		if err != nil {
			return c.Expression.Eval(ctx, row) // which says so
		}
		wrapped, ok := doc.(sql.JSONWrapper)
		if !ok {
			return c.Expression.Eval(ctx, row)
		}
		content, err := wrapped.ToInterface(ctx)
		if err != nil {
			return nil, err
		}
		array, ok := content.([]any)
		if !ok {
			return c.Expression.Eval(ctx, row)
		}
		arrays[i] = array
	}
	if len(arrays[0]) > len(arrays[1]) {
		arrays[0], arrays[1] = arrays[1], arrays[0]
	}
	fewer := make(map[string]bool, len(arrays[0]))
	for which, array := range arrays {
		for i, v := range array {
			if i%endEvery == 0 {
				if err := Ended(ctx); err != nil {
					return nil, err
				}
			}
			var b strings.Builder
			writeKey(&b, v)
			if which == 0 {
				fewer[b.String()] = true
			} else if fewer[b.String()] {
				return true, nil
			}
		}
	}
	return false, nil
}

// writeKey writes a value of a document so that equal ones read the same: the members of an
// object in the order of their names, numbers of any type by their value.
func writeKey(b *strings.Builder, v any) {
	switch v := v.(type) {
	case []any:
		b.WriteByte('[')
		for _, e := range v {
			writeKey(b, e)
			b.WriteByte(',')
		}
		b.WriteByte(']')
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		b.WriteByte('{')
		for _, name := range names {
			b.WriteString(strconv.Quote(name))
			b.WriteByte(':')
			writeKey(b, v[name])
			b.WriteByte(',')
		}
		b.WriteByte('}')
	case string:
		b.WriteString(strconv.Quote(v))
	case float64:
		writeNumber(b, v)
	case int64:
		writeInteger(b, v < 0, uint64(v))
	case uint64:
		writeInteger(b, false, v)
	case decimal.Decimal:
		b.WriteString(v.String())
	case json.Number:
		if f, err := v.Float64(); err == nil && math.Abs(f) < exactWhole {
			writeNumber(b, f)
			return
		}
		b.WriteString(v.String())
	case bool:
		b.WriteString(strconv.FormatBool(v))
	case nil:
		b.WriteString("null")
	default: // moments, and what else a document may have that is no text
		raw, _ := json.Marshal(v) //nolint:errchkjson // what cannot be written is equal to nothing but its like
		b.Write(raw)
	}
}

// exactWhole is up to where a double has each whole number.
const exactWhole = 1 << 53

func writeNumber(b *strings.Builder, f float64) {
	if f == 0 {
		f = 0 // which has no sign
	}
	b.WriteString(strconv.FormatFloat(f, 'f', -1, 64))
}

func writeInteger(b *strings.Builder, negative bool, n uint64) {
	if negative {
		b.WriteString(strconv.FormatInt(int64(n), 10))
		return
	}
	b.WriteString(strconv.FormatUint(n, 10))
}
