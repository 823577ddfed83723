// Package match compares names of instruments with the patterns of
// performance-schema-instrument.
package match

import "strings"

// Name says whether a pattern matches all of a name: % stands for any characters, ?
// for one, a backslash takes the meaning off the one behind it, and case does not
// matter. It allocates nothing and looks at no character of the name more often than
// there are characters in the pattern.
func Name(pattern, name string) bool {
	p, n := 0, 0
	// Where to go on when a character does not match: behind the last %, with
	// one more character of the name given to it.
	retry, from := -1, 0
	for n < len(name) {
		if p < len(pattern) && pattern[p] == '%' {
			retry, from = p+1, n
			p++
			continue
		}
		if width := matchOne(pattern[p:], name[n]); width > 0 {
			p += width
			n++
			continue
		}
		if retry < 0 {
			return false
		}
		from++
		p, n = retry, from
	}
	return strings.Trim(pattern[p:], "%") == ""
}

// matchOne matches a character against the start of a pattern that is not %,
// and returns how much of the pattern that took, 0 if it does not match.
func matchOne(pattern string, c byte) int {
	switch {
	case pattern == "":
		return 0
	case pattern[0] == '?':
		return 1
	case pattern[0] == '\\' && len(pattern) > 1:
		if lower(pattern[1]) == lower(c) {
			return 2
		}
		return 0
	case lower(pattern[0]) == lower(c):
		return 1
	}
	return 0
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
