package gms

import (
	"strings"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// shown is a statement as others may see it, without passwords. Whatever keeps a
// text keeps this one. For ordinary statements it costs a comparison or two.
func (conn *connection) shown(text string) string {
	if conn.isPlain(text) {
		return text
	}
	return words.Hide(text, conn.ansiQuotes(text))
}

// isPlain says that a text can have no secret. The connection remembers the last of
// them: a prepared statement brings the same one again.
func (conn *connection) isPlain(text string) bool {
	if text == conn.plain {
		return true
	}
	if words.MayHide(text) || words.MayHideLater(text) {
		return false
	}
	const little = 4096 // that is worth keeping beyond its statement
	if len(text) <= little {
		conn.plain = text
	}
	return true
}

// shownUnparsed is shown for a query before it is known to parse: what may have a
// secret is shown as if it did not.
func (conn *connection) shownUnparsed(text string) string {
	if conn.isPlain(text) {
		return text
	}
	return conn.shownFailed(text)
}

// shownFailed is shown for a statement that did not parse.
func (conn *connection) shownFailed(text string) string {
	return words.HideFailed(text, conn.ansiQuotes(text))
}

// ansiQuotes says whether double quotes are around names in a text. Only where
// they hide what they begin with does it matter, and the session is asked.
func (conn *connection) ansiQuotes(text string) bool {
	if strings.IndexByte(text, '"') < 0 || strings.IndexByte(text, '\\') < 0 {
		return false
	}
	w := conn.wire
	return w != nil && w.ansiQuotes != nil && w.ansiQuotes()
}

// show has others see another text of the statement.
func (x *execution) show(text string) {
	x.text = text
	x.statement.SetText(text)
	x.connection.thread.SetInfo(text)
	x.connection.profiling.Profiler.SetText(text)
}

// shownMessage is an error's message as others may see it: one of a statement
// with a password may quote it.
func (x *execution) shownMessage(message string) string {
	if x.raw == x.text {
		return message
	}
	return words.HideIn(message, x.raw, x.connection.ansiQuotes(x.raw), x.failed)
}

// firstStatement is the one of a text that runs first, where a client may send
// several. What follows gets its own turn, and may have a password.
func (conn *connection) firstStatement(text string) string {
	if conn.client.Capabilities&mysql.CapabilityClientMultiStatements == 0 || strings.IndexByte(text, ';') < 0 {
		return text
	}
	first, _, _ := words.Split(text, conn.ansiQuotes(text))
	return apart(first, text)
}

// apart is a statement that came as a part of a text. Events and profiles keep the
// statement, and with it would keep all of the text where that is much longer.
func apart(statement, text string) string {
	const little = 1024
	if len(text) < 2*len(statement)+little {
		return statement
	}
	return strings.Clone(statement)
}
