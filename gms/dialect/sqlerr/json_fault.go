package sqlerr

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// jsonFault is what MySQL says is wrong with a text that is no JSON document, and at
// which byte; empty if it is one.
func jsonFault(text string) (what string, at int) {
	r := jsonReader{text: text}
	r.space()
	if r.at == len(text) {
		return "The document is empty.", r.at
	}
	if r.value(0); r.what == "" {
		if r.space(); r.at < len(text) {
			r.fail("The document root must not be followed by other values.", r.at)
		}
	}
	return r.what, r.fault
}

// deepestDocument is how many levels a document has at most.
const deepestDocument = 100

// jsonReader reads a document up to its first fault.
type jsonReader struct {
	text  string
	at    int
	what  string
	fault int
}

func (r *jsonReader) fail(what string, at int) { r.what, r.fault = what, at }

func (r *jsonReader) next() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

func (r *jsonReader) space() {
	for r.at < len(r.text) && strings.IndexByte(" \t\n\r", r.text[r.at]) >= 0 {
		r.at++
	}
}

// word reads one of the three words, or says how far it went.
func (r *jsonReader) word(w string) {
	for i := range len(w) {
		if r.next() != w[i] {
			r.fail("Invalid value.", r.at)
			return
		}
		r.at++
	}
}

func (r *jsonReader) value(depth int) {
	if depth > deepestDocument { // is told otherwise
		r.at = len(r.text)
		return
	}
	switch r.next() {
	case '{':
		r.members(depth)
	case '[':
		r.elements(depth)
	case '"':
		r.string()
	case 'n':
		r.word("null")
	case 't':
		r.word("true")
	case 'f':
		r.word("false")
	default:
		r.number()
	}
}

func (r *jsonReader) members(depth int) {
	r.at++
	if r.space(); r.next() == '}' {
		r.at++
		return
	}
	for {
		if r.next() != '"' {
			r.fail("Missing a name for object member.", r.at)
			return
		}
		if r.string(); r.what != "" {
			return
		}
		if r.space(); r.next() != ':' {
			r.fail("Missing a colon after a name of object member.", r.at)
			return
		}
		r.at++
		r.space()
		if r.value(depth + 1); r.what != "" {
			return
		}
		switch r.space(); r.next() {
		case ',':
			r.at++
			r.space()
		case '}':
			r.at++
			return
		default:
			r.fail("Missing a comma or '}' after an object member.", r.at)
			return
		}
	}
}

func (r *jsonReader) elements(depth int) {
	r.at++
	if r.space(); r.next() == ']' {
		r.at++
		return
	}
	for {
		if r.value(depth + 1); r.what != "" {
			return
		}
		switch r.space(); r.next() {
		case ',':
			r.at++
			r.space()
		case ']':
			r.at++
			return
		default:
			r.fail("Missing a comma or ']' after an array element.", r.at)
			return
		}
	}
}

// string reads one; a fault within an escape is told where that begins.
func (r *jsonReader) string() {
	r.at++
	for {
		switch c := r.next(); {
		case c == '"':
			r.at++
			return
		case c == '\\':
			if !r.escape() {
				return
			}
		case r.at == len(r.text), c == 0:
			r.fail("Missing a closing quotation mark in string.", r.at)
			return
		case c < ' ':
			r.fail("Invalid encoding in string.", r.at)
			return
		case c < utf8.RuneSelf:
			r.at++
		default:
			rune, n := utf8.DecodeRuneInString(r.text[r.at:])
			if rune == utf8.RuneError && n == 1 {
				r.fail("Invalid encoding in string.", r.at)
				return
			}
			r.at += n
		}
	}
}

func (r *jsonReader) escape() bool {
	begin := r.at
	r.at++
	c := r.next()
	if c != 'u' {
		if strings.IndexByte(`"\/bfnrt`, c) < 0 || c == 0 {
			r.fail("Invalid escape character in string.", begin)
			return false
		}
		r.at++
		return true
	}
	r.at++
	first, ok := r.hex(begin)
	if !ok || first < 0xD800 || first > 0xDFFF {
		return ok
	}
	if first > 0xDBFF || r.next() != '\\' || r.at+1 >= len(r.text) || r.text[r.at+1] != 'u' {
		r.fail("The surrogate pair in string is invalid.", begin)
		return false
	}
	r.at += 2
	second, ok := r.hex(begin)
	if ok && (second < 0xDC00 || second > 0xDFFF) {
		r.fail("The surrogate pair in string is invalid.", begin)
		return false
	}
	return ok
}

