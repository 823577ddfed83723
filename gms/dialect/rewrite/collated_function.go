package rewrite

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// LOCATE() and FIELD() pass over the case of letters in the engine, and INSTR(), GREATEST()
// and LEAST() compare bytes, whatever the collation. In MySQL all of them go by the
// collation of their arguments; positions are of characters.

// comparesTexts says of a call that all its arguments are texts or bytes.
func (c *exactCall) comparesTexts(args []sql.Expression) bool {
	return len(args) > 1 && !slices.ContainsFunc(args, func(e sql.Expression) bool { return !types.IsText(e.Type()) })
}

// argumentCollation finds out by which collation a call compares some of its arguments, once:
// the session, whose literals have one, is known only when it is computed.
type argumentCollation struct {
	args  []sql.Expression
	found atomic.Uint32 // and one more than the collation
}

func (a *argumentCollation) get(ctx *sql.Context) sql.CollationID {
	if found := a.found.Load(); found != 0 {
		return sql.CollationID(found - 1)
	}
	c := collator{ctx: ctx}
	by, ok := c.common(a.args)
	if !ok {
		by = sql.Collation_binary
	}
	a.found.Store(uint32(by) + 1)
	return by
}

// texts are some of a row's values as strings; none where one is NULL.
func texts(ctx *sql.Context, row sql.Row, args []sql.Expression) ([]string, error) {
	out := make([]string, len(args))
	for i, e := range args {
		v, err := e.Eval(ctx, row)
		if err != nil || v == nil {
			return nil, err
		}
		if out[i], err = plainText(ctx, v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// compareTexts compares two texts by a collation.
func compareTexts(ctx *sql.Context, a, b string, by sql.CollationID) (int, error) {
	if by == sql.Collation_binary {
		return strings.Compare(a, b), nil
	}
	return types.CreateLongText(by).Compare(ctx, a, b)
}

// indexOf is at which character of a text another begins, from a character on: 0 is the
// first, -1 none.
func indexOf(text, part string, from int, by sql.CollationID) int {
	if by == sql.Collation_binary {
		if from > len(text) {
			return -1
		}
		if i := strings.Index(text[from:], part); i >= 0 {
			return i + from
		}
		return -1
	}
	in, of := weights(text, by), weights(part, by)
	if from > len(in) || len(of) > len(in)-from {
		return -1
	}
	if len(of) == 0 {
		return from
	}
	// Of each beginning of the part, the longest that it ends with besides: the text is gone
	// through once, however much of the part repeats itself.
	again := make([]int, len(of))
	for i, n := 1, 0; i < len(of); i++ {
		for n > 0 && of[i] != of[n] {
			n = again[n-1]
		}
		if of[i] == of[n] {
			n++
		}
		again[i] = n
	}
	for i, n := from, 0; i < len(in); i++ {
		for n > 0 && in[i] != of[n] {
			n = again[n-1]
		}
		if in[i] == of[n] {
			n++
		}
		if n == len(of) {
			return i - n + 1
		}
	}
	return -1
}

// extremeText is GREATEST() or LEAST() of texts, and of numbers that are compared as texts.
func (c *exactCall) extremeText() exactness {
	by := &argumentCollation{args: c.Children()}
	return exactness{types.LongText, func(ctx *sql.Context, row sql.Row) (any, error) {
		list, err := texts(ctx, row, by.args)
		if err != nil || list == nil {
			return nil, err
		}
		chosen := list[0]
		for _, text := range list[1:] {
			cmp, err := compareTexts(ctx, text, chosen, by.get(ctx))
			if err != nil {
				return nil, err
			}
			if cmp < 0 == (c.name == "least") && cmp != 0 {
				chosen = text
			}
		}
		return chosen, nil
	}}
}

// place is FIELD() of texts.
func (c *exactCall) place() exactness {
	args := c.Children()
	if !c.comparesTexts(args) {
		return exactness{}
	}
	by := &argumentCollation{args: args}
	return exactness{nil, func(ctx *sql.Context, row sql.Row) (any, error) {
		sought, err := texts(ctx, row, args[:1])
		if err != nil || sought == nil {
			return int64(0), err
		}
		for i := range args[1:] {
			text, err := texts(ctx, row, args[1+i:2+i])
			if err != nil {
				return nil, err
			}
			if text == nil {
				continue
			}
			if cmp, err := compareTexts(ctx, sought[0], text[0], by.get(ctx)); err != nil || cmp == 0 {
				return int64(i) + 1, err
			}
		}
		return int64(0), nil
	}}
}

// position is INSTR().
func (c *exactCall) position() exactness {
	args := c.Children()
	if !c.comparesTexts(args) {
		return exactness{}
	}
	by := &argumentCollation{args: args}
	return exactness{nil, func(ctx *sql.Context, row sql.Row) (any, error) {
		list, err := texts(ctx, row, args)
		if err != nil || list == nil {
			return nil, err
		}
		return int64(indexOf(list[0], list[1], 0, by.get(ctx)) + 1), nil
	}}
}

// located is LOCATE(), and POSITION().
func (c *exactCall) located() exactness {
	args := c.Children()
	if len(args) < 2 {
		return exactness{}
	}
	by := &argumentCollation{args: args[:2]}
	return exactness{nil, func(ctx *sql.Context, row sql.Row) (any, error) {
		list, err := texts(ctx, row, args[:2])
		if err != nil || list == nil {
			return nil, err
		}
		from := int64(1)
		if len(args) > 2 {
			v, err := args[2].Eval(ctx, row)
			if err != nil {
				return nil, err
			}
			if v, _, _ = types.Int64.Convert(ctx, v); v != nil {
				from, _ = v.(int64)
			}
		}
		if from < 1 || from > int64(len(list[1]))+1 {
			return int32(0), nil
		}
		return int32(indexOf(list[1], list[0], int(from)-1, by.get(ctx)) + 1), nil
	}}
}
