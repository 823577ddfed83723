package top

import (
	"strings"
	"unicode"
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

// fit cuts a printable text to so many columns, with an ellipsis, and fills it up with
// spaces, before it if it is to stand at the right.
func fit(s string, width int, right bool) string {
	if width <= 0 {
		return ""
	}
	w := uniseg.StringWidth(s)
	if w > width {
		s, w = cut(s, width-1)
		s, w = s+"…", w+1
	}
	space := strings.Repeat(" ", width-w)
	if right {
		return space + s
	}
	return s + space
}

// cut is as much of a text as there is room for, and its width.
func cut(s string, width int) (string, int) {
	w, end, state := 0, 0, -1
	for rest := s; rest != ""; {
		var cluster string
		var boundary int
		cluster, rest, boundary, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if w+boundary > width {
			break
		}
		w, end = w+boundary, end+len(cluster)
	}
	return s[:end], w
}
