package builtin

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/shopspring/decimal"

	"github.com/perfschema/perfschema/gms/dialect/planwalk"
)

// endEvery is after how many elements it is looked at whether the statement is to end.
const endEvery = 1024

// overlaps is JSON_OVERLAPS(). The engine compares each element of an array with each of the
// other, and nothing ends that.
func (c *correctedCall) overlaps(ctx *sql.Context, row sql.Row) (any, error) {
	arrays, done, err := c.twoArrays(ctx, row)
	if done || err != nil {
		return nil, err
	}
	if arrays == nil {
		return c.Expression.Eval(ctx, row)
	}
	fewer, more := arrays[0], arrays[1]
	if len(fewer) > len(more) {
		fewer, more = more, fewer
	}
	keys := make(map[string]bool, len(fewer))
	_, err = eachElement(ctx, fewer, func(v any) bool { keys[elementKey(v)] = true; return true })
	if err != nil {
		return nil, err
	}
	none, err := eachElement(ctx, more, func(v any) bool { return !keys[elementKey(v)] })
	return !none, err
}

// contains is JSON_CONTAINS() of an array in which those of another are sought that are
// neither arrays nor objects, for which the engine goes through all of it each time.
func (c *correctedCall) contains(ctx *sql.Context, row sql.Row) (any, error) {
	if len(c.Children()) != 2 {
		return c.Expression.Eval(ctx, row)
	}
	arrays, done, err := c.twoArrays(ctx, row)
	if done || err != nil {
		return nil, err
	}
	if arrays == nil || !scalars(arrays[1]) {
		return c.Expression.Eval(ctx, row)
	}
	keys := make(map[string]bool, len(arrays[0]))
	if err := scalarKeys(ctx, arrays[0], keys); err != nil {
		return nil, err
	}
	all, err := eachElement(ctx, arrays[1], func(v any) bool { return keys[elementKey(v)] })
	return all, err
}

// scalars says whether a document's array has neither arrays nor objects in it.
func scalars(array []any) bool {
	for _, v := range array {
		switch v.(type) {
		case []any, map[string]any:
			return false
		}
	}
	return true
}

// scalarKeys adds those of an array, and of the arrays in it.
func scalarKeys(ctx *sql.Context, array []any, keys map[string]bool) (err error) {
	_, end := eachElement(ctx, array, func(v any) bool {
		switch v := v.(type) {
		case []any:
			err = scalarKeys(ctx, v, keys)
		case map[string]any:
		default:
			keys[elementKey(v)] = true
		}
		return err == nil
	})
	if err == nil {
		err = end
	}
	return err
}

// twoArrays are the arguments of a call, both of which are arrays; none if one is not, or no
// document. done says that one is NULL.
func (c *correctedCall) twoArrays(ctx *sql.Context, row sql.Row) (arrays [][]any, done bool, err error) {
	for _, e := range c.Children() {
		v, err := e.Eval(ctx, row)
		if err != nil || v == nil {
			return nil, v == nil && err == nil, err
		}
		doc, _, err := types.JSON.Convert(ctx, v)
		if err != nil {
			return nil, false, nil //nolint:nilerr // the engine says so
		}
		wrapped, ok := doc.(sql.JSONWrapper)
		if !ok {
			return nil, false, nil
		}
		content, err := wrapped.ToInterface(ctx)
		if err != nil {
			return nil, false, err
		}
		array, ok := content.([]any)
		if !ok {
			return nil, false, nil
		}
		arrays = append(arrays, array)
	}
	return arrays, false, nil
}

// eachElement visits the elements of an array until one returns false, or the statement is to
// end; all says that none did.
func eachElement(ctx *sql.Context, array []any, visit func(any) bool) (all bool, err error) {
	for i, v := range array {
		if i%endEvery == 0 {
			if err := planwalk.Ended(ctx); err != nil {
				return false, err
			}
		}
		if !visit(v) {
			return false, nil
		}
	}
	return true, nil
}

// elementKey is a value of a document as [writeKey] writes it.
func elementKey(v any) string {
	var b strings.Builder
	writeKey(&b, v)
	return b.String()
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
