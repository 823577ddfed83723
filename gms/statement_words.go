package gms

import "strings"

// firstWords are the first words of a statement, comments left out. What stands in
// a version comment, /*! ... */, belongs to the statement.
type firstWords struct {
	word [8]string
	n    int
	end  int // where the last word ends in the text
}

// scan reads words up to the first thing that is not one.
func (w *firstWords) scan(text string) { w.scanMax(text, len(w.word)) }

func (w *firstWords) scanMax(text string, limit int) {
	i := 0
	for w.n < limit {
		i = skipBlank(text, i)
		start := i
		for i < len(text) && isWordByte(text[i]) {
			i++
		}
		if i == start {
			return
		}
		w.word[w.n] = text[start:i]
		w.n++
		w.end = i
	}
}

// skipBlank passes over white space and comments, and an opening parenthesis
// before the first word.
func skipBlank(text string, i int) int {
	for i < len(text) {
		rest := text[i:]
		switch {
		case text[i] == ' ' || text[i] >= '\t' && text[i] <= '\r' || text[i] == '(' || text[i] == ';':
			i++
		case text[i] == '#' || strings.HasPrefix(rest, "-- ") || strings.HasPrefix(rest, "--\n") || strings.HasPrefix(rest, "--\t"):
			nl := strings.IndexByte(rest, '\n')
			if nl < 0 {
				return len(text)
			}
			i += nl + 1
		case strings.HasPrefix(rest, "/*!"):
			i += 3
			for i < len(text) && text[i] >= '0' && text[i] <= '9' {
				i++
			}
		case strings.HasPrefix(rest, "*/"):
			i += 2
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				return len(text)
			}
			i += end + 4
		default:
			return i
		}
	}
	return i
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func (w *firstWords) is(i int, word string) bool {
	return i < w.n && strings.EqualFold(w.word[i], word)
}

// startsWith compares words, passing over those between the first one and
// position from.
func (w *firstWords) startsWith(want []string, from int) bool {
	for i, word := range want {
		at := i
		if i > 0 {
			at += from
		}
		if !w.is(at, word) {
			return false
		}
	}
	return true
}

// skipExplain returns what stands after EXPLAIN and its options.
func skipExplain(text string) string {
	for {
		var w firstWords
		w.scanMax(text, 1)
		switch {
		case w.n == 0:
			return text
		case w.is(0, "EXPLAIN"), w.is(0, "DESCRIBE"), w.is(0, "DESC"), w.is(0, "ANALYZE"), w.is(0, "PLAN"), w.is(0, "EXTENDED"):
			text = text[w.end:]
		case w.is(0, "FORMAT"):
			text = strings.TrimLeft(text[w.end:], " \t\r\n=")
			var value firstWords
			value.scanMax(text, 1)
			if value.n == 0 {
				return text
			}
			text = text[value.end:]
		default:
			return text
		}
	}
}
