package builtin

import (
	"context"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/matcher"
	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// A regular expression takes time in proportion to the text times the states of the expression.
// The engine finds all matches before it takes the first, in up to quadratic time, and does not
// look at the context meanwhile. So this package matches texts itself where that may take long.

const (
	// largeRegexpWork is how many bytes of text times states of the expression are matched without a
	// look at the context: under a second.
	largeRegexpWork = 64 << 20
	// statesPerByte is how many states a byte of an expression makes at most, without a count.
	statesPerByte = 2
	// shortNumber is how many bytes a value has at most that is no text.
	shortNumber = 100
	// mostRepeated is how often an expression in braces is repeated at most.
	mostRepeated = 1000
)

// compiledRegexp is an expression with its flags as written, and what matches it.
type compiledRegexp struct {
	expression string
	*matcher.Matcher
}

// regexpPlaces are where a function's arguments after the text and the pattern are; 0 is nowhere.
type regexpPlaces struct{ replacement, position, occurrence, end, flags int }

var regexpArguments = map[string]regexpPlaces{
	"regexp_like":    {flags: 2},
	"regexp_instr":   {position: 2, occurrence: 3, end: 4, flags: 5},
	"regexp_substr":  {position: 2, occurrence: 3, flags: 4},
	"regexp_replace": {replacement: 2, position: 3, occurrence: 4, flags: 5},
}

// matchLong computes a call whose text is long. done is false for a call that is left to the
// engine: of a text that is short, and of arguments that are NULL or wrong.
func (c *sizedCall) matchLong(a *arguments) (v any, done bool, err error) {
	work := operand.Times(operand.Times(a.length(0), int64(len(a.text(1)))), statesPerByte)
	if strings.Contains(a.text(1), "{") {
		work = operand.Times(work, mostRepeated)
	}
	if operand.Times(work, a.length(0)) <= largeRegexpWork {
		return nil, false, nil
	}
	for _, v := range a.values {
		if v == nil {
			return nil, false, nil
		}
	}
	places := regexpArguments[c.name]
	m := c.compile(a, places.flags)
	if m == nil {
		return nil, false, nil
	}
	text, start, ok := a.startOf(places.position)
	if !ok {
		return nil, false, nil
	}
	occurrence, ok := a.int32(places.occurrence, 1)
	if !ok {
		return nil, false, nil
	}
	work = operand.Times(int64(len(text)), m.States())
	if operand.Times(work, int64(len(text))) <= largeRegexpWork { // of all matches the engine finds
		return nil, false, nil
	}
	each := m.EachPlain
	if work > largeRegexpWork {
		each = m.Each
	}
	if c.name == "regexp_replace" {
		if places.occurrence >= len(a.values) {
			occurrence = 0
		}
		v, err = replaceLong(a, each, text, start, occurrence)
		return v, err == nil, err
	}
	var at []int
	if err = a.ctx.Err(); err == nil && occurrence <= 1 && work <= largeRegexpWork {
		at = m.FindPlain(text[start:])
	} else if err == nil {
		err = each(a.ctx, text[start:], func(match []int) bool {
			if occurrence--; occurrence <= 0 {
				at = match
			}
			return occurrence > 0
		})
	}
	if err != nil {
		return nil, false, err
	}
	switch c.name {
	case "regexp_like":
		if at != nil {
			return int8(1), true, nil
		}
		return int8(0), true, nil
	case "regexp_substr":
		if at == nil {
			return nil, true, nil
		}
		return text[start+at[0] : start+at[1]], true, nil
	}
	end, ok := a.int32(places.end, 0)
	switch {
	case !ok:
		return nil, false, nil
	case at == nil:
		return int32(0), true, nil
	case end == 1:
		return int32(start + at[1] + 1), true, nil
	}
	return int32(start + at[0] + 1), true, nil
}

// eachMatch calls a function with each match in a text, until it returns false.
type eachMatch func(ctx context.Context, text string, yield func(match []int) bool) error

// replaceLong replaces the n-th match of a text, all of them if n is 0. A result is too large if
// it would be with the groups that $0 and the like name in MySQL, as of a short text.
func replaceLong(a *arguments, each eachMatch, text string, start, n int) (any, error) {
	limit, to := operand.LargestResult(a.ctx), a.text(2)
	out, from, seen, groups := []byte(text[:start]), start, 0, int64(0)
	err := each(a.ctx, text[start:], func(at []int) bool {
		if seen++; n != 0 && seen < n {
			return true
		}
		out = append(append(out, text[from:start+at[0]]...), to...)
		from = start + at[1]
		groups += operand.Times(int64(strings.Count(to, "$")), int64(at[1]-at[0]))
		return n == 0 && int64(len(out))+groups <= limit
	})
	switch {
	case err != nil:
		return nil, err
	case int64(len(out)+len(text)-from)+groups > limit:
		return tooLarge(a.ctx, "regexp_replace", limit)
	}
	return string(append(out, text[from:]...)), nil
}

// compile returns what matches a call's pattern; nil if it or the flags are wrong.
func (c *sizedCall) compile(a *arguments, flags int) *matcher.Matcher {
	pattern, set := a.text(1), ""
	if pattern == "" {
		return nil
	}
	if flags < len(a.values) {
		seen := make(map[rune]bool)
		for _, f := range a.text(flags) {
			switch f {
			case 'c':
				seen['i'] = false
			case 'i', 'm', 'n', 'u':
				seen[f] = true
			default:
				return nil
			}
		}
		for f, as := range map[rune]string{'i': "i", 'm': "m", 'n': "s"} {
			if seen[f] {
				set += as
			}
		}
	} else if collation, _ := c.collationOfMatch(a.ctx); strings.HasSuffix(collation.String(), "_ci") {
		set = "i"
	}
	if set != "" {
		pattern = "(?" + set + ")" + pattern
	}
	if last := c.compiled.Load(); last != nil && last.expression == pattern {
		return last.Matcher
	}
	m, err := matcher.New(pattern)
	if err != nil {
		return nil
	}
	c.compiled.Store(&compiledRegexp{pattern, m})
	return m
}

// collationOfMatch is the collation by which the engine's functions compare.
func (c *sizedCall) collationOfMatch(ctx *sql.Context) (sql.CollationID, byte) {
	children := c.Children()
	text, textCoercibility := sql.GetCoercibility(ctx, children[0])
	pattern, patternCoercibility := sql.GetCoercibility(ctx, children[1])
	return sql.ResolveCoercibility(text, textCoercibility, pattern, patternCoercibility)
}

// startOf returns the text of a call and the byte from which on it is matched; ok is false if the
// engine is to say what is wrong with them.
func (a *arguments) startOf(place int) (text string, start int, ok bool) {
	v, _, err := types.LongText.Convert(a.ctx, a.values[0])
	if err != nil {
		return "", 0, false
	}
	if text, ok, err = sql.Unwrap[string](a.ctx, v); err != nil || !ok {
		return "", 0, false
	}
	position, ok := a.int32(place, 1)
	if !ok || position > len(text) || position < 1 {
		return "", 0, false
	}
	return text, position - 1, true
}

// int32 returns an argument as the engine converts it, or what it is if it is not there.
func (a *arguments) int32(place, absent int) (n int, ok bool) {
	if place == 0 || place >= len(a.values) {
		return absent, true
	}
	v, _, err := types.Int32.Convert(a.ctx, a.values[place])
	if err != nil {
		return 0, false
	}
	i, ok := v.(int32)
	return int(i), ok
}

// endingRegexp returns a RLIKE whose texts are looked at first, if they may be long.
func endingRegexp(like *function.RegexpLike) (sql.Expression, bool, error) {
	args := like.Children()
	pattern, ok := args[1].(*expression.Literal)
	if ok && len(args) == 2 {
		text, isText := pattern.Value().(string)
		if isText && !types.IsJSON(args[0].Type()) && !strings.Contains(text, "{") {
			length := int64(shortNumber)
			if t, ok := args[0].Type().(sql.StringType); ok {
				length = t.MaxByteLength()
			}
			if operand.Times(operand.Times(length, length), int64(len(text)*statesPerByte)) <= largeRegexpWork {
				return like, false, nil
			}
		}
	}
	e, err := sizeCall("regexp_like", like)
	return e, err == nil, err
}
