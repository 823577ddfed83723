package operand

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
)

// Microseconds is the number of digits behind the point of a second.
const Microseconds = 6 // digits behind a second's point

// numberDigits are those behind the point of a number as seconds of a moment: of texts and
// doubles there may be any.
func numberDigits(e sql.Expression) int {
	switch t := e.Type().(type) {
	case sql.DecimalType:
		return min(int(t.Scale()), Microseconds)
	case sql.NumberType:
		if !t.IsFloat() {
			return 0
		}
	}
	return Microseconds
}

// SecondDigits are those behind the point of a moment's seconds: a literal tells, and of
// other texts and numbers there may be any.
func SecondDigits(e sql.Expression) int {
	if l, ok := e.(*expression.Literal); ok {
		if text, ok := l.Value().(string); ok {
			_, digits, _ := strings.Cut(text, ".")
			return min(len(strings.TrimSpace(digits)), Microseconds)
		}
	}
	if !e.Resolved() {
		return Microseconds
	}
	switch t := e.Type().(type) {
	case sql.DatetimeType:
		return t.Precision()
	case sql.NumberType:
		if !t.IsFloat() {
			return 0
		}
	}
	return Microseconds
}
