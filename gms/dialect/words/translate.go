package words

import (
	"sort"
	"strconv"
	"strings"
)

// Mode is what a session's SQL mode says of how a text is read.
type Mode struct {
	AnsiQuotes         bool // double quotes are around names
	NoBackslashEscapes bool // a backslash in a string is one
}

// serverVersion is that of the MySQL whose version comments are run, as they write it.
const serverVersion = 90704

// Translation is a text as MySQL reads it, written so that the engine's parser, and
// the [Scanner], read the same.
type Translation struct {
	Text   string
	source string
	// begin is where both begin in those that the places of edits are of.
	begin edit
	edits []edit
}

// edit is a place up to which a translation has been written. Between two of them
// bytes were copied one by one.
type edit struct {
	source, text int
	mark         mark
	executed     bool // what follows stands in a comment that is run
	// forgets: what follows reads otherwise to whom does not know of that comment,
	// which ends before another begins.
	forgets bool
}

// mark says what an edit has to do with comments that are run.
type mark uint8

const (
	unmarked mark = iota
	begins        // a comment of any kind begins
	closes        // one that is run ends
)

// MayDiffer says whether MySQL may read a text otherwise than the parser, in some mode.
// It costs a look for four marks.
func MayDiffer(text string) bool {
	return strings.IndexByte(text, '\\') >= 0 || strings.Contains(text, "--") || strings.Contains(text, "/*") || strings.Contains(text, "//")
}

// Translate reads a text by the rules of MySQL, which are otherwise than the parser's in
// these things: what a comment of a later version says, and one of MariaDB's, is not run;
// one that is run may have comments and quotes in it, and is read in the session's mode;
// "--" begins a comment only where a blank or the end follows, "//" begins none; a
// backslash before % and _ stays, for LIKE; and there is the mode NO_BACKSLASH_ESCAPES.
// False where the parser reads the same.
func Translate(text string, mode Mode) (*Translation, bool) {
	t := translator{text: text, mode: mode}
	t.run()
	if t.edits == nil {
		return nil, false
	}
	t.copy(len(text))
	if t.executed { // the comment has no end, which is an error
		t.out.WriteString(" /*")
	}
	forgets := t.executed
	for i := len(t.edits) - 1; i >= 0; i-- {
		e := &t.edits[i]
		e.forgets = e.executed && forgets
		if e.mark != unmarked {
			forgets = e.mark == closes
		}
	}
	return &Translation{Text: t.out.String(), source: text, edits: t.edits}, true
}

// Rest is the part of the source of which a translation's rest was made; rest is what
// the translation ends in but for blanks and semicolons.
func (t *Translation) Rest(rest string) string {
	source, _ := t.cut(rest)
	return source
}

// cut is Rest, and the translation of that part; nil where it must be made anew. It
// costs a search in the edits.
func (t *Translation) cut(rest string) (string, *Translation) {
	if rest == "" {
		return "", nil
	}
	whole := t.Text
	if !strings.HasSuffix(whole, rest) {
		whole = strings.TrimRight(whole, "; \t\r\n\v\f")
	}
	at := t.begin.text + len(whole) - len(rest)
	n := sort.Search(len(t.edits), func(i int) bool { return t.edits[i].text > at })
	last := t.begin
	if n > 0 {
		last = t.edits[n-1]
	}
	from := min(last.source+at-last.text, t.begin.source+len(t.source))
	source := t.source[from-t.begin.source:]
	if last.forgets || n == len(t.edits) {
		return source, nil
	}
	begin := edit{source: from, text: at, executed: last.executed, forgets: last.forgets}
	return source, &Translation{Text: rest, source: source, begin: begin, edits: t.edits[n:]}
}

// translator writes a text anew from where it must be written otherwise.
type translator struct {
	text     string
	mode     Mode
	pos      int
	out      strings.Builder
	from     int // of the text that is not written yet
	edits    []edit
	executed bool // within a comment that is run
}

// copy writes the text up to a place.
func (t *translator) copy(to int) {
	t.out.WriteString(t.text[t.from:to])
	t.from = to
}

// replace writes something for the text from here up to a place.
func (t *translator) replace(to int, with string) {
	t.copy(t.pos)
	t.out.WriteString(with)
	t.from, t.pos = to, to
	t.edits = append(t.edits, edit{source: to, text: t.out.Len(), executed: t.executed})
}

// mark says of the last edit what it has to do with comments.
func (t *translator) mark(m mark) { t.edits[len(t.edits)-1].mark = m }

// blank writes blanks instead, and keeps the lines.
func (t *translator) blank(to int) {
	t.replace(to, strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return ' '
	}, latin(t.text[t.pos:to])))
}

