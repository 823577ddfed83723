package sqlerr

import (
	"strings"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// aggregates are MySQL's of one operand, which its grammar reads: with more, or another than
// an expression, a text is no statement.
var aggregates = map[string]int{
	"AVG": 1, "BIT_AND": 1, "BIT_OR": 1, "BIT_XOR": 1, "COUNT": 1, "JSON_ARRAYAGG": 1, "JSON_OBJECTAGG": 2, "MAX": 1, "MIN": 1,
	"STD": 1, "STDDEV": 1, "STDDEV_POP": 1, "STDDEV_SAMP": 1, "SUM": 1, "VAR_POP": 1, "VAR_SAMP": 1, "VARIANCE": 1,
}

// aggregateArguments is the error of a statement with an aggregate that MySQL's grammar does
// not read; nil if it has none.
func aggregateArguments(of *Statement) *mysql.SQLError {
	s := words.Scanner{Text: of.Query, AnsiQuotes: of.options().AnsiQuotes}
	for t := s.Next(); t.Kind != words.End; {
		name := strings.ToUpper(t.Of(of.Query))
		most, is := aggregates[name]
		if t.Kind != words.Word || !is {
			t = s.Next()
			continue
		}
		if t = s.Next(); !t.Is(of.Query, "(") {
			continue
		}
		within := s // what is inside is looked through for itself
		if at := unreadArgument(of.Query, &within, name, most); at >= 0 {
			e, _ := Numbered(nearError(of.Query, at)).(*mysql.SQLError) //nolint:errorlint // as it is made
			return e
		}
		t = s.Next()
	}
	return nil
}

// unreadArgument is where in a call, behind whose parenthesis the scanner is, an argument
// begins that the grammar does not take; negative if it takes all.
func unreadArgument(text string, s *words.Scanner, name string, most int) int {
	depth, arguments, distinct, empty := 1, 1, false, true
	for t := s.Next(); t.Kind != words.End; t = s.Next() {
		switch {
		case t.Is(text, "("):
			depth++
		case t.Is(text, ")"):
			if depth--; depth == 0 {
				if arguments < most && !empty {
					return t.Start
				}
				return -1
			}
		case depth > 1:
		case empty && t.Is(text, "DISTINCT"):
			distinct = true
			continue
		case empty && t.Is(text, "*") && name != "COUNT":
			return t.Start
		case t.Is(text, ","):
			if arguments++; arguments > most && (name != "COUNT" || !distinct) {
				return t.Start
			}
		}
		empty = false
	}
	return -1
}

// unsupportedError is that of what the engine does not do, which MySQL may not read.
func unsupportedError(of *Statement, parts []string) *mysql.SQLError {
	if unread := aggregateArguments(of); unread != nil {
		return unread
	}
	return mysql.NewSQLError(mysql.ERNotSupportedYet, StateAccess, "This version of MySQL doesn't yet support '%s'", parts[1])
}

// starError is that of a star that is an argument.
func starError(of *Statement, _ []string) *mysql.SQLError { return aggregateArguments(of) }
