package builtin

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// A storage may keep a JSON document as text of its own form, which the engine sends as
// it is: without blanks, the members of objects in the order of their bytes, numbers as
// Go writes them. MySQL writes a blank after each comma and colon, shorter names before
// longer ones, and numbers as elsewhere.

// RespellPrepared has the JSON documents of a prepared statement's result be written as by
// MySQL, and the years of its dates with four digits. What the engine wrote itself costs a look at
// its first comma or colon, a date one at its first dash, a result without either one at its columns.
func RespellPrepared(r *sqltypes.Result) {
	for i, field := range r.Fields {
		switch field.Type {
		case sqltypes.TypeJSON:
			respellDocuments(r, i)
		case sqltypes.Date, sqltypes.Datetime, sqltypes.Timestamp:
			for _, row := range r.Rows {
				if i < len(row) {
					row[i] = operand.Respelled(row[i], field.Type)
				}
			}
		}
	}
}

func respellDocuments(r *sqltypes.Result, column int) {
	var w documentWriter
	for _, row := range r.Rows {
		if column >= len(row) || row[column].IsNull() {
			continue
		}
		if text := row[column].Raw(); !isSpelled(text) {
			if own, ok := w.document(text); ok {
				row[column] = sqltypes.MakeTrusted(sqltypes.TypeJSON, own)
			}
		}
	}
}

// isSpelled says whether a document is written as by MySQL, for a blank follows its
// first comma or colon, or it has neither and is no number and no text to be looked at.
func isSpelled(text []byte) bool {
	switch {
	case len(text) == 0:
		return true
	case text[0] == '"':
		return !bytes.Contains(text, lineSeparator)
	case text[0] != '[' && text[0] != '{':
		return len(text) < longNumber && bytes.IndexByte(text, 'e') < 0
	}
	inside := false
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			inside = !inside
		case '\\':
			i++
		case ',', ':':
			if !inside {
				return i+1 < len(text) && text[i+1] == ' '
			}
		}
	}
	return false
}

// documentWriter writes documents anew.
type documentWriter struct {
	in, out []byte
	members []documentMember // of the objects that are open
	sorted  []byte
}

// documentMember is a member of an object, where it is written.
type documentMember struct{ begin, nameEnd, end int }

// document is a document written anew; ok is false for what is none.
func (w *documentWriter) document(text []byte) (own []byte, ok bool) {
	const blanks = 8 // one for so many bytes, at a guess
	if w.members == nil {
		w.members = make([]documentMember, 0, 16)
	}
	w.in, w.out, w.members = text, make([]byte, 0, len(text)+len(text)/blanks+blanks), w.members[:0]
	ok = w.value(0)
	w.skip()
	return w.out, ok && len(w.in) == 0
}

// skip passes over blanks.
func (w *documentWriter) skip() {
	for len(w.in) > 0 && (w.in[0] == ' ' || w.in[0] == '\n' || w.in[0] == '\t' || w.in[0] == '\r') {
		w.in = w.in[1:]
	}
}

// take passes over a byte, if it is the next.
func (w *documentWriter) take(b byte) bool {
	w.skip()
	if len(w.in) == 0 || w.in[0] != b {
		return false
	}
	w.in = w.in[1:]
	return true
}

func (w *documentWriter) value(depth int) bool {
	w.skip()
	if len(w.in) == 0 || depth > deepestValue {
		return false
	}
	switch w.in[0] {
	case '{':
		return w.object(depth)
	case '[':
		return w.array(depth)
	case '"':
		return w.text()
	}
	return w.word()
}

func (w *documentWriter) array(depth int) bool {
	w.in, w.out = w.in[1:], append(w.out, '[')
	for first := true; !w.take(']'); first = false {
		if !first {
			if !w.take(',') {
				return false
			}
			w.out = append(w.out, ", "...)
		}
		if !w.value(depth + 1) {
			return false
		}
	}
	w.out = append(w.out, ']')
	return true
}

func (w *documentWriter) object(depth int) bool {
	w.in, w.out = w.in[1:], append(w.out, '{')
	opened, inOrder := len(w.members), true
	for !w.take('}') {
		if len(w.members) > opened {
			if !w.take(',') {
				return false
			}
			w.out = append(w.out, ", "...)
		}
		m := documentMember{begin: len(w.out)}
		if w.skip(); len(w.in) == 0 || w.in[0] != '"' || !w.text() || !w.take(':') {
			return false
		}
		m.nameEnd = len(w.out)
		w.out = append(w.out, ": "...)
		if !w.value(depth + 1) {
			return false
		}
		m.end = len(w.out)
		if n := len(w.members); inOrder && n > opened {
			inOrder = w.compare(w.members[n-1], m) <= 0
		}
		w.members = append(w.members, m)
	}
	if !inOrder {
		w.sort(w.members[opened:])
	}
	w.members, w.out = w.members[:opened], append(w.out, '}')
	return true
}