func (r *jsonReader) hex(begin int) (n uint64, ok bool) {
	if r.at+4 <= len(r.text) {
		if n, err := strconv.ParseUint(r.text[r.at:r.at+4], 16, 32); err == nil {
			r.at += 4
			return n, true
		}
	}
	r.fail("Incorrect hex digit after \\u escape in string.", begin)
	return 0, false
}

func (r *jsonReader) digits() bool {
	begin := r.at
	for c := r.next(); c >= '0' && c <= '9'; c = r.next() {
		r.at++
	}
	return r.at > begin
}

func (r *jsonReader) number() {
	begin := r.at
	if r.next() == '-' {
		r.at++
	}
	if r.next() == '0' {
		r.at++
	} else if !r.digits() {
		r.fail("Invalid value.", r.at)
		return
	}
	if r.next() == '.' {
		r.at++
		if !r.digits() {
			r.fail("Miss fraction part in number.", r.at)
			return
		}
	}
	if c := r.next(); c == 'e' || c == 'E' {
		r.at++
		if c := r.next(); c == '+' || c == '-' {
			r.at++
		}
		if !r.digits() {
			r.fail("Miss exponent in number.", r.at)
			return
		}
	}
	if f, _ := strconv.ParseFloat(r.text[begin:r.at], 64); math.IsInf(f, 0) {
		r.fail("Number too big to be stored in double.", begin)
	}
}

// jsonPathFault says whether a text is a JSON path and, if so, whether there is a
// wildcard or a range in it; else around which character it is wrong.
func jsonPathFault(path string) (at int, wildcard, ok bool) {
	r := jsonReader{text: path}
	r.space()
	if r.next() != '$' {
		return min(r.at+1, len(path)), false, false
	}
	r.at++
	for leg := byte(0); ; {
		r.space()
		if r.at == len(path) {
			return 0, wildcard, leg != '*' // ** needs a leg that follows
		}
		switch leg = r.next(); leg {
		case '.':
			r.at++
			r.space()
			switch c := r.next(); c {
			case '*':
				r.at++
				wildcard = true
			case '"':
				if r.string(); r.what != "" {
					return len(path), false, false
				}
			default:
				begin := r.at
				for r.at < len(path) && strings.IndexByte(" \t\n\r.[*", path[r.at]) < 0 {
					r.at++
				}
				if !isJSONName(path[begin:r.at]) {
					return r.at, false, false
				}
			}
		case '[':
			r.at++
			wild, ok := r.cell()
			if !ok {
				return r.at, false, false
			}
			wildcard = wildcard || wild
		case '*':
			r.at++
			if r.next() != '*' {
				return r.at, false, false
			}
			if r.at++; r.next() == '*' {
				return r.at, false, false
			}
			wildcard = true
		default:
			return r.at, false, false
		}
	}
}

// cell reads what stands in brackets, and the closing one.
func (r *jsonReader) cell() (wildcard, ok bool) {
	r.space()
	if r.next() == '*' {
		r.at++
		wildcard = true
	} else {
		if !r.index() {
			return false, false
		}
		r.space()
		if strings.HasPrefix(r.text[r.at:], "to") {
			r.at += 2
			if r.space(); !r.index() {
				return false, false
			}
			wildcard = true
		}
	}
	r.space()
	if r.next() != ']' {
		return false, false
	}
	r.at++
	return wildcard, true
}

func (r *jsonReader) index() bool {
	if strings.HasPrefix(r.text[r.at:], "last") {
		r.at += len("last")
		if r.space(); r.next() != '-' {
			return true
		}
		r.at++
		r.space()
	}
	return r.digits()
}

// isJSONName says whether a member needs no quotes: a name as ECMAScript has them.
func isJSONName(name string) bool {
	for i, c := range name {
		if c >= '0' && c <= '9' && i > 0 || c == '_' || c == '$' || c >= utf8.RuneSelf || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			continue
		}
		return false
	}
	return name != ""
}
