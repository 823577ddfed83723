package words

import (
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

var triggerBodiesRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "bodies-of-triggers-alone", Changes: rule.Text, About: rule.Triggers,
		Why:      "The parser has no body of a trigger but BEGIN and a few statements; any other is put between BEGIN and END.",
		NeededBy: rule.Tool, By: "mysqldump", Golden: "written_definitions",
		Example: "CREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW IF NEW.a THEN SET NEW.a = 1; END IF",
	},
	Apply: RespellStep{before: (*respelling).bareBody, backText: unspellBare},
}

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
	if r.ends != "" || r.tokens[i].Kind != Word || !r.is(0, "CREATE") {
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

var programsOnceRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "programs-once", Changes: rule.Text, About: rule.Programs,
		Why:      "The parser lacks IF NOT EXISTS of a procedure and a trigger.",
		NeededBy: rule.Data, Golden: "written_definitions",
		Example: "CREATE PROCEDURE IF NOT EXISTS p() SELECT 1",
	},
	Apply: RespellStep{at: programOnce},
}

// programOnce leaves IF NOT EXISTS out; [CreatesOnce] tells of it.
func programOnce(r *respelling, i int) int {
	if r.is(0, "CREATE") && r.oneOf(i-1, "PROCEDURE", "TRIGGER") && r.is(i, "IF", "NOT", "EXISTS") {
		return r.replace(i, 3, "")
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
