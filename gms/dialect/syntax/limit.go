package syntax

import (
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// Limit is what LIMIT says.
type Limit struct {
	Rows, Offset int
	Given        bool
	Undeclared   string // a name in it, which would be a variable of a stored program
}

// maxRows stands for any number of rows that nobody has.
const maxRows = 1 << 30

// ExpectLimit reads what follows LIMIT: "n", "n OFFSET m" or "m, n".
func (t *Tokens) ExpectLimit() (l Limit, err error) {
	first, err := t.bound(&l)
	if err != nil {
		return l, err
	}
	limit, offset := first, uint64(0)
	if t.Take("OFFSET") {
		if offset, err = t.bound(&l); err != nil {
			return l, err
		}
	} else if t.Take(",") {
		offset = first
		if limit, err = t.bound(&l); err != nil {
			return l, err
		}
	}
	l.Given, l.Rows, l.Offset = true, int(min(limit, maxRows)), int(min(offset, maxRows))
	return l, nil
}

// bound passes over a number of LIMIT. A name would be a variable of a stored
// program, in which the statement is not allowed.
func (t *Tokens) bound(l *Limit) (uint64, error) {
	s := t.Scanner
	if next := s.Next(); next.Kind == words.Word || next.Kind == words.Name {
		t.Scanner = s
		if l.Undeclared == "" {
			l.Undeclared = strings.Trim(next.Of(t.Text), "`")
		}
		return 0, nil
	}
	return t.ExpectNumber()
}
