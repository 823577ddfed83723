package builtin

import (
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// Bounds of the numbers that a format of STR_TO_DATE() may have read, by the letters of its
// parts. The engine counts on where one is beyond them.
var formatBounds = map[byte][2]int{
	'm': {0, 12}, 'c': {0, 12}, 'd': {0, 31}, 'e': {0, 31}, 'D': {0, 31}, 'H': {0, 23}, 'k': {0, 23}, 'h': {1, 12}, 'I': {1, 12}, 'l': {1, 12},
	'i': {0, 59}, 's': {0, 59}, 'S': {0, 59},
}

// readsMoment says whether what the engine has read of a text that fits a format is what
// MySQL reads: a date that there is, whole, and a time within a day.
func readsMoment(v any, text, format string) bool {
	within, day, has := true, 0, make(map[byte]bool, len(format)/2)
	eachPart(text, format, func(part byte, n int) {
		has[part] = true
		if bounds, ok := formatBounds[part]; ok && (n < bounds[0] || n > bounds[1]) {
			within = false
		}
		if strings.IndexByte("deD", part) >= 0 {
			day = n
		}
	})
	t, isTime := v.(time.Time)
	if !within {
		return false
	}
	const mostOver = 3 // 31 February
	if isTime && t.Day() <= mostOver && day > mostOver && day != t.Day() {
		return false
	}
	some := func(parts string) bool {
		for i := range len(parts) {
			if has[parts[i]] {
				return true
			}
		}
		return false
	}
	year, month, days := some("YyXx"), some("mcMb"), some("deD")
	if !year && !month && !days && !some("j") {
		return true // of a time alone
	}
	if isTime && t.Year() < 1 {
		return false
	}
	return year && (month && days || some("j") || some("UuVv") && some("Wwa"))
}

// withFraction is a moment with the microseconds that %f reads: the engine takes its digits
// for a number of them.
func withFraction(v any, text, format string) any {
	if !strings.Contains(format, "%f") {
		return v
	}
	µs := 0
	eachPart(text, format, func(part byte, n int) {
		if part == 'f' {
			µs = n
		}
	})
	switch v := v.(type) {
	case time.Time:
		return v.Truncate(time.Second).Add(time.Duration(µs) * time.Microsecond)
	case types.Timespan:
		return v - v%1e6 + types.Timespan(µs)
	}
	return v
}

// eachPart goes through the parts of a format with the numbers that they read of a text that
// was found to fit it; 0 of what are names.
func eachPart(text, format string, visit func(part byte, n int)) {
	digits := func(most int) (n int) {
		text = strings.TrimLeft(text, " ")
		for ; most > 0 && text != "" && text[0] >= '0' && text[0] <= '9'; most-- {
			n, text = 10*n+int(text[0]-'0'), text[1:]
		}
		return n
	}
	for i := 0; i < len(format) && text != ""; i++ {
		if format[i] != '%' || i+1 == len(format) {
			text = strings.TrimPrefix(text, format[i:i+1])
			continue
		}
		i++
		switch format[i] {
		case 'Y', 'X', 'x':
			visit(format[i], digits(4))
		case 'j':
			visit(format[i], digits(3))
		case 'f': // the first of six digits, of which those that are left out are 0
			before := len(strings.TrimLeft(text, " "))
			n := digits(operand.Microseconds)
			for read := before - len(text); read < operand.Microseconds; read++ {
				n *= 10
			}
			visit(format[i], n)
		case 'D': // with a suffix of two letters
			visit(format[i], digits(2))
			text = text[min(2, len(text)):]
		case 'd', 'e', 'y', 'm', 'c', 'H', 'k', 'h', 'I', 'l', 'i', 's', 'S', 'U', 'u', 'V', 'v', 'w':
			visit(format[i], digits(2))
		default: // names, and times as a whole
			visit(format[i], 0)
			text = strings.TrimLeft(text, " ")
			if format[i] == 'T' || format[i] == 'r' {
				text = strings.TrimLeft(text, "0123456789:")
				if format[i] == 'r' {
					text = strings.TrimLeft(text, " AaPpMm")
				}
				continue
			}
			text = strings.TrimLeft(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
		}
	}
}

// partDigits is how many digits the parts of a format read at most.
var partDigits = map[byte]int{
	'Y': 4, 'j': 3, 'f': operand.Microseconds,
	'd': 2, 'e': 2, 'y': 2, 'm': 2, 'c': 2, 'H': 2, 'k': 2, 'h': 2, 'I': 2, 'l': 2, 'i': 2, 's': 2, 'S': 2,
}

// withGaps is a text with a space behind the digits that each part of a format reads, where more
// digits follow: the engine gives some parts all of them, so that the hour of 101112 would be 101112. It
// skips spaces. Behind a part that is a name, a suffix or a time as a whole the text stays as it is.
func withGaps(text, format string) string {
	var b strings.Builder
	rest := text
	take := func(n int) { b.WriteString(rest[:n]); rest = rest[n:] }
	spaces := func() { take(len(rest) - len(strings.TrimLeft(rest, " "))) }
	for i := 0; i < len(format) && rest != ""; i++ {
		spaces()
		if format[i] != '%' || i+1 == len(format) {
			if rest != "" && rest[0] == format[i] {
				take(1)
			}
			continue
		}
		i++
		most, ok := partDigits[format[i]]
		if !ok {
			break
		}
		n := 0
		for n < min(most, len(rest)) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		take(n)
		if n > 0 && rest != "" && rest[0] >= '0' && rest[0] <= '9' {
			b.WriteByte(' ')
		}
	}
	b.WriteString(rest)
	return b.String()
}
