package profile

import (
	"math"
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/syntax"
)

// Match recognises SHOW PROFILE and SHOW PROFILES. For any other
// statement ok is false, after a comparison or two.
func (p Statements) Match(query string) (stmt sqlparser.Statement, ok bool, err error) {
	t := syntax.TokensOf(query)
	if !t.Take("SHOW") {
		return nil, false, nil
	}
	switch {
	case t.Take("PROFILES"):
		if t.Peek() != "" {
			return nil, true, t.Unexpected()
		}
		return p.showProfiles(), true, nil
	case t.Take("PROFILE"):
		r, err := parse(&t)
		if err != nil {
			return nil, true, err
		}
		return p.show(r), true, nil
	}
	return nil, false, nil
}

// parse reads what follows SHOW PROFILE.
func parse(t *syntax.Tokens) (r request, err error) {
	if next := strings.ToUpper(t.Peek()); next != "" && next != "FOR" && next != "LIMIT" {
		for {
			one, ok := parseKind(t)
			if !ok {
				return r, t.Unexpected()
			}
			r.types |= one
			if !t.Take(",") {
				break
			}
		}
	}
	if t.Take("FOR", "QUERY") {
		if r.queryID, err = queryID(t); err != nil {
			return r, err
		}
	} else if t.Take("FOR", "CONNECTION") {
		r.ofConnection = true
		if r.connection, err = t.ExpectNumber(); err != nil {
			return r, err
		}
		if t.Take("QUERY") {
			if r.queryID, err = queryID(t); err != nil {
				return r, err
			}
		}
	} else if t.Take("FOR") {
		return r, t.Unexpected()
	}
	if t.Take("LIMIT") {
		if r.limit, err = t.ExpectLimit(); err != nil {
			return r, err
		}
	}
	if t.Peek() != "" {
		return r, t.Unexpected()
	}
	return r, nil
}

// queryID reads the number of a query. None has the number 0, which MySQL
// takes for the last.
// A number of more than 31 bits is no number to MySQL's grammar here.
func queryID(t *syntax.Tokens) (int, error) {
	before := t.Scanner
	n, err := t.ExpectNumber()
	if err == nil && n > math.MaxInt32 {
		t.Scanner = before
		return 0, t.Unexpected()
	}
	return int(n), err
}

func parseKind(t *syntax.Tokens) (kinds, bool) {
	for _, w := range typeWords {
		if t.Take(w.words...) {
			return w.types, true
		}
	}
	for _, w := range typeWords {
		if len(w.words) > 1 && t.Take(w.words[0]) {
			break // what comes behind it is wrong
		}
	}
	return 0, false
}
