package step

import (
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// What the engine does otherwise than MySQL is put right in the syntax tree of a statement,
// by rules each of which walks through all of it. Most statements have nothing of the kind:
// their text is searched once for what every rule has work for.

// Sought is what a text has of that. It may have more than its statement: a word in a
// literal, or in a longer word, counts as any other.
type Sought uint32

// A call is of a function, maybe an aggregate; a variable begins with an @.
const (
	SoughtCall Sought = 1 << iota
	SoughtVariable
	SoughtSelect
	SoughtQueries // a second SELECT
	SoughtSum
	SoughtGroup
	SoughtGroupConcat
	SoughtOrder
	SoughtSet // UNION, INTERSECT or EXCEPT
	SoughtWindow
	SoughtOver
	SoughtConversion
	SoughtOperator
	SoughtRollup
	soughtName // in backquotes
	// SoughtQualified is a call of a function of a database, named with it.
	SoughtQualified
	SoughtHaving
	SoughtFraction // a point between digits
	SoughtDistinct
	// SoughtPartition is of a table, or of a window.
	SoughtPartition
	soughtCollate
	SoughtPast   // AS OF, FOR SYSTEM_TIME or FOR VERSION
	SoughtDotted // a variable of the session with a dot in its name
	soughtDefault
	SoughtLimit
	// SoughtParameter is a question mark.
	SoughtParameter
)

// soughtWord is a word in small letters.
type soughtWord struct {
	word string
	is   Sought
}

// soughtWords are the words by their first letters.
var soughtWords = wordsByLetter(
	soughtWord{"select", SoughtSelect}, soughtWord{"sum", SoughtSum}, soughtWord{"avg", SoughtSum},
	soughtWord{"group", SoughtGroup}, soughtWord{"having", SoughtHaving}, soughtWord{groupConcat, SoughtGroupConcat},
	soughtWord{"order", SoughtOrder}, soughtWord{"union", SoughtSet}, soughtWord{"intersect", SoughtSet}, soughtWord{"except", SoughtSet},
	soughtWord{"window", SoughtWindow}, soughtWord{"over", SoughtOver},
	soughtWord{"cast", SoughtConversion}, soughtWord{"conv", SoughtConversion}, soughtWord{"interval", SoughtConversion}, soughtWord{"extract", SoughtConversion},
	soughtWord{"mpadd", SoughtConversion}, // TIMESTAMPADD
	soughtWord{"ddate", SoughtConversion}, // ADDDATE
	soughtWord{"distinct", SoughtDistinct},
	soughtWord{"bdate", SoughtConversion}, // SUBDATE
	soughtWord{"partition", SoughtPartition}, soughtWord{"collate", soughtCollate},
	soughtWord{"default", soughtDefault}, soughtWord{"limit", SoughtLimit},
	soughtWord{"of", SoughtPast}, soughtWord{"system_time", SoughtPast}, soughtWord{"version", SoughtPast},
)

func wordsByLetter(list ...soughtWord) (by [256][]soughtWord) {
	for _, w := range list {
		by[w.word[0]] = append(by[w.word[0]], w)
	}
	return by
}

// Seek searches a text, once, whatever is sought.
func Seek(text string) (found Sought) {
	for i := range len(text) {
		c := text[i]
		switch c {
		case '(':
			found |= SoughtCall
			if isQualified(text[:i]) {
				found |= SoughtQualified
			}
			continue
		case '@':
			found |= SoughtVariable
			if isDotted(text[i+1:]) {
				found |= SoughtDotted
			}
			continue
		case '?':
			found |= SoughtParameter
			continue
		case '`':
			found |= soughtName
			continue
		case '.':
			if i > 0 && i+1 < len(text) && IsDigit(text[i-1]) && IsDigit(text[i+1]) {
				found |= SoughtFraction
			}
			continue
		case '~', '&', '|', '^':
			found |= SoughtOperator
			continue
		case '<', '>':
			if i+1 < len(text) && text[i+1] == c {
				found |= SoughtOperator
			}
			continue
		}
		for _, w := range soughtWords[c|0x20] {
			if len(text)-i < len(w.word) || text[i+1]|0x20 != w.word[1] || !strings.EqualFold(text[i:i+len(w.word)], w.word) {
				continue
			}
			if w.is == SoughtSelect && found&SoughtSelect != 0 {
				found |= SoughtQueries
			}
			found |= w.is
			if w.is == SoughtGroup && groupsByRollup(text[i+len(w.word):]) {
				found |= SoughtRollup
			}
		}
	}
	if found&soughtName != 0 { // as words.Respell has written what the parser does not know
		if spellsOperator(text) {
			found |= SoughtOperator
		}
		if HasRollup(text) {
			found |= SoughtRollup
		}
	}
	return found
}

// IsDigit reports whether c is a decimal digit.
func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

// isQualified says whether a text ends with a name that a dot stands before.
func isQualified(text string) bool {
	i := len(text) - 1
	for i >= 0 && (text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r') {
		i--
	}
	if i >= 0 && text[i] == '`' {
		if i = strings.LastIndexByte(text[:i], '`'); i < 0 {
			return false
		}
		i--
	} else {
		for i >= 0 && (text[i] == '_' || text[i] == '$' || text[i] >= '0' && text[i] <= '9' || text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z' || text[i] >= 0x80) {
			i--
		}
	}
	for i >= 0 && (text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r') {
		i--
	}
	return i >= 0 && text[i] == '.'
}

// Collates says whether a text may have a COLLATE.
func (s Sought) Collates() bool { return s&soughtCollate != 0 }

// HasDefault says that a text may ask for the default of a column.
func (s Sought) HasDefault() bool { return s&soughtDefault != 0 }

// isDotted says whether what follows an @ is the name of a variable of the session with a
// dot in it, or in quotes.
func isDotted(rest string) bool {
	for i := range len(rest) {
		switch c := rest[i]; {
		case c == '.' || c == '`':
			return true
		case c != '_' && c != '$' && !IsDigit(c) && (c|0x20 < 'a' || c|0x20 > 'z') && c < 0x80:
			return false
		}
	}
	return false
}

const groupConcat = "group_concat"

// HasRollup reports whether a text has WITH ROLLUP as package words spells it.
func HasRollup(text string) bool { return strings.Contains(text, "`"+words.Rollup+"`") }

// groupsByRollup says of what stands behind GROUP whether it may be that.
func groupsByRollup(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	if len(text) < 2 || !strings.EqualFold(text[:2], "by") {
		return false
	}
	text = strings.TrimLeft(text[2:], " \t\r\n")
	return len(text) > len(RollupFunction) && strings.EqualFold(text[:len(RollupFunction)], RollupFunction)
}

// spellsOperator says of a text with names in backquotes whether one is a function that
// [words.Respell] has written for an operator, or a literal.
func spellsOperator(text string) bool {
	return strings.Contains(text, "`"+MemberName+"`") || strings.Contains(text, "`"+AssignedName+"`") || strings.Contains(text, "`interval`") ||
		strings.Contains(text, words.AllSuffix+"`") || strings.Contains(text, words.AnySuffix+"`") ||
		words.HasUnit(text) || strings.Contains(text, words.MomentSuffix+"`(")
}

// HasQuery says whether a text has a query in it.
func (s Sought) HasQuery() bool { return s&SoughtSelect != 0 }

// IndexFold is where a word of small letters, or underscores, is in a text in any
// letters; -1 if nowhere.
func IndexFold(text, word string) int {
	for i := 0; i+len(word) <= len(text); i++ {
		if text[i]|0x20 == word[0] && strings.EqualFold(text[i:i+len(word)], word) {
			return i
		}
	}
	return -1
}
