package operand

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/collate"
)

// comparesTexts says of a call that all its arguments are texts or bytes.
func (c *exactCall) comparesTexts(args []sql.Expression) bool {
	return len(args) > 1 && !slices.ContainsFunc(args, func(e sql.Expression) bool { return !types.IsText(e.Type()) })
}

// extremeText is GREATEST() or LEAST() of texts, and of numbers that are compared as texts.
func (c *exactCall) extremeText() exactness {
	by := &collate.ArgumentCollation{Args: c.Children()}
	return exactness{types.LongText, func(ctx *sql.Context, row sql.Row) (any, error) {
		list, err := collate.Texts(ctx, row, by.Args)
		if err != nil || list == nil {
			return nil, err
		}
		chosen := list[0]
		for _, text := range list[1:] {
			cmp, err := collate.CompareTexts(ctx, text, chosen, by.Get(ctx))
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
	by := &collate.ArgumentCollation{Args: args}
	return exactness{nil, func(ctx *sql.Context, row sql.Row) (any, error) {
		sought, err := collate.Texts(ctx, row, args[:1])
		if err != nil || sought == nil {
			return int64(0), err
		}
		for i := range args[1:] {
			text, err := collate.Texts(ctx, row, args[1+i:2+i])
			if err != nil {
				return nil, err
			}
			if text == nil {
				continue
			}
			if cmp, err := collate.CompareTexts(ctx, sought[0], text[0], by.Get(ctx)); err != nil || cmp == 0 {
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
	by := &collate.ArgumentCollation{Args: args}
	return exactness{nil, func(ctx *sql.Context, row sql.Row) (any, error) {
		list, err := collate.Texts(ctx, row, args)
		if err != nil || list == nil {
			return nil, err
		}
		return int64(collate.IndexOf(list[0], list[1], 0, by.Get(ctx)) + 1), nil
	}}
}

// located is LOCATE(), and POSITION().
func (c *exactCall) located() exactness {
	args := c.Children()
	if len(args) < 2 {
		return exactness{}
	}
	by := &collate.ArgumentCollation{Args: args[:2]}
	return exactness{nil, func(ctx *sql.Context, row sql.Row) (any, error) {
		list, err := collate.Texts(ctx, row, args[:2])
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
		return int32(collate.IndexOf(list[1], list[0], int(from)-1, by.Get(ctx)) + 1), nil
	}}
}
