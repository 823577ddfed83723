package perfschema

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/perfschema/perfschema/internal/match"
)

// Clock tells time to a Schema. Now is in nanoseconds, never goes back and is
// never 0; Wall is the time of day. Both are safe for concurrent use.
type Clock interface {
	Now() uint64
	Wall() time.Time
}

// Config sets up a Schema. The zero value is MySQL's default configuration.
type Config struct {
	// Off is performance_schema=OFF: nothing is recorded, every table is empty.
	Off bool
	// Sizes are the performance_schema_* variables; the zero value stands for
	// [DefaultSizes].
	Sizes Sizes
	// Consumers overrides the defaults of setup_consumers.
	Consumers map[Consumer]bool
	// Instruments are the performance-schema-instrument options, in order.
	Instruments []InstrumentRule
	// Clock replaces the machine's clock in tests.
	Clock Clock
}

// Sizes holds the performance_schema_* variables that size a buffer, in rows
// unless the name says otherwise. -1 lets the Schema choose.
type Sizes struct {
	Accounts, Hosts, Users                   int64
	Digests                                  int64
	StagesHistory, StagesHistoryLong         int64
	StatementsHistory, StatementsHistoryLong int64
	TransactionsHistory                      int64
	TransactionsHistoryLong                  int64
	WaitsHistory, WaitsHistoryLong           int64
	MutexClasses, RWLockClasses, CondClasses int64
	FileClasses, SocketClasses, StageClasses int64
	StatementClasses, MemoryClasses          int64
	ThreadClasses, ThreadInstances           int64
	DigestLength, SQLTextLength              int64 // bytes
	MaxDigestLength                          int64 // bytes of tokens a digest is computed of
	DigestSampleAge                          int64 // seconds
	StatementStack                           int64
	SessionConnectAttrs                      int64 // bytes per thread
	SetupActors, SetupObjects                int64
	MutexInstances, RWLockInstances          int64
	CondInstances, SocketInstances           int64
	FileInstances, FileHandles               int64
	TableInstances, TableHandles             int64
	IndexStat, TableLockStat                 int64
	MetadataLocks                            int64
	PreparedStatements, Programs             int64
	Errors                                   int64 // error numbers counted
	SessionStages                            int64 // profiling_session_stages, per connection
	DetailCeiling                            int64 // profiling_detail_ceiling, thousandths
}

// DefaultSizes returns MySQL's defaults.
func DefaultSizes() Sizes {
	var z Sizes
	for i := range variables {
		if f := variables[i].field; f != nil {
			*f(&z) = variables[i].Default
		}
	}
	return z
}

// resolve replaces every -1 by the size it stands for.
func (z Sizes) resolve() Sizes {
	for i := range variables {
		if f := variables[i].field; f != nil {
			if p := f(&z); *p < 0 {
				*p = variables[i].auto
			}
		}
	}
	return z
}

// LibraryConfig is a configuration for a program that instruments itself: as the zero
// [Config], but that its locks, sockets and stages are enabled and timed and their
// events kept: the consumers of stages and waits, and of the last statements of all
// threads, are on. What go-mysql-server's adapter registers, where such a program serves
// SQL, stays as in MySQL. It is the caller's to change.
//
// A wait that is an event takes some 60 ns more than one that is timed.
func LibraryConfig() Config {
	return Config{
		Instruments: []InstrumentRule{
			{Pattern: "wait/synch/%", State: InstrumentOn},
			{Pattern: "wait/io/socket/%", State: InstrumentOn},
			{Pattern: "stage/%", State: InstrumentOn},
			// The longest pattern that a name matches decides.
			{Pattern: "wait/synch/%/sql/%", State: InstrumentOff},
			{Pattern: "wait/synch/%/gms/%", State: InstrumentOff},
			{Pattern: "wait/io/socket/sql/%", State: InstrumentOff},
			{Pattern: "wait/io/socket/gms/%", State: InstrumentOff},
			{Pattern: "stage/sql/%", State: InstrumentOff},
			{Pattern: "stage/gms/%", State: InstrumentOff},
		},
		Consumers: map[Consumer]bool{
			ConsumerEventsStagesCurrent:         true,
			ConsumerEventsStagesHistory:         true,
			ConsumerEventsStatementsHistoryLong: true,
			ConsumerEventsWaitsCurrent:          true,
			ConsumerEventsWaitsHistory:          true,
		},
	}
}

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

// RuleFor is the state that Instruments give an instrument by its full name; ok is false where
// no rule names it.
func (c Config) RuleFor(name string) (state InstrumentState, ok bool) {
	return ruleList(c.Instruments).match(name)
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