// latin is a text with a character for each byte.
func latin(text string) string {
	b := []byte(text)
	for i := range b {
		b[i] &= 0x7f
	}
	return string(b)
}

func (t *translator) at(i int) byte {
	if i < len(t.text) {
		return t.text[i]
	}
	return 0
}

func (t *translator) run() {
	for t.pos < len(t.text) {
		next := t.at(t.pos + 1)
		switch c := t.text[t.pos]; {
		case c == '\'', c == '"' && !t.mode.AnsiQuotes:
			t.literal(c)
		case c == '`', c == '"':
			t.pos = endOfName(t.text, t.pos, len(t.text))
		case c == '#':
			t.line()
		case c == '-' && next == '-':
			if after := t.at(t.pos + 2); after <= ' ' || after == 0x7f {
				t.line()
				break
			}
			t.pos++
			t.replace(t.pos, " ")
		case c == '/' && next == '/':
			t.pos++
			t.replace(t.pos, " ")
		case c == '/' && next == '*':
			t.comment()
		case c == '*' && next == '/' && t.executed:
			t.executed = false
			t.blank(t.pos + 2)
			t.mark(closes)
		default:
			t.pos++
		}
	}
}

// line passes over the rest of a line.
func (t *translator) line() {
	n := strings.IndexByte(t.text[t.pos:], '\n')
	if n < 0 {
		t.pos = len(t.text)
		return
	}
	t.pos += n + 1
}

// literal passes over a string.
func (t *translator) literal(quote byte) {
	for t.pos++; t.pos < len(t.text); t.pos++ {
		switch c := t.text[t.pos]; {
		case c == '\\' && t.mode.NoBackslashEscapes:
			t.replace(t.pos, `\`)
		case c == '\\' && (t.at(t.pos+1) == '%' || t.at(t.pos+1) == '_'):
			t.replace(t.pos, `\`)
		case c == '\\':
			t.pos++
		case c == quote && t.at(t.pos+1) == quote:
			t.pos++
		case c == quote:
			t.pos++
			return
		}
	}
	t.pos = len(t.text)
}

// comment passes over a comment, or to what stands in one that is run.
func (t *translator) comment() {
	body := t.pos + 2
	switch {
	case t.at(body) == '!':
		t.versioned(body + 1)
		return
	case t.at(body) == 'M' && t.at(body+1) == '!':
		t.pos = body
		t.replace(body+1, " ")
	}
	n := strings.Index(t.text[body:], "*/")
	if n < 0 {
		t.pos = len(t.text)
		return
	}
	t.pos = body + n + 2
}

// versioned is a comment that is run if its version, of five or six digits, is one that
// the server has.
func (t *translator) versioned(body int) {
	digits := 0
	for digits < 6 && isDigit(t.at(body+digits)) {
		digits++
	}
	version := 0
	if digits >= 5 {
		version, _ = strconv.Atoi(t.text[body : body+digits])
	} else {
		digits = 0
	}
	if version > serverVersion {
		if end := t.endOfSkipped(body + digits); end > 0 {
			t.blank(end)
		} else {
			t.replace(len(t.text), "/*")
		}
		if !t.executed {
			t.mark(begins)
		}
		return
	}
	if digits < 6 && !t.executed && !t.defines() {
		if end := strings.Index(t.text[body:], "*/"); end >= 0 && isSimple(t.text[body+digits:body+end], digits) {
			t.pos = body + end + 2 // which the parser runs as well
			return
		}
	}
	t.executed = true
	t.blank(body + digits)
	t.mark(begins)
}

// defines says whether a statement defines something, which keeps its text: a dump of it
// would have a comment that is run in another.
func (t *translator) defines() bool {
	s := Scanner{Text: t.text}
	return s.Next().Is(t.text, "CREATE")
}

// isSimple says whether all who read what stands in a comment read the same.
func isSimple(body string, digits int) bool {
	if digits == 0 && body != "" && isDigit(body[0]) {
		return false
	}
	return strings.Trim(body, " \t\r\n") != "" && !strings.ContainsAny(body, "'\"`\\#;\x00\v\f") && !MayDiffer(body)
}

// endOfSkipped is where a comment ends that is not run, which may have others in it; 0
// if it has no end.
func (t *translator) endOfSkipped(from int) int {
	for i := from; i < len(t.text); i++ {
		switch {
		case t.text[i] == '*' && t.at(i+1) == '/':
			return i + 2
		case t.text[i] == '/' && t.at(i+1) == '*':
			end := strings.Index(t.text[i+2:], "*/")
			if end < 0 {
				return 0
			}
			i += 2 + end + 1
		}
	}
	return 0
}
