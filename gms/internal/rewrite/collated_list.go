package rewrite

import (
	"unicode/utf8"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// The engine compares a column of texts with those of a list, behind IN, by their bytes,
// whatever the collation of the column: 'a' is not IN ('A') where it is = 'A'. Here the
// texts of the list become of the column's type, by whose collation they are compared.

// CollateLists does so in all expressions of a plan.
func CollateLists(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return transformQueries(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		return transform.OneNodeExpressions(n, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
			in, ok := e.(*expression.InTuple)
			if !ok || !isCollated(in) {
				return e, transform.SameTree, nil
			}
			list, ok := ofColumn(in.Left().Type(), in.Right().(expression.Tuple))
			if !ok {
				return e, transform.SameTree, nil
			}
			return expression.NewInTuple(in.Left(), list), transform.NewTree, nil
		})
	})
}

// isCollated says of an IN that it looks for a column of texts, which other things than
// bytes tell apart, in a list.
func isCollated(in *expression.InTuple) bool {
	column, ok := in.Left().(*expression.GetField)
	if !ok || !types.IsTextOnly(column.Type()) {
		return false
	}
	if _, ok := in.Right().(expression.Tuple); !ok {
		return false
	}
	t, ok := column.Type().(sql.StringType)
	return ok && t.Collation() != sql.Collation_Default && t.Collation() != sql.Collation_binary
}

// ofColumn is a list of texts that have a type, without those for which a column of it has
// no room; false where they are no plain texts.
func ofColumn(typ sql.Type, list expression.Tuple) (out expression.Tuple, ok bool) {
	t := typ.(sql.StringType)
	for _, e := range list {
		l, ok := e.(*expression.Literal)
		switch {
		case ok && l.Value() == nil:
			out = append(out, l)
			continue
		case !ok || !types.IsTextOnly(l.Type()):
			return nil, false
		}
		text, ok := l.Value().(string)
		if !ok {
			return nil, false
		}
		if int64(utf8.RuneCountInString(text)) <= t.MaxCharacterLength() && (t.CharacterSet().MaxLength() > 3 || isShort(text)) {
			out = append(out, expression.NewLiteral(text, typ))
		}
	}
	return out, len(out) > 0 && out[0].Type() == typ
}

// isShort says that no character of a text takes more than three bytes.
func isShort(text string) bool {
	for _, r := range text {
		if r > 0xffff {
			return false
		}
	}
	return true
}
