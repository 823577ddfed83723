package collate

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// Of a condition that is LIKE and a text without wildcards, or with one % at its end, the
// engine makes comparisons, by which an index is read. Those are of the pattern as it is
// written, with its backslashes, and reach as far as the letter ÿ behind the text: what goes
// on with a letter that comes later, as any that is not Latin, is left out. So they are made
// here, before it does.

// The bounds of what may follow a text: the greatest character of most collations, and the
// one that is greater in some.
const (
	lastCharacter = '\U0010FFFF'
	replacement   = '\uFFFD'
)

// WrittenLike is a LIKE that the engine is to leave as it is.
type WrittenLike struct{ *expression.Like }

var (
	_ sql.Expression         = WrittenLike{}
	_ sql.CollationCoercible = WrittenLike{}
)

// WithChildren implements sql.Expression.
func (l WrittenLike) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := l.Like.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	return WrittenLike{e.(*expression.Like)}, nil
}

// LikeRangesRule is the rule like-ranges.
var LikeRangesRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "like-ranges", Changes: rule.Plan, About: rule.Comparisons,
		Why:      "The engine reads an index for LIKE by bounds that keep the backslashes of the pattern and end at the letter ÿ, and leaves rows out.",
		NeededBy: rule.Data, Golden: "like_ranges",
	},
	Apply: step.PlanStep{Features: step.Converts, Apply: LikesAsRanges},
}

// LikesAsRanges makes comparisons of each LIKE of a condition of which the engine would.
func LikesAsRanges(ctx *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return transform.NodeWithOpaque(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		switch n.(type) {
		case *plan.Filter, *plan.JoinNode, *plan.Having:
		default:
			return n, transform.SameTree, nil
		}
		return transform.OneNodeExpressions(n, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
			like, ok := e.(*expression.Like)
			if !ok {
				return e, transform.SameTree, nil
			}
			out := likeRange(ctx, like)
			return out, out == e, nil
		})
	})
}

// likeRange is a LIKE as comparisons; as it is where the engine makes none of it.
func likeRange(ctx *sql.Context, like *expression.Like) sql.Expression {
	pattern, ok := like.RightChild.(*expression.Literal)
	if !ok || like.Escape != nil {
		return like
	}
	collation, _ := sql.GetCoercibility(ctx, like.LeftChild)
	text, ok := pattern.Value().(string)
	if !ok || text == "" || collation.CharacterSet() != sql.CharacterSet_utf8mb4 {
		return like
	}
	plain, wildcards, atEnd := plainPattern(text)
	switch {
	case wildcards == 0:
		return expression.NewEquals(like.LeftChild, expression.NewLiteral(plain, pattern.Type()))
	case wildcards == 1 && atEnd && plain != "":
		from := expression.NewGreaterThanOrEqual(like.LeftChild, expression.NewLiteral(plain, pattern.Type()))
		last, alone := greatest(collation)
		if !alone {
			return expression.NewAnd(from, WrittenLike{like})
		}
		return expression.NewAnd(from, expression.NewLessThanOrEqual(like.LeftChild, expression.NewLiteral(plain+string(last), pattern.Type())))
	case strings.Contains(text, `\`):
		return WrittenLike{like}
	}
	return like
}

// plainPattern is the text of a pattern without its escapes, and how many wildcards it has:
// the text is of use where there is none, or one % at the end.
func plainPattern(pattern string) (text string, wildcards int, atEnd bool) {
	var out strings.Builder
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern):
			i++
			out.WriteByte(pattern[i])
		case c == '_':
			wildcards++
		case c == '%':
			wildcards++
			atEnd = i+1 == len(pattern)
		default:
			out.WriteByte(c)
		}
	}
	return out.String(), wildcards, atEnd
}

// greatest is the character that comes last in a collation, and whether no other comes
// where it does.
func greatest(collation sql.CollationID) (last rune, alone bool) {
	weight := collation.Sorter()
	if weight == nil {
		return lastCharacter, false
	}
	last = lastCharacter
	if weight(replacement) > weight(last) {
		last = replacement
	}
	const emoji = '\U0001F600'
	return last, weight(emoji) < weight(last)
}
