package words

import (
	"regexp"
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

var typedLiteralsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "literals-of-dates", Changes: rule.Text, About: rule.Numbers,
		Why:      "The parser takes DATE '2024-01-15' for a text, which compares and stores as one.",
		NeededBy: rule.Data, Golden: "moment_forms",
		Example: "SELECT DATE '2024-01-15'",
	},
	Apply: RespellStep{at: (*respelling).moment, backText: unspellMoments},
}

var odbcLiteralsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "literals-of-odbc", Changes: rule.Text, About: rule.Numbers,
		Why:      "The parser lacks {d '2024-01-15'}, {t '10:00:00'} and {ts '2024-01-15 10:00:00'}.",
		NeededBy: rule.Tool, By: "Connector/ODBC", Golden: "respelled_queries",
		Example: "SELECT {d '2024-01-15'}",
	},
	Apply: RespellStep{at: odbcLiteral, any: true},
}

func odbcLiteral(r *respelling, i int) int {
	if !r.is(i, "{") {
		return 0
	}
	return r.odbcMoment(i)
}

// momentWords begin literals of dates and times, DATE '2024-01-15'; odbcWords those of
// ODBC, {d '2024-01-15'}.
var (
	momentWords = [...]string{"DATE", "TIME", "TIMESTAMP"}
	odbcWords   = map[string]string{"D": "DATE", "T": "TIME", "TS": "TIMESTAMP"}
)

// MomentSuffix ends the names of the functions that the literals become; their words are
// in front.
const MomentSuffix = " literal"

// HasMoment says whether a text may have a literal of a date or a time, which the parser
// takes for a plain text, or N'text', which it takes for a name and a text: one of their
// words stands before a quote. It looks at the text once.
func HasMoment(text string) bool {
	for i := 1; i < len(text); i++ {
		if text[i] != '\'' && text[i] != '"' {
			continue
		}
		end := i
		if text[i] == '\'' && text[i-1]|0x20 == 'n' && (i == 1 || !isNameByte(text[i-2]) && text[i-2] != '\'' && text[i-2] != '"') {
			return true
		}
		for end > 0 && (text[end-1] == ' ' || text[end-1] == '\t' || text[end-1] == '\n' || text[end-1] == '\r') {
			end--
		}
		if end == 0 || text[end-1]|0x20 != 'e' && text[end-1]|0x20 != 'p' {
			continue
		}
		for _, word := range momentWords {
			if n := end - len(word); n >= 0 && strings.EqualFold(text[n:end], word) && (n == 0 || !isNameByte(text[n-1])) {
				return true
			}
		}
	}
	return false
}

func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c == '.' || c == '`' || c == '@' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// moment makes a call of a literal of a date or a time.
func (r *respelling) moment(i int) int {
	if i+1 >= len(r.tokens) || r.tokens[i+1].Kind != String || !r.oneOf(i, momentWords[:]...) || r.is(i-1, ".") {
		return 0
	}
	if r.is(i-2, "NAME_CONST", "(") || r.is(i-4, "NAME_CONST", "(") {
		return 0 // it takes literals of the parser's alone
	}
	literal, gap := r.tokens[i+1], " "
	if literal.Glued {
		gap = ""
	}
	return r.replace(i, 2, "`"+r.tokens[i].Of(r.text)+MomentSuffix+"`("+gap+literal.Of(r.text)+")")
}

// odbcMoment makes one of ODBC's form, which begins with a brace.
func (r *respelling) odbcMoment(i int) int {
	const tokens = 4
	if i+tokens > len(r.tokens) || r.tokens[i+1].Kind != Word || r.tokens[i+2].Kind != String || !r.is(i+3, "}") {
		return 0
	}
	word := odbcWords[strings.ToUpper(r.tokens[i+1].Of(r.text))]
	if word == "" {
		return 0
	}
	return r.replace(i, tokens, "`"+word+MomentSuffix+"`("+r.tokens[i+2].Of(r.text)+")")
}

var momentCall = regexp.MustCompile("(?is)`(date|time|timestamp)" + MomentSuffix + "`" + `\(( ?(?:'(?:[^'\\]|''|\\.)*'|"(?:[^"\\]|""|\\.)*"))\)`)

// unspellMoments writes the calls as the literals that they were.
func unspellMoments(text string) string {
	if !strings.Contains(text, MomentSuffix+"`(") {
		return text
	}
	return momentCall.ReplaceAllString(text, "$1$2")
}
