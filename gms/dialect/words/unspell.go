package words

import "strings"

// Unspell is a text as it was written before [Respell], but for the names that it has
// quoted and the account that it has named.
func Unspell(text string) string {
	if !strings.Contains(text, "`") {
		return text
	}
	text = unspellMoments(unspellModifiers(unspellBare(text)))
	r := respelling{text: text}
	s := Scanner{Text: text}
	for t := s.Next(); t.Kind != End; t = s.Next() {
		r.tokens = append(r.tokens, t)
	}
	if s.Invalid() {
		return text
	}
	for i := 0; i < len(r.tokens); {
		i += max(r.unspell(i), 1)
	}
	r.out.WriteString(text[r.from:])
	return r.out.String()
}

// unspell writes what begins at token i as it was, and says how many tokens that are; 0
// where the text may stay.
func (r *respelling) unspell(i int) int {
	operand := func(n int, with string, c closing) int {
		r.closings = append(r.closings, c)
		r.depth++
		return r.replace(i, n, with)
	}
	switch {
	case r.is(i, "("):
		r.depth++
		return 1
	case r.is(i, ")"):
		r.depth--
		return r.endOperand(i)
	case r.reads(i, "IN", "(", "`member of`", "("):
		return operand(4, "MEMBER OF (", closing{r.depth, 2, ")"})
	case r.is(i, "IN", "(") && r.is(i+3, "(", "("):
		name := r.nameAt(i + 2)
		if comparison, quantifier, ok := strings.Cut(name, " "); ok && (strings.HasSuffix(name, AllSuffix) || strings.HasSuffix(name, AnySuffix)) {
			return operand(5, comparison+" "+strings.ToUpper(quantifier)+" (", closing{r.depth, 3, ")"})
		}
	case r.reads(i, "`:=`", "(") && r.is(i+3, ",") && r.tokens[i+2].Kind == String:
		return operand(4, "@"+strings.Trim(r.tokens[i+2].Of(r.text), "'")+" := ", closing{r.depth, 1, ""})
	case r.reads(i, ",", "`"+Rollup+"`", "(", ")"):
		return r.replace(i, 4, "WITH ROLLUP")
	case r.reads(i, "=", "`"+Sounds+"`", "|"):
		return r.replace(i, 3, "SOUNDS LIKE")
	case r.reads(i, "`interval`", "("):
		return r.replace(i, 1, "INTERVAL")
	case r.reads(i, "`"+Default+"`", "("):
		return r.replace(i, 1, "DEFAULT")
	case intervalUnits[r.nameAt(i)]:
		return r.replace(i, 1, r.nameAt(i))
	}
	return 0
}

// reads says whether the tokens from i on are these, of whatever kind.
func (r *respelling) reads(i int, list ...string) bool {
	if i+len(list) > len(r.tokens) {
		return false
	}
	for n, written := range list {
		if r.tokens[i+n].Of(r.text) != written {
			return false
		}
	}
	return true
}

// nameAt is the name in backquotes at token i; empty where there is another token.
func (r *respelling) nameAt(i int) string {
	if i >= len(r.tokens) || r.tokens[i].Kind != Name {
		return ""
	}
	return strings.Trim(r.tokens[i].Of(r.text), "`")
}
