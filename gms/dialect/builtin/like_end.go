package builtin

import (
	"sync"
	"unicode/utf8"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// The engine compares a text of n characters with a pattern of m in up to n * m steps, and does
// not look at the context meanwhile: a pattern of 100 KB takes hours. So this package compares
// long texts itself.

const (
	// shortPattern is how many bytes a literal pattern has at most that is left to the engine,
	// for texts of up to shortText bytes.
	shortPattern, shortText = 256, 1 << 16
	// likeAtOnce is how many steps a LIKE may take without a look at the context.
	likeAtOnce = 1 << 20
)

// endingLike is a LIKE that ends with its statement.
type endingLike struct {
	*expression.Like
	once    *sync.Once
	literal *engineLike // of a pattern that is a literal
}

// engineLike is the engine's matcher of a pattern.
type engineLike struct {
	matcher expression.LikeMatcher
	err     error
}

var (
	_ sql.Expression         = (*endingLike)(nil)
	_ sql.CollationCoercible = (*endingLike)(nil)
)

// LongLikesRule is the rule long-likes.
var LongLikesRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "long-likes", Changes: rule.Plan, About: rule.Comparisons,
		Why:      "The engine compares a text of n characters with a pattern of m in up to n * m steps and heeds no KILL meanwhile.",
		NeededBy: rule.End, Golden: "like_escape",
	},
	Apply: step.PlanStep{Features: step.Converts, Apply: EndingLikes, Change: step.Likens},
}

// EndingLikes has each LIKE, RLIKE and FIND_IN_SET that may take long end with its statement.
func EndingLikes(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return transform.NodeWithOpaque(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		return transform.OneNodeExpressions(n, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
			if r, ok := e.(*function.RegexpLike); ok {
				out, changed, err := endingRegexp(r)
				return out, transform.TreeIdentity(!changed), err
			}
			if out, changed, err := findEnding(e); changed || err != nil {
				return out, transform.TreeIdentity(!changed), err
			}
			like, ok := e.(*expression.Like)
			if w, written := e.(collate.WrittenLike); written {
				like, ok = w.Like, true
			}
			if !ok || !mayTakeLong(like) {
				return e, transform.SameTree, nil
			}
			return newEndingLike(like), transform.NewTree, nil
		})
	})
}

// mayTakeLong reports whether the texts that a LIKE compares may be long, or its ESCAPE empty, on
// which the engine panics.
func mayTakeLong(like *expression.Like) bool {
	if like.Escape != nil {
		return true
	}
	pattern, ok := like.RightChild.(*expression.Literal)
	if !ok {
		return true
	}
	if text, ok := pattern.Value().(string); !ok || len(text) > shortPattern {
		return ok
	}
	t, ok := like.LeftChild.Type().(sql.StringType)
	return ok && t.MaxByteLength() > shortText
}

func newEndingLike(like *expression.Like) *endingLike {
	return &endingLike{Like: like, once: new(sync.Once), literal: new(engineLike)}
}

// WithChildren implements sql.Expression.
func (l *endingLike) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := l.Like.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	return newEndingLike(e.(*expression.Like)), nil
}

// Eval implements sql.Expression.
func (l *endingLike) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	text, ok, err := likeText(ctx, l.LeftChild, row)
	if err != nil || !ok {
		return nil, err
	}
	pattern, ok, err := likeText(ctx, l.RightChild, row)
	if err != nil || !ok {
		return nil, err
	}
	escape, err := likeEscape(ctx, l.Escape, row)
	if err != nil {
		return nil, err
	}
	collation, _ := l.CollationCoercibility(ctx)
	if operand.Times(int64(len(text)), int64(len(pattern))) > likeAtOnce {
		return matchLike(ctx, collation, text, pattern, escape)
	}
	if _, literal := l.RightChild.(*expression.Literal); !literal || l.Escape != nil {
		matcher, err := expression.ConstructLikeMatcher(collation, pattern, escape)
		if err != nil {
			return nil, err
		}
		return matcher.Match(text), nil
	}
	l.once.Do(func() { l.literal.matcher, l.literal.err = expression.ConstructLikeMatcher(collation, pattern, escape) })
	if l.literal.err != nil {
		return nil, l.literal.err
	}
	return l.literal.matcher.Match(text), nil
}

// likeText evaluates a side of a LIKE; ok is false for NULL.
func likeText(ctx *sql.Context, e sql.Expression, row sql.Row) (text string, ok bool, err error) {
	v, err := e.Eval(ctx, row)
	if err != nil || v == nil {
		return "", false, err
	}
	if v, err = sql.UnwrapAny(ctx, v); err != nil || v == nil {
		return "", false, err
	}
	if text, ok = v.(string); !ok {
		text, _, err = types.ConvertToCollatedString(ctx, v, e.Type())
	}
	return text, err == nil, err
}

// noEscape is no character: that of an ESCAPE of ”.
const noEscape = -1

// likeEscape evaluates the ESCAPE of a LIKE: a backslash if it has none or NULL, noEscape if it is
// empty.
func likeEscape(ctx *sql.Context, e sql.Expression, row sql.Row) (rune, error) {
	if e == nil {
		return '\\', nil
	}
	v, err := e.Eval(ctx, row)
	if err != nil {
		return 0, err
	}
	if v == nil {
		return '\\', nil
	}
	if v, _, err = types.LongText.Convert(ctx, v); err != nil {
		return 0, err
	}
	text := operand.TextOf(v)
	if utf8.RuneCountInString(text) > 1 {
		return 0, sql.ErrInvalidArgument.New("ESCAPE")
	}
	for _, r := range text {
		return r, nil
	}
	return noEscape, nil
}

// likePart is a character of a pattern.
type likePart struct {
	weight int32
	any    bool // any sequence of characters
	one    bool // any one character
}

// matchLike reports whether a text is like a pattern. It looks at the context after each
// likeAtOnce steps.
func matchLike(ctx *sql.Context, collation sql.CollationID, text, pattern string, escape rune) (any, error) {
	next, weight := collation.CharacterSet().Encoder().NextRune, collation.Sorter()
	parts := make([]likePart, 0, len(pattern))
	for i := 0; i < len(pattern); {
		r, size := next(pattern[i:])
		escaped := r == escape && r != '%' && r != '_' && i+size < len(pattern)
		if escaped {
			i += size
			r, size = next(pattern[i:])
		}
		if r == utf8.RuneError {
			return nil, sql.ErrCharSetInvalidString.New(collation.CharacterSet().Name(), pattern)
		}
		i += size
		switch {
		case r == '%' && !escaped:
			parts = append(parts, likePart{any: true})
		case r == '_' && !escaped:
			parts = append(parts, likePart{one: true})
		default:
			parts = append(parts, likePart{weight: weight(r)})
		}
	}
	at, part := 0, 0
	star, mark := -1, 0 // the last % so far, and where in the text what follows it has been tried
	for steps := 1; at < len(text); steps++ {
		if steps%likeAtOnce == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		if part < len(parts) && parts[part].any {
			star, mark = part, at
			part++
			continue
		}
		r, size := next(text[at:])
		if r == utf8.RuneError {
			return false, nil
		}
		if part < len(parts) && (parts[part].one || parts[part].weight == weight(r)) {
			at += size
			part++
			continue
		}
		if star < 0 {
			return false, nil
		}
		_, size = next(text[mark:])
		mark += size
		at, part = mark, star+1
	}
	for part < len(parts) && parts[part].any {
		part++
	}
	return part == len(parts), nil
}
