package catalog

import (
	"strings"
	"time"
)

// yesNo is a boolean as MySQL's enum('YES','NO') spells it.
func yesNo(b bool) string {
	if b {
		return "YES"
	}
	return "NO"
}

// text is a string whose absence is NULL.
func text(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// number is a count or identifier of which 0 means none.
func number(n uint64) any {
	if n == 0 {
		return nil
	}
	return n
}

// unless is v, or NULL where there is none.
func unless[V any](null bool, v V) any {
	if null {
		return nil
	}
	return v
}

// cut keeps the first n characters of s.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// validText replaces what is not UTF-8, which a text cut at a byte can end in.
func validText(s string) any { return text(utf8Text(s)) }

func utf8Text(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// validTextOrEmpty is validText for a column that is never NULL.
func validTextOrEmpty(s string) any {
	if s == "" {
		return ""
	}
	return validText(s)
}

// moment is a time, or NULL where there is none.
func moment(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t
}
