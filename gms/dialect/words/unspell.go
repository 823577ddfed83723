package words

import "strings"

// Unspell is a text as it was written before [Respell], but for the names that it has
// quoted and the account that it has named.
func Unspell(text string) string {
	if !strings.Contains(text, "`") {
		return text
	}
	for i := range respellSteps {
		if back := respellSteps[i].backText; back != nil {
			text = back(text)
		}
	}
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

// unspell writes what begins at token i as it was, and returns how many tokens that are; 0
// where the text may stay.
func (r *respelling) unspell(i int) int {
	switch {
	case r.is(i, "("):
		r.depth++
		return 1
	case r.is(i, ")"):
		r.depth--
		return r.endOperand(i)
	}
	for k := range respellSteps {
		if back := respellSteps[k].back; back != nil {
			if n := back(r, i); n > 0 {
				return n
			}
		}
	}
	return 0
}

// backOperand puts words in place of n tokens from i on, behind which an operand begins.
func (r *respelling) backOperand(i, n int, with string, c closing) int {
	r.closings = append(r.closings, c)
	r.depth++
	return r.replace(i, n, with)
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
