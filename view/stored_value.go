package view

import (
	"strconv"
	"strings"
)

// ValueKind is what the values of a column are in a [Row], where they are not nil: for who
// stores them in another form.
type ValueKind uint8

// The kinds of values.
const (
	TextValue       ValueKind = iota // string
	UnsignedValue                    // uint64
	SignedValue                      // int64
	DoubleValue                      // float64
	TimeValue                        // time.Time, of microseconds
	MillionthsValue                  // string: a decimal of six places, see [ParseMillionths]
)

// ValueKindOf is the kind of the values of a column that is declared with a type.
func ValueKindOf(typ string) ValueKind {
	switch {
	case strings.HasSuffix(typ, " unsigned"):
		return UnsignedValue
	case typ == "bigint" || typ == "int":
		return SignedValue
	case strings.HasPrefix(typ, "double"):
		return DoubleValue
	case strings.HasPrefix(typ, "timestamp"):
		return TimeValue
	case strings.HasPrefix(typ, "decimal(") && strings.HasSuffix(typ, ",6)"):
		return MillionthsValue
	}
	return TextValue
}

const millionth, places = 1_000_000, 6

// FormatMillionths is a number of millionths as a decimal column with six places has it:
// microseconds as seconds, nanoseconds as milliseconds.
func FormatMillionths(n int64) string {
	sign, size := "", uint64(n)
	if n < 0 {
		sign, size = "-", -size
	}
	text := make([]byte, 0, len("-18446744073709.551615"))
	text = append(text, sign...)
	text = strconv.AppendUint(text, size/millionth, 10)
	// The millionths, with the noughts before them, behind a point in place of the one.
	point := len(text)
	text = strconv.AppendUint(text, millionth+size%millionth, 10)
	text[point] = '.'
	return string(text)
}

// ParseMillionths is [FormatMillionths] the other way; not ok: the text is no such decimal.
func ParseMillionths(s string) (n int64, ok bool) {
	whole, fraction, ok := strings.Cut(s, ".")
	if !ok || len(fraction) != places {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+fraction, 10, 64)
	return n, err == nil
}
