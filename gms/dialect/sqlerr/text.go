package sqlerr

import (
	"regexp"
	"strings"
	"sync"

	"github.com/dolthub/vitess/go/mysql"
	goerrors "gopkg.in/src-d/go-errors.v1"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// errorText is what MySQL says of an error that the engine says otherwise.
type errorText struct {
	kind   *goerrors.Kind
	number int
	state  string
	// text is MySQL's message: $1 and so on are what the engine's has in the places
	// of its verbs, $db.$1 is a name with its database. Where text is empty the
	// engine's message stays.
	text string
	// tell gives the message where more is needed than the parts of the engine's,
	// and nil where what is needed cannot be found: the engine's message stays.
	tell func(of *Statement, parts []string) *mysql.SQLError
}

// parts takes out of a message of this kind what stands in the places of the
// verbs of the engine's format; nil if it is not of this kind.
func (t *errorText) parts(message string) []string {
	pattern, ok := partPatterns.Load(t.kind)
	if !ok {
		pattern, _ = partPatterns.LoadOrStore(t.kind, partsPattern(t.kind.Message))
	}
	found := pattern.(*regexp.Regexp).FindStringSubmatch(message)
	if found == nil {
		return nil
	}
	for i, part := range found[1:] {
		found[i+1] = strings.Trim(part, "`'\"")
	}
	return found
}

// partPatterns are the patterns of kinds of which there has been an error.
var partPatterns sync.Map

// partsPattern matches the texts a format string makes, and takes out what stands in
// the places of its verbs.
func partsPattern(format string) *regexp.Regexp {
	quoted := regexp.QuoteMeta(format)
	for _, verb := range []string{"%s", "%v", "%d", "%q", "%T"} {
		quoted = strings.ReplaceAll(quoted, verb, "(.*?)")
	}
	quoted = strings.ReplaceAll(quoted, "%%", "%")
	if !strings.Contains(quoted, "(.*?)") {
		quoted += "(?:: (.*))?" // of a kind that goes around another error
	}
	return regexp.MustCompile("(?s)^" + quoted + "$")
}

// Worded gives an error MySQL's message, if its statement and the engine's
// message say enough for it.
func Worded(err error, of *Statement) error {
	sent, ok := err.(*mysql.SQLError) //nolint:errorlint // as it is sent
	if !ok {
		return err
	}
	if of.Told != nil {
		if told := of.Told(sent.Message); told != nil {
			return told
		}
	}
	if sent.Num == mysql.ERParseError && isSyntaxError(sent.Message) {
		return unreadError(sent, of)
	}
	for i := range errorTexts {
		t := &errorTexts[i]
		if sent.Num != t.number && sent.Num != mysql.ERUnknownError {
			continue
		}
		parts := t.parts(sent.Message)
		switch {
		case parts == nil:
			continue
		case t.tell != nil:
			if told := t.tell(of, parts); told != nil {
				return told
			}
			return mysql.NewSQLError(t.number, t.state, "%s", sent.Message)
		case t.text == "":
			return mysql.NewSQLError(t.number, t.state, "%s", sent.Message)
		}
		return mysql.NewSQLError(t.number, t.state, "%s", of.fill(t.text, parts))
	}
	return withoutLogins(sent)
}

// withoutLogins returns an error without the logins of addresses in it, if it has no number
// of its own: a storage names the remote that it cannot reach, which the client may never
// have seen. Errors with a number name what the client has sent.
func withoutLogins(err *mysql.SQLError) error {
	if err.Num == mysql.ERUnknownError {
		if shown := words.HideLogins(err.Message); shown != err.Message {
			return mysql.NewSQLError(err.Num, err.State, "%s", shown)
		}
	}
	return err
}

// fill puts the parts of an error in MySQL's message.
func (of *Statement) fill(text string, parts []string) string {
	database := of.database()
	var with []string
	for i, name := range parts[1:] {
		verb := "$" + string(rune('1'+i))
		switch {
		case strings.Contains(text, "$in."+verb):
			if database != "" && strings.Count(name, ".") == 1 {
				name = database + "." + name
			}
			with = append(with, "$in."+verb, name)
		case strings.Contains(text, "$db."+verb):
			name = of.qualified(name)
			with = append(with, "$db."+verb, name)
		default:
			with = append(with, verb, name)
		}
	}
	return strings.NewReplacer(append(with, "$db", database)...).Replace(text)
}

// qualified is a name with its database: that which the statement gives, or the
// session's.
func (of *Statement) qualified(name string) string {
	if strings.Contains(name, ".") {
		return name
	}
	database := qualifierOf(of.Query, name)
	if database == "" {
		database = of.database()
	}
	if database == "" {
		return name
	}
	return database + "." + name
}

// qualifierOf is the name that stands before another in a statement, with a point
// between; empty if there is none.
func qualifierOf(query, name string) string {
	found, err := regexp.Compile("(?i)`?([[:word:]$]+)`?\\s*\\.\\s*`?" + regexp.QuoteMeta(name) + "\\b")
	if err != nil {
		return ""
	}
	if m := found.FindStringSubmatch(query); m != nil {
		return m[1]
	}
	return ""
}
