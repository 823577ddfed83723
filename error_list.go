package perfschema

import (
	_ "embed"
	"slices"
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
// that MySQL's server may send to a client. Errors that MySQL writes to its log
// alone, from 10000 on, are not among them. The list is cut at
// performance_schema_error_size.
func (s *Schema) KnownErrors() []KnownError {
	if !s.Enabled() {
		return nil
	}
	return slices.Clone(s.knownErrors())
}

// knownErrors is the part of the list there is room for.
func (s *Schema) knownErrors() []KnownError {
	known := clientErrors()
	return known[:min(int64(len(known)), s.sizes.Errors)]
}

// errorList has a line for each error: its number and symbol and, where that is
// not HY000, its SQLSTATE. The facts are those of MySQL 8.0.27 up to 4073 and of
// 9.1 from there on, without symbols that are obsolete.
//
//go:embed error_list.txt
var errorList string

// clientErrors is the list, read once.
var clientErrors = sync.OnceValue(func() []KnownError {
	known := make([]KnownError, 0, strings.Count(errorList, "\n"))
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
		known = append(known, e)
	}
	return known
})
