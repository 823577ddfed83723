package words

import (
	"strconv"
	"strings"
)

// Tokens reads a statement word by word, as a parser of a few statements does.
type Tokens struct{ Scanner }

// TokensOf begins at the front of a text.
func TokensOf(text string) Tokens { return Tokens{Scanner{Text: text}} }

// Peek gives the next word, number or other character; "" at the end.
func (t *Tokens) Peek() string {
	_, next := t.ahead()
	return next
}

// ahead gives the place behind the next token, and that token.
func (t *Tokens) ahead() (Scanner, string) {
	s := t.Scanner
	next := s.Next()
	text := next.Of(t.Text)
	if text == ";" && s.AtEnd() {
		text = ""
	}
	return s, text
}

// Take passes over the words if they come next.
func (t *Tokens) Take(list ...string) bool {
	before := t.Scanner
	for _, w := range list {
		after, next := t.ahead()
		if !strings.EqualFold(next, w) {
			t.Scanner = before
			return false
		}
		t.Scanner = after
	}
	return true
}

// Number passes over a number; ok is false if none comes next.
func (t *Tokens) Number() (n uint64, ok bool) {
	after, next := t.ahead()
	n, err := strconv.ParseUint(next, 10, 64)
	if err != nil {
		return 0, false
	}
	t.Scanner = after
	return n, true
}

// Rest is the text from the next token on.
func (t *Tokens) Rest() string {
	s := t.Scanner
	return t.Text[s.Next().Start:]
}

// Near is what MySQL's message of a syntax error tells of what comes next: the text
// from there on, and its line.
func (t *Tokens) Near() (text string, line int) {
	rest := t.Rest()
	if t.Peek() != "" {
		text = strings.TrimRight(rest, " \t\r\n;")
	}
	return text, 1 + strings.Count(t.Text[:len(t.Text)-len(rest)], "\n")
}
