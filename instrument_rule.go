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
// names, in which % stands for any characters, and a state.
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
// 'wait/synch/mutex/%=COUNTED'. States are ON, TRUE, YES, 1; OFF, FALSE, NO, 0;
// COUNTED; case does not matter.
func ParseInstrumentRule(text string) (InstrumentRule, error) {
	name, state, ok := strings.Cut(strings.Trim(strings.TrimSpace(text), `'"`), "=")
	name, state = strings.TrimSpace(name), strings.TrimSpace(state)
	if !ok || name == "" {
		return InstrumentRule{}, fmt.Errorf("%w %q: want name=ON, name=OFF or name=COUNTED", ErrInstrumentRule, text)
	}
	v, ok := instrumentStates[strings.ToLower(state)]
	if !ok {
		return InstrumentRule{}, fmt.Errorf("%w %q: %q is not ON, OFF or COUNTED", ErrInstrumentRule, text, state)
	}
	return InstrumentRule{Pattern: name, State: v}, nil
}

type ruleList []InstrumentRule

// match returns the state the rules give a name: the longest pattern wins,
// the later of two of the same length.
func (l ruleList) match(name string) (state InstrumentState, ok bool) {
	best := -1
	for _, r := range l {
		if len(r.Pattern) >= best && likePercent(r.Pattern, name) {
			best, state, ok = len(r.Pattern), r.State, true
		}
	}
	return state, ok
}

// likePercent matches a pattern whose only wildcard is %.
func likePercent(pattern, s string) bool {
	parts := strings.Split(strings.ToLower(pattern), "%")
	s = strings.ToLower(s)
	if len(parts) == 1 {
		return s == parts[0]
	}
	if !strings.HasPrefix(s, parts[0]) {
		return false
	}
	s = s[len(parts[0]):]
	for _, p := range parts[1 : len(parts)-1] {
		i := strings.Index(s, p)
		if i < 0 {
			return false
		}
		s = s[i+len(p):]
	}
	return strings.HasSuffix(s, parts[len(parts)-1])
}
