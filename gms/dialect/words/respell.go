package words

import "strings"

// respelling is a text with what is to stand in place of its parts.
type respelling struct {
	text   string
	tokens []Token
	steps  []RespellStep
	// account, quoted, stands for the session's own; empty where there is none.
	account string
	out     strings.Builder
	from    int // of the text that is not written yet
	edits   []change
	upper   string // the word that is respelled, in capital letters; empty if it is none
	// values are the calls of JSON_VALUE that are open, each by its depth of parentheses.
	values []int
	depth  int
	// closings are the operands of operators that are open, assigned the expressions that
	// are given to a variable, by their depth likewise.
	closings []closing
	assigned []int
	added    bool           // the list of an ADD COLUMN (...) is open
	selects  bool           // a table is made of a query, which has begun
	rows     bool           // the text has a list of rows, VALUES ROW(...), ROW(...)
	insides  map[int]inside // by the parenthesis's token; nil until one is asked for
	alter    alterTable
	ends     string // what the text is to end with
	bracket  bracketed
	chain    chain
}

// Respell writes a statement that the parser refuses in words that it takes and that mean
// the same; false if there is nothing of the kind in it. account, quoted, stands for
// the session's own.
func Respell(text string, ansiQuotes bool, account string) (Spelling, bool) {
	return respell(text, ansiQuotes, account, respellSteps)
}

func respell(text string, ansiQuotes bool, account string, steps []RespellStep) (Spelling, bool) {
	s := Scanner{Text: text, AnsiQuotes: ansiQuotes}
	r := respelling{text: text, account: account, steps: steps}
	for t := s.Next(); t.Kind != End; t = s.Next() {
		r.tokens = append(r.tokens, t)
		r.rows = r.rows || r.is(len(r.tokens)-2, "VALUES", "ROW")
	}
	if s.Invalid() {
		return Spelling{}, false
	}
	for i := range steps {
		if begin := steps[i].begin; begin != nil {
			begin(&r)
		}
	}
	for i := 0; i < len(r.tokens); {
		i += max(r.at(i), 1)
	}
	if len(r.edits) == 0 {
		return Spelling{}, false
	}
	end := len(text)
	if n := len(r.tokens); n > 0 && (len(r.assigned) > 0 || r.ends != "") {
		last := n - 1
		if r.ends != "" && r.is(last, ";") {
			last--
		}
		end = max(r.tokens[last].End, r.from)
	}
	r.out.WriteString(text[r.from:end])
	r.out.WriteString(strings.Repeat(")", len(r.assigned)))
	r.out.WriteString(r.ends)
	r.out.WriteString(text[end:])
	return Spelling{r.out.String(), text, r.edits}, true
}

func (r *respelling) is(i int, list ...string) bool {
	if i < 0 || i+len(list) > len(r.tokens) {
		return false
	}
	for n, word := range list {
		if !r.tokens[i+n].Is(r.text, word) {
			return false
		}
	}
	return true
}

func (r *respelling) oneOf(i int, list ...string) bool {
	for _, word := range list {
		if r.is(i, word) {
			return true
		}
	}
	return false
}

// replace puts words in place of n tokens from i on, and says how many those are.
func (r *respelling) replace(i, n int, with string) int {
	r.edit(r.tokens[i].Start, r.tokens[i+n-1].End, with)
	return n
}

// at respells what begins at token i, and returns how many tokens that are; 0 where the
// text may stay.
func (r *respelling) at(i int) int {
	t := r.tokens[i]
	if r.upper = ""; t.Kind == Word {
		r.upper = strings.ToUpper(t.Of(r.text))
	}
	for k := range r.steps {
		if before := r.steps[k].before; before != nil {
			before(r, i)
		}
	}
	for k := range r.steps {
		if s := &r.steps[k]; s.at != nil && (s.any || t.Kind == Word) {
			if n := s.at(r, i); n > 0 {
				return n
			}
		}
	}
	switch {
	case t.is(r.text, "("):
		r.depth++
		return 1
	case t.is(r.text, ")"):
		r.depth--
		return r.endOperand(i)
	}
	return 0
}

// inside is what stands between the parenthesis at a token and its end, deeper ones left
// out. All are looked up at once: each by itself would read what they have in common again.
func (r *respelling) inside(parenthesis int) inside {
	if r.insides == nil {
		r.insides = make(map[int]inside)
		var open []int
		for i := range r.tokens {
			n := len(open)
			switch {
			case r.is(i, "("):
				open = append(open, i)
			case n == 0:
			case r.is(i, ")"):
				open = open[:n-1]
			case r.is(i, ","):
				in := r.insides[open[n-1]]
				in.comma = true
				r.insides[open[n-1]] = in
			case r.is(i, "RETURNING"):
				in := r.insides[open[n-1]]
				in.returning, in.document = true, r.is(i, "RETURNING", "JSON")
				r.insides[open[n-1]] = in
			}
		}
	}
	return r.insides[parenthesis]
}

type inside struct{ comma, returning, document bool }

// endOperand writes what becomes of the parenthesis at token i.
func (r *respelling) endOperand(i int) int {
	n := len(r.closings)
	if n == 0 || r.closings[n-1].depth != r.depth {
		return 1
	}
	c := r.closings[n-1]
	r.closings = r.closings[:n-1]
	return r.replace(i, min(c.tokens, len(r.tokens)-i), c.with)
}
