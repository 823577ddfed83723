package collate

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// The engine compares a column of texts with those of a list, behind IN, by their bytes,
// whatever the collation of the column: 'a' is not IN ('A') where it is = 'A'. Here the
// texts of the list become of the column's type, by whose collation they are compared.

// inList does so with one IN. What is looked for may be another text than a column, too:
// then both sides become texts of the collation by which they are compared.
func (c *collator) inList(in *expression.InTuple) (sql.Expression, bool) {
	list, ok := in.Right().(expression.Tuple)
	if !ok || len(list) == 0 {
		return in, false
	}
	if row, ok := in.Left().(expression.Tuple); ok {
		out := append(expression.Tuple(nil), row...)
		changed := false
		for i, e := range row {
			with, own := c.settled(e)
			out[i], changed = with, changed || own
		}
		if !changed {
			return in, false
		}
		return expression.NewInTuple(out, list), true
	}
	if list, changed := c.members(in.Left(), list); changed {
		return expression.NewInTuple(in.Left(), list), true
	}
	by, ok := c.common(append([]sql.Expression{in.Left()}, list...))
	if !ok {
		return in, false
	}
	own, _ := collationOfType(in.Left())
	if goesByBytes(by) && goesByBytes(own) {
		return in, false
	}
	if _, column := in.Left().(*expression.GetField); column && own == by {
		if of, ok := ofColumn(in.Left().Type(), list); ok {
			return expression.NewInTuple(in.Left(), of), true
		}
		out, changed := c.compared(true, list...)
		return expression.NewInTuple(in.Left(), expression.Tuple(out)), changed
	}
	typ := types.CreateLongText(by)
	out := make(expression.Tuple, len(list))
	for i, e := range list {
		if out[i] = e; !types.IsNull(e) {
			out[i] = typedAs(e, typ)
		}
	}
	return expression.NewInTuple(typedAs(in.Left(), typ), out), true
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

// members are the texts of a list as an ENUM or a SET writes them: the engine knows those
// alone that are written so.
func (c *collator) members(of sql.Expression, list expression.Tuple) (expression.Tuple, bool) {
	if !of.Resolved() {
		return list, false
	}
	var values []string
	var by sql.CollationID
	set := false
	switch t := of.Type().(type) {
	case sql.EnumType:
		values, by = t.Values(), t.Collation()
	case sql.SetType:
		values, by, set = t.Values(), t.Collation(), true
	default:
		return list, false
	}
	if goesByBytes(by) {
		return list, false
	}
	var out expression.Tuple
	for i, e := range list {
		l, ok := e.(*expression.Literal)
		if !ok {
			continue
		}
		text, ok := l.Value().(string)
		if !ok {
			continue
		}
		parts := []string{text}
		if set {
			parts = strings.Split(text, ",")
		}
		for j, part := range parts {
			for _, v := range values {
				if cmp, err := CompareTexts(c.ctx, part, v, by); err == nil && cmp == 0 {
					parts[j] = v
				}
			}
		}
		if written := strings.Join(parts, ","); written != text {
			if out == nil {
				out = append(out, list...)
			}
			out[i] = expression.NewLiteral(written, l.Type())
		}
	}
	if out == nil {
		return list, false
	}
	return out, true
}

// The engine looks at the types of what IN and <=> compare alone: bytes that are written in a statement, as x'41',
// are a text there beside a text, which has the collation.

// listWithTexts returns IN with a list without such bytes, and whether it had any.
func listWithTexts(in *expression.InTuple) (*expression.InTuple, bool) {
	list, ok := in.Right().(expression.Tuple)
	if !ok {
		return in, false
	}
	out, changed := slices.Clone(list), false
	for i, e := range list {
		text, own := textBeside(e, in.Left())
		out[i], changed = text, changed || own
	}
	if !changed {
		return in, false
	}
	return expression.NewInTuple(in.Left(), out), true
}

// textBeside returns such bytes as a text, and whether e is such.
func textBeside(e, beside sql.Expression) (sql.Expression, bool) {
	l, ok := e.(*expression.Literal)
	if !ok || !beside.Resolved() || beside.Type() == nil || !types.IsTextOnly(beside.Type()) {
		return e, false
	}
	bytes, ok := l.Value().([]byte)
	if _, written := beside.(*expression.Literal); !ok || written || !utf8.Valid(bytes) {
		return e, false
	}
	return expression.NewLiteral(string(bytes), types.CreateLongText(sql.Collation_Default)), true
}
