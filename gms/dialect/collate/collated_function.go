package collate

import (
	"strings"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// LOCATE() and FIELD() pass over the case of letters in the engine, and INSTR(), GREATEST()
// and LEAST() compare bytes, whatever the collation. In MySQL all of them go by the
// collation of their arguments; positions are of characters.

// ArgumentCollation finds out by which collation a call compares some of its arguments, once:
// the session, whose literals have one, is known only when it is computed.
type ArgumentCollation struct {
	Args  []sql.Expression
	found atomic.Uint32 // and one more than the collation
}

// Get returns the collation, which it computes once.
func (a *ArgumentCollation) Get(ctx *sql.Context) sql.CollationID {
	if found := a.found.Load(); found != 0 {
		return sql.CollationID(found - 1)
	}
	c := collator{ctx: ctx}
	by, ok := c.common(a.Args)
	if !ok {
		by = sql.Collation_binary
	}
	a.found.Store(uint32(by) + 1)
	return by
}

// Texts are some of a row's values as strings; none where one is NULL.
func Texts(ctx *sql.Context, row sql.Row, args []sql.Expression) ([]string, error) {
	out := make([]string, len(args))
	for i, e := range args {
		v, err := e.Eval(ctx, row)
		if err != nil || v == nil {
			return nil, err
		}
		if out[i], err = PlainText(ctx, v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// CompareTexts compares two texts by a collation.
func CompareTexts(ctx *sql.Context, a, b string, by sql.CollationID) (int, error) {
	if by == sql.Collation_binary {
		return strings.Compare(a, b), nil
	}
	return types.CreateLongText(by).Compare(ctx, a, b)
}

// IndexOf is at which character of a text another begins, from a character on: 0 is the
// first, -1 none.
func IndexOf(text, part string, from int, by sql.CollationID) int {
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
	// again[i] is how many units at the start of the part are repeated at the end of its first i+1
	// units, so that the text is read once, however much of the part repeats itself.
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
