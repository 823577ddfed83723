package gms

import (
	"math"
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/words"
)

// tokens reads a statement word by word, and gives MySQL's error for what cannot stand
// there.
type tokens struct{ words.Tokens }

func tokensOf(text string) tokens { return tokens{words.TokensOf(text)} }

// number passes over a number.
func (t *tokens) number() (uint64, error) {
	n, ok := t.Number()
	if !ok {
		return 0, t.unexpected()
	}
	return n, nil
}

// bound passes over a number of LIMIT. A name would be a variable of a stored
// program, in which the statement is not allowed.
func (t *tokens) bound(r *profileRequest) (uint64, error) {
	s := t.Scanner
	if next := s.Next(); next.Kind == words.Word || next.Kind == words.Name {
		t.Scanner = s
		if r.undeclared == "" {
			r.undeclared = strings.Trim(next.Of(t.Text), "`")
		}
		return 0, nil
	}
	return t.number()
}

// unexpected is MySQL's error for what comes next.
func (t *tokens) unexpected() error { return sqlerr.Syntax(t.Near()) }

// match recognises SHOW PROFILE and SHOW PROFILES. For any other
// statement ok is false, after a comparison or two.
func (p profileStatements) match(query string) (stmt sqlparser.Statement, ok bool, err error) {
	t := tokensOf(query)
	if !t.Take("SHOW") {
		return nil, false, nil
	}
	switch {
	case t.Take("PROFILES"):
		if t.Peek() != "" {
			return nil, true, t.unexpected()
		}
		return showProfiles(), true, nil
	case t.Take("PROFILE"):
		r, err := parseProfile(&t)
		if err != nil {
			return nil, true, err
		}
		return p.show(r), true, nil
	}
	return nil, false, nil
}

// parseProfile reads what follows SHOW PROFILE.
func parseProfile(t *tokens) (r profileRequest, err error) {
	if next := strings.ToUpper(t.Peek()); next != "" && next != "FOR" && next != "LIMIT" {
		for {
			one, ok := parseProfileType(t)
			if !ok {
				return r, t.unexpected()
			}
			r.types |= one
			if !t.Take(",") {
				break
			}
		}
	}
	if t.Take("FOR", "QUERY") {
		if r.queryID, err = t.queryID(); err != nil {
			return r, err
		}
	} else if t.Take("FOR", "CONNECTION") {
		r.ofConnection = true
		if r.connection, err = t.number(); err != nil {
			return r, err
		}
		if t.Take("QUERY") {
			if r.queryID, err = t.queryID(); err != nil {
				return r, err
			}
		}
	} else if t.Take("FOR") {
		return r, t.unexpected()
	}
	if t.Take("LIMIT") {
		if err := parseLimit(t, &r); err != nil {
			return r, err
		}
	}
	if t.Peek() != "" {
		return r, t.unexpected()
	}
	return r, nil
}

// queryID reads the number of a query. None has the number 0, which MySQL
// takes for the last.
// A number of more than 31 bits is no number to MySQL's grammar here.
func (t *tokens) queryID() (int, error) {
	before := t.Scanner
	n, err := t.number()
	if err == nil && n > math.MaxInt32 {
		t.Scanner = before
		return 0, t.unexpected()
	}
	return int(n), err
}

func parseProfileType(t *tokens) (profileTypes, bool) {
	for _, w := range profileTypeWords {
		if t.Take(w.words...) {
			return w.types, true
		}
	}
	for _, w := range profileTypeWords {
		if len(w.words) > 1 && t.Take(w.words[0]) {
			break // what comes behind it is wrong
		}
	}
	return 0, false
}

// maxRows stands for any number of rows that nobody has.
const maxRows = 1 << 30

// parseLimit reads "n", "n OFFSET m" or "m, n".
func parseLimit(t *tokens, r *profileRequest) error {
	first, err := t.bound(r)
	if err != nil {
		return err
	}
	limit, offset := first, uint64(0)
	if t.Take("OFFSET") {
		if offset, err = t.bound(r); err != nil {
			return err
		}
	} else if t.Take(",") {
		offset = first
		if limit, err = t.bound(r); err != nil {
			return err
		}
	}
	r.limited, r.limit, r.offset = true, int(min(limit, maxRows)), int(min(offset, maxRows))
	return nil
}
