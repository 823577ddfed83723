package perfschema

import (
	"errors"
	"fmt"
	"strings"
)

// InstrumentState is what a rule sets an instrument to.
type InstrumentState uint8

// The states of an instrument.
const (
	InstrumentOff     InstrumentState = iota // not enabled, not timed
	InstrumentCounted                        // enabled, not timed
	InstrumentOn                             // enabled and timed
)

// InstrumentRule is one performance-schema-instrument option: a pattern of
// names and a state. In a pattern, % stands for any characters, ? for one, and
// a backslash takes the meaning off the one behind it; case does not matter.
type InstrumentRule struct {
	Pattern string
	State   InstrumentState
}

// ErrInstrumentRule is wrapped by the errors of [ParseInstrumentRule].
var ErrInstrumentRule = errors.New("bad performance-schema-instrument")

var instrumentStates = map[string]InstrumentState{
	"on": InstrumentOn, "true": InstrumentOn, "yes": InstrumentOn, "1": InstrumentOn,
	"off": InstrumentOff, "false": InstrumentOff, "no": InstrumentOff, "0": InstrumentOff,
	"counted": InstrumentCounted,
}

// ParseInstrumentRule reads "pattern=state", as in
// wait/synch/mutex/%=COUNTED. States are ON, TRUE, YES, 1; OFF, FALSE, NO, 0;
// COUNTED; case does not matter. The whole, the pattern and the state may each
// stand in quotes.
func ParseInstrumentRule(text string) (InstrumentRule, error) {
	rule, err := parseInstrumentRule(text)
	if err != nil {
		return InstrumentRule{}, fmt.Errorf("%w %q: %w", ErrInstrumentRule, text, err)
	}
	return rule, nil
}

func parseInstrumentRule(text string) (InstrumentRule, error) {
	name, state, ok := strings.Cut(unquoted(text), "=")
	name, state = unquoted(name), unquoted(state)
	if !ok || name == "" {
		return InstrumentRule{}, errors.New("want name=ON, name=OFF or name=COUNTED")
	}
	if strings.ContainsAny(name, `'"`) {
		return InstrumentRule{}, fmt.Errorf("%s: a quote is not closed", name)
	}
	v, ok := instrumentStates[strings.ToLower(state)]
	if !ok {
		return InstrumentRule{}, fmt.Errorf("%q is not ON, OFF or COUNTED", state)
	}
	return InstrumentRule{Pattern: name, State: v}, nil
}

// unquoted is s without the space around it and one pair of quotes, if that
// holds all of it.
func unquoted(s string) string {
	s = strings.TrimSpace(s)
	if n := len(s); n > 1 && (s[0] == '\'' || s[0] == '"') && strings.IndexByte(s[1:], s[0]) == n-2 {
		return strings.TrimSpace(s[1 : n-1])
	}
	return s
}

type ruleList []InstrumentRule

// match returns the state the rules give a name: the longest pattern wins, its
// wildcards counted, and the later of two of the same length, as in MySQL.
func (l ruleList) match(name string) (state InstrumentState, ok bool) {
	best := -1
	for _, r := range l {
		if len(r.Pattern) >= best && matchInstrument(r.Pattern, name) {
			best, state, ok = len(r.Pattern), r.State, true
		}
	}
	return state, ok
}

// matchInstrument says whether a pattern matches all of a name. It looks at no
// character of the name more often than there are characters in the pattern.
func matchInstrument(pattern, name string) bool {
	p, n := 0, 0
	// Where to go on when a character does not match: behind the last %, with
	// one more character of the name given to it.
	retry, from := -1, 0
	for n < len(name) {
		if p < len(pattern) && pattern[p] == '%' {
			retry, from = p+1, n
			p++
			continue
		}
		if width := matchOne(pattern[p:], name[n]); width > 0 {
			p += width
			n++
			continue
		}
		if retry < 0 {
			return false
		}
		from++
		p, n = retry, from
	}
	return strings.Trim(pattern[p:], "%") == ""
}

// matchOne matches a character against the start of a pattern that is not %,
// and returns how much of the pattern that took, 0 if it does not match.
func matchOne(pattern string, c byte) int {
	switch {
	case pattern == "":
		return 0
	case pattern[0] == '?':
		return 1
	case pattern[0] == '\\' && len(pattern) > 1:
		if lower(pattern[1]) == lower(c) {
			return 2
		}
		return 0
	case lower(pattern[0]) == lower(c):
		return 1
	}
	return 0
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
