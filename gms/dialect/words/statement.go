package words

import "strings"

// Split cuts a text after its first statement. rest is what follows the
// semicolon; more says whether there is one.
func Split(text string, ansiQuotes bool) (first, rest string, more bool) {
	s := Scanner{Text: text, AnsiQuotes: ansiQuotes}
	for {
		t := s.Next()
		switch {
		case t.Kind == End:
			return text, "", false
		case s.limit == 0 && t.is(text, ";"):
			return text[:t.Start], text[t.End:], true
		}
	}
}

// Is says whether a token is this word or symbol, in letters of either case.
func (t Token) Is(text, word string) bool {
	return (t.Kind == Word || t.Kind == Symbol) && strings.EqualFold(t.Of(text), word)
}

func (t Token) is(text, symbol string) bool { return t.Kind == Symbol && t.Of(text) == symbol }

// First are the first words of a statement.
type First struct {
	word [8]string
	n    int
}

// FirstOf reads words up to the first thing that is not one, behind semicolons
// and opening parentheses. It allocates nothing.
func FirstOf(text string) (f First) {
	s := Scanner{Text: text}
	for f.n < len(f.word) {
		t := s.Next()
		if f.n == 0 && (t.is(text, "(") || t.is(text, ";")) {
			continue
		}
		if t.Kind != Word {
			break
		}
		f.word[f.n] = t.Of(text)
		f.n++
	}
	return f
}

// Len is how many words there are.
func (f *First) Len() int { return f.n }

// Word is the i-th word, "" behind the last.
func (f *First) Word(i int) string {
	if i < f.n {
		return f.word[i]
	}
	return ""
}

// Is compares the i-th word, in letters of either case.
func (f *First) Is(i int, word string) bool { return i < f.n && strings.EqualFold(f.word[i], word) }

// StartsWith compares words, passing over those between the first one and
// position from.
func (f *First) StartsWith(want []string, from int) bool {
	for i, word := range want {
		at := i
		if i > 0 {
			at += from
		}
		if !f.Is(at, word) {
			return false
		}
	}
	return true
}

// SkipExplain is what stands behind EXPLAIN and its options; all of a text that
// does not begin with it.
func SkipExplain(text string) string {
	s := Scanner{Text: text}
	for {
		before := s.Pos()
		t := s.Next()
		if t.Kind != Word {
			return text[before:]
		}
		switch strings.ToUpper(t.Of(text)) {
		case "EXPLAIN", "DESCRIBE", "DESC", "ANALYZE", "PLAN", "EXTENDED":
		case "FORMAT":
			if t = s.Next(); t.is(text, "=") {
				s.Next()
			}
		default:
			return text[before:]
		}
	}
}
