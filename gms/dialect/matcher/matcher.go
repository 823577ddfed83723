// Package matcher matches regular expressions with texts that are long, and ends with the context.
package matcher

import (
	"context"
	"io"
	"regexp"
	"regexp/syntax"
	"sync"
	"unicode/utf8"
)

// stepsAtOnce is how many runes times states are matched between two looks at the context.
const stepsAtOnce = 1 << 20

// plainSteps is how many runes times states are matched at once where that is a part of a second.
const plainSteps = 64 << 20

// Matcher is a compiled regular expression. It is safe for concurrent use.
type Matcher struct {
	first  *regexp.Regexp                 // matches from a text's start on
	rest   func() (*regexp.Regexp, error) // matches after the first rune of a text, its first group is the match
	states int64
}

// New compiles an expression in the syntax of [regexp].
func New(expression string) (*Matcher, error) {
	first, err := regexp.Compile(expression)
	if err != nil {
		return nil, err
	}
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil, err
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, err
	}
	// The parsed expression is written out again: \Q and a comment end with it.
	rest := sync.OnceValues(func() (*regexp.Regexp, error) {
		return regexp.Compile(`\A(?s:.)(?s:.*?)(` + tree.String() + `)`)
	})
	return &Matcher{first: first, rest: rest, states: int64(len(program.Inst))}, nil
}

// States returns how many states the expression has: a match takes time in proportion to them
// times the text's length.
func (m *Matcher) States() int64 { return m.states }

// FindPlain returns where the first match is in a text, in bytes; nil if there is none. It does
// not look at a context, and is faster than [Matcher.Find].
func (m *Matcher) FindPlain(text string) []int { return m.first.FindStringIndex(text) }

// Find returns where the n-th match is in a text, in bytes, n from 1 on; nil if there are fewer.
func (m *Matcher) Find(ctx context.Context, text string, n int) (at []int, err error) {
	err = m.Each(ctx, text, func(match []int) bool {
		n--
		if n <= 0 {
			at = match
		}
		return n > 0
	})
	return at, err
}

// Each calls yield with each match of a text, as [regexp.Regexp.FindAllStringIndex] finds them,
// until yield returns false. It returns the context's error if that ends first.
func (m *Matcher) Each(ctx context.Context, text string, yield func(match []int) bool) error {
	return m.each(text, 0, -1, yield, func(pos int) ([]int, error) { return m.from(ctx, text, pos) })
}

// EachPlain is [Matcher.Each] that looks at the context between two matches alone, and is faster.
// The first matches, of plainSteps runes times states together, are found without a look at it.
func (m *Matcher) EachPlain(ctx context.Context, text string, yield func(match []int) bool) error {
	most := plainSteps/(max(int64(len(text)), 1)*m.states) + 1
	first := m.first.FindAllStringIndex(text, int(most))
	for _, match := range first {
		if !yield(match) {
			return nil
		}
	}
	if int64(len(first)) < most {
		return nil
	}
	last := first[most-1]
	pos := last[1]
	if last[0] == last[1] {
		pos += runeAt(text, pos)
	}
	return m.each(text, pos, last[1], yield, func(pos int) ([]int, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return m.fromPlain(text, pos)
	})
}

// each finds matches from a position on, by from; last is where the last one ended.
func (m *Matcher) each(text string, pos, last int, yield func(match []int) bool, from func(pos int) ([]int, error)) error {
	for pos <= len(text) {
		match, err := from(pos)
		if err != nil || match == nil {
			return err
		}
		empty := match[1] == pos
		repeated := empty && match[0] == last // where the last match ended
		last = match[1]
		if !repeated && !yield(match) {
			return nil
		}
		pos = match[1]
		if empty {
			pos += runeAt(text, pos)
		}
	}
	return nil
}

// runeAt returns how many bytes the rune at a position has, 1 at the end.
func runeAt(text string, pos int) int {
	_, size := utf8.DecodeRuneInString(text[pos:])
	return max(size, 1)
}

// fromPlain is from without a context.
func (m *Matcher) fromPlain(text string, pos int) ([]int, error) {
	if pos == 0 {
		return m.first.FindStringIndex(text), nil
	}
	_, size := utf8.DecodeLastRuneInString(text[:pos])
	rest, err := m.rest()
	if err != nil {
		return nil, err
	}
	match := rest.FindStringSubmatchIndex(text[pos-size:])
	if match == nil {
		return nil, nil
	}
	return []int{match[2] + pos - size, match[3] + pos - size}, nil
}

// from returns the first match that begins at a position or after it.
func (m *Matcher) from(ctx context.Context, text string, pos int) ([]int, error) {
	if pos == 0 {
		r := m.read(ctx, text)
		match := m.first.FindReaderIndex(r)
		return match, r.err
	}
	_, size := utf8.DecodeLastRuneInString(text[:pos])
	begin := pos - size
	rest, err := m.rest()
	if err != nil {
		return nil, err
	}
	r := m.read(ctx, text[begin:])
	match := rest.FindReaderSubmatchIndex(r)
	if r.err != nil || match == nil {
		return nil, r.err
	}
	return []int{match[2] + begin, match[3] + begin}, nil
}

func (m *Matcher) read(ctx context.Context, text string) *reader {
	return &reader{ctx: ctx, text: text, every: int(max(stepsAtOnce/m.states, 1))}
}

// reader reads the runes of a text, which ends early when the context does.
type reader struct {
	ctx         context.Context
	text        string
	every, left int // runes between two looks at the context, and to the next
	err         error
}

// ReadRune implements io.RuneReader. A byte that is no part of a rune is read as in a string.
func (r *reader) ReadRune() (rune, int, error) {
	if r.left == 0 {
		if r.err = r.ctx.Err(); r.err != nil {
			return 0, 0, io.EOF
		}
		r.left = r.every
	}
	if r.text == "" {
		return 0, 0, io.EOF
	}
	r.left--
	c, size := utf8.DecodeRuneInString(r.text)
	r.text = r.text[size:]
	return c, size, nil
}
