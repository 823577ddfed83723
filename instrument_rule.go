package perfschema

import (
	"errors"
	"fmt"
	"strings"

	"github.com/perfschema/perfschema/internal/match"
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
		if len(r.Pattern) >= best && match.Name(r.Pattern, name) {
			best, state, ok = len(r.Pattern), r.State, true
		}
	}
	return state, ok
}
