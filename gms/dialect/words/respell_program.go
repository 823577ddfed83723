package words

import "strings"

// The grammar has no body of a trigger but BEGIN and a few statements. Any other, as IF and
// SIGNAL, is put between BEGIN and END, which comments mark, so that the definition is shown
// as it was written.
const (
	bareBegins = "BEGIN /*`.`*/ "
	bareEnds   = " /*`.`*/; END"
)

// triggerBodies begin the bodies that the grammar has.
var triggerBodies = []string{"BEGIN", "SET", "CALL", "INSERT", "REPLACE", "UPDATE", "DELETE"}

// bareBody puts the body of a trigger between them, if it begins at token i.
func (r *respelling) bareBody(i int) {
	if r.ends != "" || !r.is(0, "CREATE") {
		return
	}
	ordered := r.oneOf(i-2, "FOLLOWS", "PRECEDES") && r.is(i-5, "FOR", "EACH", "ROW")
	if !ordered && !r.is(i-3, "FOR", "EACH", "ROW") || r.oneOf(i, "FOLLOWS", "PRECEDES") || r.oneOf(i, triggerBodies...) {
		return
	}
	r.edit(r.tokens[i].Start, r.tokens[i].Start, bareBegins)
	r.ends = bareEnds
}

// unspellBare takes them away.
func unspellBare(text string) string {
	begin := strings.Index(text, bareBegins)
	if begin < 0 {
		return text
	}
	text = text[:begin] + text[begin+len(bareBegins):]
	if end := strings.LastIndex(text, bareEnds); end >= 0 {
		text = text[:end] + text[end+len(bareEnds):]
	}
	return text
}

// defined respells what the grammar lacks of definitions.
func (r *respelling) defined(i int) int {
	creates := r.is(0, "CREATE")
	if !creates && !r.is(0, "ALTER") {
		return 0
	}
	switch {
	case creates && r.oneOf(i-1, "PROCEDURE", "TRIGGER") && r.is(i, "IF", "NOT", "EXISTS"):
		return r.replace(i, 3, "") // [CreatesOnce] tells
	case creates && r.depth == 0 && r.is(i-1, "AS", "VALUES", "ROW"):
		n := len(r.tokens) - i
		if r.is(len(r.tokens)-1, ";") {
			n--
		}
		rows := r.text[r.tokens[i].Start:r.tokens[i+n-1].End]
		return r.replace(i, n, "SELECT * FROM ("+rows+") AS `values`")
	case r.is(i, "ENGINE") && r.depth == 0:
		at := i + 1
		if r.is(at, "=") {
			at++
		}
		if at < len(r.tokens) && r.tokens[at].Kind == String {
			return r.replace(i, at-i+1, "ENGINE = "+strings.Trim(r.tokens[at].Of(r.text), "'\""))
		}
	case r.is(i, "KEY", "USING") && r.is(i-1, "PRIMARY") && r.is(i+3, "("):
		return r.replace(i, 3, "KEY")
	case r.is(i, "WITH", "PARSER"):
		if i+2 < len(r.tokens) {
			return r.replace(i, 3, "")
		}
	case r.is(i, "CHAR", "BYTE"):
		return r.replace(i, 2, "BINARY")
	}
	return 0
}

// CreatesOnce says of a statement that it makes a procedure or a trigger unless there is one
// of the name.
func CreatesOnce(text string) bool {
	s := Scanner{Text: text}
	if t := s.Next(); !t.Is(text, "CREATE") {
		return false
	}
	for t := s.Next(); t.Kind != End; t = s.Next() {
		if t.Is(text, "PROCEDURE") || t.Is(text, "TRIGGER") {
			tokens := Tokens{s}
			return tokens.Take("IF", "NOT", "EXISTS")
		}
		if t.Is(text, "TABLE") || t.Is(text, "VIEW") || t.Is(text, "EVENT") || t.Is(text, "FUNCTION") {
			return false
		}
	}
	return false
}