// compare is the order of two members: by the length of their names, then by their bytes.
func (w *documentWriter) compare(a, b documentMember) int {
	x, y := plainName(w.out[a.begin:a.nameEnd]), plainName(w.out[b.begin:b.nameEnd])
	if c := cmp.Compare(len(x), len(y)); c != 0 {
		return c
	}
	return bytes.Compare(x, y)
}

// plainName is a name without what is escaped in it.
func plainName(quoted []byte) []byte {
	if bytes.IndexByte(quoted, '\\') >= 0 {
		if name, ok := unescaped(quoted); ok {
			return name
		}
	}
	return quoted[1 : len(quoted)-1]
}

// unescaped is the text that a string of JSON stands for.
func unescaped(quoted []byte) (text []byte, ok bool) {
	for s := quoted[1 : len(quoted)-1]; len(s) > 0; {
		if s[0] != '\\' {
			text, s = append(text, s[0]), s[1:]
			continue
		}
		if len(s) < 2 {
			return nil, false
		}
		if i := bytes.IndexByte([]byte(`bfnrt`), s[1]); i >= 0 {
			text, s = append(text, "\b\f\n\r\t"[i]), s[2:]
			continue
		}
		if s[1] != 'u' {
			text, s = append(text, s[1]), s[2:]
			continue
		}
		const end = len(`\uXXXX`)
		if len(s) < end {
			return nil, false
		}
		r, err := strconv.ParseUint(string(s[2:end]), 16, 16)
		if err != nil {
			return nil, false
		}
		text, s = utf8.AppendRune(text, rune(r)), s[end:]
	}
	return text, true
}

// sort puts the members of the object that ends here in order.
func (w *documentWriter) sort(members []documentMember) {
	begin := members[0].begin
	slices.SortStableFunc(members, w.compare)
	w.sorted = w.sorted[:0]
	for i, m := range members {
		if i > 0 {
			w.sorted = append(w.sorted, ", "...)
		}
		w.sorted = append(w.sorted, w.out[m.begin:m.end]...)
	}
	w.out = append(w.out[:begin], w.sorted...)
}

// lineSeparator begins the two characters that Go's writer of JSON escapes and MySQL
// does not.
var lineSeparator = []byte(`\u202`)

func (w *documentWriter) text() bool {
	from := 0
	for i := 1; i < len(w.in); i++ {
		switch w.in[i] {
		case '\\':
			const end = len(`\u2028`)
			if rest := w.in[i:]; len(rest) >= end && bytes.HasPrefix(rest, lineSeparator) && (rest[end-1] == '8' || rest[end-1] == '9') {
				w.out = utf8.AppendRune(append(w.out, w.in[from:i]...), '\u2020'+rune(rest[end-1]-'0'))
				i += end - 1
				from = i + 1
				continue
			}
			i++
		case '"':
			w.out = append(w.out, w.in[from:i+1]...)
			w.in = w.in[i+1:]
			return true
		}
	}
	return false
}

// longNumber is how many digits a number may have that is no integer of 64 bits, but a
// double.
const longNumber = 19

// word writes a number, true, false or null.
func (w *documentWriter) word() bool {
	end := 0
	for end < len(w.in) && (w.in[end] >= '-' && w.in[end] <= '9' || w.in[end] >= 'a' && w.in[end] <= 'z' || w.in[end] == '+' || w.in[end] == 'E') {
		end++
	}
	if end == 0 {
		return false
	}
	word := w.in[:end]
	w.in = w.in[end:]
	if number := word[0] == '-' || word[0] >= '0' && word[0] <= '9'; !number || bytes.IndexByte(word, 'e') < 0 && len(word) < longNumber {
		w.out = append(w.out, word...)
		return true
	}
	if _, err := strconv.ParseUint(string(word), 10, 64); err == nil {
		w.out = append(w.out, word...)
		return true
	}
	if _, err := strconv.ParseInt(string(word), 10, 64); err == nil || bytes.IndexByte(word, '.') >= 0 && bytes.IndexByte(word, 'e') < 0 {
		w.out = append(w.out, word...)
		return true
	}
	f, err := strconv.ParseFloat(string(word), 64)
	if err != nil {
		return false
	}
	w.out = operand.AppendDouble(w.out, f)
	return true
}

// RespellValues has the doubles and documents of a result be written as by MySQL, and
// the years of its dates with four digits. What is written alike costs a look.
func RespellValues(r *sqltypes.Result) {
	for i, field := range r.Fields {
		switch field.Type {
		case sqltypes.Float64, sqltypes.Float32, sqltypes.Date, sqltypes.Datetime, sqltypes.Timestamp:
		case sqltypes.TypeJSON:
			respellDocuments(r, i)
			continue
		default:
			continue
		}
		for _, row := range r.Rows {
			if i < len(row) {
				row[i] = operand.Respelled(row[i], field.Type)
			}
		}
	}
}
