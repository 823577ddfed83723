package terminal

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// maxCombining is how many marks a letter may carry: more would run over other lines.
const maxCombining = 2

// Printable is a text of anybody's as it may be written to a terminal: on one line, with
// a space for what separates and U+FFFD for every other character that a terminal might
// obey (escapes, other controls, marks of direction, private ones) and for bytes that are
// no UTF-8. A letter keeps two combining marks.
func Printable(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	marks := maxCombining // a mark needs a letter before it
	for _, r := range s {
		switch {
		case r == '\t' || r == '\n' || r == '\r' || unicode.Is(unicode.Zs, r):
			r, marks = ' ', maxCombining
		case unicode.Is(unicode.M, r):
			if marks++; marks > maxCombining {
				continue
			}
		case !unicode.IsPrint(r) || uniseg.StringWidth(string(r)) == 0:
			r, marks = utf8.RuneError, 0
		default:
			marks = 0
		}
		b.WriteRune(r)
	}
	return b.String()
}

// plain says whether there are ASCII characters to print alone.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// EscapeJSON writes the characters of JSON that no terminal should be shown as escapes of
// JSON, which says the same. Package encoding/json does so of the control characters of
// ASCII alone.
func EscapeJSON(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for _, r := range string(text) {
		if r == '\n' || strconv.IsPrint(r) {
			out = utf8.AppendRune(out, r)
			continue
		}
		if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		} else {
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}
