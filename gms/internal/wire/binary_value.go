package wire

import (
	"strconv"

	"github.com/dolthub/vitess/go/sqltypes"
)

// vitess writes the rows of a prepared statement value by value, from their texts. A text that
// is no value of its type ends in an error there, in the middle of the result, and a short text
// of a date in a panic.

// IsBinary reports whether the binary protocol can carry a value: whether its text is one of its
// type, as 'x' is none of an INT.
func IsBinary(v sqltypes.Value) bool {
	switch t := v.Type(); t {
	case sqltypes.Int8:
		return isInteger(v, 8)
	case sqltypes.Int16, sqltypes.Year:
		return isInteger(v, 16)
	case sqltypes.Int24, sqltypes.Int32:
		return isInteger(v, 32)
	case sqltypes.Int64:
		return isInteger(v, 64)
	case sqltypes.Uint8:
		return isUnsigned(v, 8)
	case sqltypes.Uint16:
		return isUnsigned(v, 16)
	case sqltypes.Uint24, sqltypes.Uint32:
		return isUnsigned(v, 32)
	case sqltypes.Uint64:
		return isUnsigned(v, 64)
	case sqltypes.Float32, sqltypes.Float64:
		bits := 64
		if t == sqltypes.Float32 {
			bits = 32
		}
		_, err := strconv.ParseFloat(v.ToString(), bits)
		return err == nil
	case sqltypes.Date, sqltypes.Datetime, sqltypes.Timestamp:
		return IsMoment(v.Raw())
	case sqltypes.Time:
		return isClock(v.Raw())
	}
	return true
}

func isInteger(v sqltypes.Value, bits int) bool {
	_, err := strconv.ParseInt(v.ToString(), 10, bits)
	return err == nil
}

func isUnsigned(v sqltypes.Value, bits int) bool {
	_, err := strconv.ParseUint(v.ToString(), 10, bits)
	return err == nil
}

// IsMoment reports whether a text is YYYY-MM-DD, with or without hh:mm:ss and a fraction of up
// to six digits. An empty text is the date of zeros.
func IsMoment(text []byte) bool {
	const form = "0000-00-00 00:00:00"
	if len(text) == 0 {
		return true
	}
	if len(text) > len(form) {
		fraction := text[len(form):]
		if fraction[0] != '.' || len(fraction) > 1+6 || !areDigits(fraction[1:]) {
			return false
		}
		text = text[:len(form)]
	}
	if len(text) != len(form) && len(text) != len("0000-00-00") {
		return false
	}
	for i, c := range text {
		if form[i] == '0' && !isDigit(c) || form[i] != '0' && form[i] != c {
			return false
		}
	}
	return true
}

// isClock reports whether a text is hours, minutes and seconds with a fraction of up to six
// digits or none.
func isClock(text []byte) bool {
	const form = ":00:00"
	if len(text) > 0 && text[0] == '-' {
		text = text[1:]
	}
	hours := 0
	for hours < len(text) && isDigit(text[hours]) {
		hours++
	}
	if text = text[hours:]; hours == 0 || hours > 8 || len(text) < len(form) {
		return false
	}
	for i := range len(form) {
		if c := text[i]; form[i] == '0' && !isDigit(c) || form[i] != '0' && form[i] != c {
			return false
		}
	}
	fraction := text[len(form):]
	return len(fraction) == 0 || fraction[0] == '.' && len(fraction) <= 1+6 && areDigits(fraction[1:])
}

func areDigits(text []byte) bool {
	for _, c := range text {
		if !isDigit(c) {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
