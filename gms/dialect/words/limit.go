package words

import (
	"strconv"
	"strings"
)

// TimeLimit says whether the first statement of a text is a SELECT, a TABLE or a
// VALUES, and how many milliseconds its hint MAX_EXECUTION_TIME gives it; 0 if it has
// none.
func TimeLimit(text string) (reads bool, limit uint64) {
	s := Scanner{Text: text}
	depth, with := 0, false
	for {
		t := s.Next()
		switch {
		case t.Kind == End:
			return false, 0
		case t.is(text, "("):
			if with {
				depth++
			}
		case t.is(text, ")"):
			depth--
		case t.Kind != Word || depth > 0:
		case t.Is(text, "SELECT"):
			return true, HintedTime(strings.TrimLeft(text[t.End:], " \t\r\n"))
		case t.Is(text, "TABLE"), t.Is(text, "VALUES"):
			return true, 0
		case t.Is(text, "WITH"):
			with = true
		case !with, isChange(t.Of(text)):
			return false, 0
		}
	}
}

func isChange(word string) bool {
	for _, w := range [...]string{"INSERT", "REPLACE", "UPDATE", "DELETE"} {
		if strings.EqualFold(word, w) {
			return true
		}
	}
	return false
}

// HintedTime is N of MAX_EXECUTION_TIME(N) in the hints, /*+ ... */, that a text
// begins with.
func HintedTime(text string) uint64 {
	hints, ok := strings.CutPrefix(text, "/*+")
	if !ok {
		return 0
	}
	hints, _, _ = strings.Cut(hints, "*/")
	s := Scanner{Text: hints}
	for t := s.Next(); t.Kind != End; t = s.Next() {
		if !t.Is(hints, "MAX_EXECUTION_TIME") {
			continue
		}
		open, number, end := s.Next(), s.Next(), s.Next()
		if open.is(hints, "(") && number.Kind == Number && end.is(hints, ")") {
			n, _ := strconv.ParseUint(number.Of(hints), 10, 64)
			return n
		}
	}
	return 0
}

// Executed is the name of the statement that EXECUTE executes.
func Executed(text string) (name string, ok bool) {
	s := Scanner{Text: text}
	if t := s.Next(); !t.Is(text, "EXECUTE") {
		return "", false
	}
	switch t := s.Next(); t.Kind {
	case Word:
		return t.Of(text), true
	case Name:
		return strings.Trim(t.Of(text), "`\""), true
	default:
		return "", false
	}
}
