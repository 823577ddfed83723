package field

import (
	"strings"
	"time"
)

// YesNo is a boolean as MySQL's enum('YES','NO') spells it.
func YesNo(b bool) string {
	if b {
		return "YES"
	}
	return "NO"
}

// Text is a string whose absence is NULL.
func Text(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// Number is a count or identifier of which 0 means none.
func Number(n uint64) any {
	if n == 0 {
		return nil
	}
	return n
}

// Unless is v, or NULL where there is none.
func Unless[V any](null bool, v V) any {
	if null {
		return nil
	}
	return v
}

// Cut keeps the first n characters of s.
func Cut(s string, n int) string {
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

// ValidText replaces what is not UTF-8, which a text cut at a byte can end in.
func ValidText(s string) any { return Text(Utf8Text(s)) }

// Utf8Text replaces what is not UTF-8 in s.
func Utf8Text(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// ValidTextOrEmpty is ValidText for a column that is never NULL.
func ValidTextOrEmpty(s string) any {
	if s == "" {
		return ""
	}
	return ValidText(s)
}

// Moment is a time, or NULL where there is none.
func Moment(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t
}

// ObjectName is a name as its column has room for it.
func ObjectName(name string) any { return ValidText(Cut(name, IdentifierLength)) }
