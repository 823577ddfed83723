package rewrite

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
	soughtSelect
	soughtQueries // a second SELECT
	soughtSum
	soughtGroup
	soughtGroupConcat
	soughtOrder
	soughtSet // UNION, INTERSECT or EXCEPT
	soughtWindow
	soughtOver
	soughtConversion
	soughtOperator
	soughtRollup
	soughtName // in backquotes
	// SoughtQualified is a call of a function of a database, named with it.
	SoughtQualified
	soughtHaving
	soughtFraction // a point between digits
	soughtDistinct
	// SoughtPartition is of a table, or of a window.
	SoughtPartition
	soughtCollate
	// SoughtDeprecated is a word that MySQL may warn of, see [words.Deprecated].
	SoughtDeprecated
	soughtPast   // AS OF, FOR SYSTEM_TIME or FOR VERSION
	soughtDotted // a variable of the session with a dot in its name
	soughtDefault
	soughtLimit
	// SoughtParameter is a question mark.
	SoughtParameter
)

// AssignmentCall is the call that [words.Respell] makes of := in a query.
const AssignmentCall = "`:=`("

// soughtWord is a word in small letters.
type soughtWord struct {
	word string
	is   Sought
}

// soughtWords are the words by their first letters.
var soughtWords = wordsByLetter(
	soughtWord{"select", soughtSelect}, soughtWord{"sum", soughtSum}, soughtWord{"avg", soughtSum},
	soughtWord{"group", soughtGroup}, soughtWord{"having", soughtHaving}, soughtWord{groupConcat, soughtGroupConcat},
	soughtWord{"order", soughtOrder}, soughtWord{"union", soughtSet}, soughtWord{"intersect", soughtSet}, soughtWord{"except", soughtSet},
	soughtWord{"window", soughtWindow}, soughtWord{"over", soughtOver},
	soughtWord{"cast", soughtConversion}, soughtWord{"conv", soughtConversion}, soughtWord{"interval", soughtConversion}, soughtWord{"extract", soughtConversion},
	soughtWord{"mpadd", soughtConversion}, // TIMESTAMPADD
	soughtWord{"ddate", soughtConversion}, // ADDDATE
	soughtWord{"distinct", soughtDistinct},
	soughtWord{"bdate", soughtConversion}, // SUBDATE
	soughtWord{"partition", SoughtPartition}, soughtWord{"collate", soughtCollate},
	soughtWord{"default", soughtDefault}, soughtWord{"limit", soughtLimit},
	soughtWord{"utf8", SoughtDeprecated}, soughtWord{"sql_", SoughtDeprecated}, soughtWord{"binary", SoughtDeprecated},
	soughtWord{"of", soughtPast}, soughtWord{"system_time", soughtPast}, soughtWord{"version", soughtPast},
	soughtWord{"found_rows", SoughtDeprecated}, soughtWord{"json_merge", SoughtDeprecated},
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
				found |= soughtDotted
			}
			continue
		case '?':
			found |= SoughtParameter
			continue
		case '`':
			found |= soughtName
			continue
		case '.':
			if i > 0 && i+1 < len(text) && isDigit(text[i-1]) && isDigit(text[i+1]) {
				found |= soughtFraction
			}
			continue
		case '~', '&', '|', '^':
			found |= soughtOperator
			if c != '~' && i+1 < len(text) && text[i+1] == c {
				found |= SoughtDeprecated
			}
			continue
		case '!':
			if i+1 < len(text) && text[i+1] != '=' {
				found |= SoughtDeprecated
			}
			continue
		case '<', '>':
			if i+1 < len(text) && text[i+1] == c {
				found |= soughtOperator
			}
			continue
		}
		for _, w := range soughtWords[c|0x20] {
			if len(text)-i < len(w.word) || text[i+1]|0x20 != w.word[1] || !strings.EqualFold(text[i:i+len(w.word)], w.word) {
				continue
			}
			if w.is == soughtSelect && found&soughtSelect != 0 {
				found |= soughtQueries
			}
			found |= w.is
			if w.is == soughtGroup && groupsByRollup(text[i+len(w.word):]) {
				found |= soughtRollup
			}
		}
	}
	if found&soughtName != 0 { // as words.Respell has written what the parser does not know
		if spellsOperator(text) {
			found |= soughtOperator
		}
		if hasRollup(text) {
			found |= soughtRollup
		}
		if strings.Contains(text, AssignmentCall) {
			found |= SoughtDeprecated
		}
	}
	return found
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

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
		case c != '_' && c != '$' && !isDigit(c) && (c|0x20 < 'a' || c|0x20 > 'z') && c < 0x80:
			return false
		}
	}
	return false
}

const groupConcat = "group_concat"

func hasRollup(text string) bool { return strings.Contains(text, "`"+words.Rollup+"`") }

// groupsByRollup says of what stands behind GROUP whether it may be that.
func groupsByRollup(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	if len(text) < 2 || !strings.EqualFold(text[:2], "by") {
		return false
	}
	text = strings.TrimLeft(text[2:], " \t\r\n")
	return len(text) > len(rollupFunction) && strings.EqualFold(text[:len(rollupFunction)], rollupFunction)
}

// spellsOperator says of a text with names in backquotes whether one is a function that
// [words.Respell] has written for an operator, or a literal.
func spellsOperator(text string) bool {
	return strings.Contains(text, "`"+memberName+"`") || strings.Contains(text, "`"+assignedName+"`") || strings.Contains(text, "`interval`") ||
		strings.Contains(text, words.AllSuffix+"`") || strings.Contains(text, words.AnySuffix+"`") || strings.Contains(text, "`"+words.Sounds+"`") ||
		words.HasUnit(text) || strings.Contains(text, words.MomentSuffix+"`(")
}

// HasQuery says whether a text has a query in it.
func (s Sought) HasQuery() bool { return s&soughtSelect != 0 }
