package perfschema

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// KnownError is an error that the error summaries count by itself: its number,
// symbol and SQLSTATE, as in MySQL's error message reference.
type KnownError struct {
	Number         int
	Name, SQLState string
}

// KnownErrors lists the errors that are counted by number, in their order: those
// that MySQL's server may send to a client, and then, from 10000 on, those that
// it writes to its log, which only the global summary tells of. The list is cut
// to the room that performance_schema_error_size leaves beside the row of all
// others. It is shared by all callers: nobody may change it.
func (s *Reader) KnownErrors() []KnownError {
	if !s.Schema().Enabled() {
		return nil
	}
	return s.Schema().knownErrors()
}

// knownErrors is the part of the list there is room for.
func (s *Schema) knownErrors() []KnownError {
	known := allErrors().known
	n := min(int64(len(known)), max(s.sizes.Errors-1, 0))
	return known[:n:n]
}

// firstLogError is the first number that MySQL writes to its log alone.
const firstLogError = 10000

// errorList has a line for each error: its number and symbol and, where that is
// not HY000, its SQLSTATE. The facts are those of MySQL 9.7's sources, without
// symbols that are obsolete and without ER_NO and ER_YES, which are no errors:
// one fewer than 9.7.4 counts.
//
//go:embed error_list.txt
var errorList string

// errorFacts is the list, read.
type errorFacts struct {
	known   []KnownError
	clients int // how many of them, at the start, are sent to clients
}

// allErrors reads the list once.
var allErrors = sync.OnceValue(func() (facts errorFacts) {
	facts.known = make([]KnownError, 0, strings.Count(errorList, "\n"))
	for line := range strings.Lines(errorList) {
		f := strings.Fields(line)
		number, err := strconv.Atoi(f[0])
		if err != nil {
			continue // a test holds that there is none
		}
		e := KnownError{Number: number, Name: f[1], SQLState: "HY000"}
		if len(f) > 2 {
			e.SQLState = f[2]
		}
		facts.known = append(facts.known, e)
		if number < firstLogError {
			facts.clients++
		}
	}
	return facts
})
