package moment

import (
	"strings"
	"time"
)

// Note is what MySQL warns of in a text that it takes.
type Note uint8

// The notes, by which MySQL numbers the warnings.
const (
	// Plain texts have nothing to warn of.
	Plain Note = iota
	// Delimiter is a delimiter other than MySQL's own: warning 4095.
	Delimiter
	// Spaces are too many, or stand before or behind the text, and delimiters follow each other:
	// warning 4096.
	Spaces
)

// spaces are those around a text that are passed over.
const spaces = " \t\n\v\f\r"

const (
	fields       = 6 // from the year to the second
	yearDigits   = 4
	microDigits  = 6
	century      = 100
	firstOfYear2 = 70 // years of two digits are 19xx from here on, and 20xx below
)

// Datetime reads a date, with or without a time, from the whole of a text. hasTime reports
// whether the text has a time. The result is in UTC, to the microsecond: a time zone in the
// text moves it into zone, and is refused if zone is nil. ok is false for texts that MySQL
// refuses in a strict sql_mode, and for dates whose month or day is zero.
func Datetime(text string, zone *time.Location) (t time.Time, hasTime bool, note Note, ok bool) {
	p := parse(text)
	if p.fault != none || p.zoned && zone == nil {
		return p.at, false, p.note, false
	}
	t = p.in(zone)
	return t, p.hasTime, p.note, t.Year() >= 0 && t.Year() <= 9999
}

// Local is Datetime, but leaves out a time zone in the text. zoned reports whether there is one.
func Local(text string) (t time.Time, hasTime, zoned bool, note Note, ok bool) {
	p := parse(text)
	return p.at, p.hasTime, p.zoned, p.note, p.fault == none && p.at.Year() <= 9999
}

// IsImpossible reports whether a text is written as a date and is none of the calendar, as
// 2024-02-30, or has a time or a time zone that no day has. Dates of zeros are not.
func IsImpossible(text string) bool {
	f := parse(text).fault
	return f == noDay || f == impossible
}

// IsImpossibleDay reports whether a text is written as a date and is no day of the calendar, as 2024-02-30.
func IsImpossibleDay(text string) bool { return parse(text).fault == noDay }

// Begins reports whether a text begins with a date, and cut whether anything else follows the date.
// Texts that only MySQL's lenient reading takes, as dates with a month or a day of zero, begin with none.
func Begins(text string) (cut, ok bool) {
	p := parse(text)
	return p.fault == truncated, (p.fault == none || p.fault == truncated) && p.at.Year() <= 9999
}

// IsZero reports whether a text is the date of zeros, with or without a time of zeros.
func IsZero(text string) bool {
	text = strings.Trim(text, spaces)
	return strings.HasPrefix(text, "0000-00-00") && strings.Trim(text, "0:.- ") == ""
}

// fault is what is wrong with a text.
type fault uint8

const (
	none       fault = iota
	truncated        // something else follows the date
	unreadable       // no date is written so
	noDay            // no such day
	impossible       // no such time or time zone
)

// parsed is what has been read of a text.
type parsed struct {
	at      time.Time     // without the zone
	offset  time.Duration // of the zone, from UTC
	zoned   bool
	hasTime bool
	spaced  bool // the date and the time have a space between them, or no mark at all
	note    Note
	fault   fault
}

// in moves a date with a time zone into another zone.
func (p parsed) in(zone *time.Location) time.Time {
	if !p.zoned {
		return p.at
	}
	t := p.at.Add(-p.offset)
	_, from := t.In(zone).Zone()
	return t.Add(time.Duration(from) * time.Second)
}

// parse reads the parts of a date.
func parse(text string) (p parsed) {
	r := reader{text: text}
	r.trim()
	r.joinInternal()
	digits := r.countDigits()
	internal := digits == len(r.text) || r.text[digits] == '.' && (digits == 14 || digits == 12)
	var value, length [fields]int
	n := 0
	if internal {
		n = r.internalFields(digits, &value, &length)
	} else {
		n = r.delimitedFields(&value, &length)
	}
	if n < 3 || r.failed {
		return parsed{note: r.note, fault: unreadable}
	}
	if length[0] == 2 {
		if value[0] += 19 * century; value[0] < 19*century+firstOfYear2 {
			value[0] += century
		}
	}
	micros := 0
	if n == fields && strings.HasPrefix(r.text, ".") {
		micros = r.fraction()
	}
	p.offset, p.zoned = r.offset(n > 3)
	p.hasTime, p.spaced = n > 3, internal || r.spaced
	p.at = time.Date(value[0], time.Month(value[1]), value[2], value[3], value[4], value[5], micros*int(time.Microsecond), time.UTC)
	day := time.Date(value[0], time.Month(value[1]), value[2], 0, 0, 0, 0, time.UTC)
	switch {
	case r.text != "" && n > 3 && (r.text[0] == '+' || r.text[0] == '-') && zoneAt(r.text):
		p.fault = impossible
	case value[1] == 0 || value[2] == 0:
		p.fault = unreadable
	case value[3] > 23 || value[4] > 59 || value[5] > 59:
		p.fault = impossible
	case day.Month() != time.Month(value[1]) || day.Day() != value[2]:
		p.fault = noDay
	case r.text != "":
		p.fault = truncated
	}
	p.note = r.note
	return p
}

// reader takes a text from its front.
type reader struct {
	text   string
	note   Note
	failed bool
	spaced bool // a space stands between the date and the time
}

// trim takes the spaces around the text.
func (r *reader) trim() {
	whole := len(r.text)
	if r.text = strings.Trim(r.text, spaces); len(r.text) < whole {
		r.note = Spaces
	}
}

func (r *reader) countDigits() (n int) {
	for n < len(r.text) && isDigit(r.text[n]) {
		n++
	}
	return n
}

// number takes at most so many digits.
func (r *reader) number(most int) (value, digits int) {
	for digits < most && digits < len(r.text) && isDigit(r.text[digits]) {
		value = value*10 + int(r.text[digits]-'0')
		digits++
	}
	r.text = r.text[digits:]
	return value, digits
}

// joinInternal takes the T out of YYYYMMDDThhmmss and YYMMDDThhmmss.
func (r *reader) joinInternal() {
	const timeDigits = len("hhmmss")
	n := r.countDigits()
	if n != 6 && n != 8 || n == len(r.text) || r.text[n] != 'T' {
		return
	}
	joined := reader{text: r.text[:n] + r.text[n+1:]}
	if end := joined.countDigits(); end == n+timeDigits && (end == len(joined.text) || joined.text[end] == '.') {
		r.text = joined.text
	}
}

// internalFields takes YYYYMMDD, YYMMDD and both with hhmmss.
func (r *reader) internalFields(digits int, value, length *[fields]int) (n int) {
	switch digits {
	case 6, 12:
		length[0] = 2
	case 8, 14:
		length[0] = yearDigits
	default:
		r.failed = true
		return 0
	}
	value[0], _ = r.number(length[0])
	for n = 1; n < fields && r.countDigits() > 0; n++ {
		value[n], length[n] = r.number(2)
	}
	return n
}

// delimitedFields takes numbers with marks between them, and a space or a T between the date
// and the time.
func (r *reader) delimitedFields(value, length *[fields]int) (n int) {
	for n < fields {
		most := 2
		if n == 0 {
			most = yearDigits
		}
		v, digits := r.number(most)
		if digits == 0 {
			break
		}
		value[n], length[n] = v, digits
		n++
		if n == fields || r.text == "" || !r.delimiter(n) {
			break
		}
	}
	return n
}

// delimiter takes what stands between two numbers, and reports whether there is any. A zone
// behind the minutes is none.
func (r *reader) delimiter(behind int) bool {
	date := behind < 3
	if !date && (r.text[0] == '+' || r.text[0] == '-') && zoneAt(r.text) && behind > 3 {
		return false
	}
	if behind == 3 && r.text[0] == 'T' {
		if len(r.text) < 2 || !isDigit(r.text[1]) {
			return false
		}
		r.text = r.text[1:]
		return true
	}
	taken := 0
	for taken < len(r.text) {
		c := r.text[taken]
		switch {
		case isSpace(c) && behind == 3:
			r.spaced = true
		case isMark(c):
			if usual := date && c == '-' || behind > 3 && c == ':'; !usual && r.note == Plain {
				r.note = Delimiter
			}
		default:
			if taken > 1 {
				r.note = Spaces
			}
			r.text = r.text[taken:]
			return taken > 0
		}
		taken++
	}
	if taken > 1 {
		r.note = Spaces
	}
	r.text = ""
	return false
}

// fraction takes a point and digits of a second, in microseconds, rounded.
func (r *reader) fraction() (micros int) {
	r.text = r.text[1:]
	micros, digits := r.number(microDigits)
	for ; digits < microDigits; digits++ {
		micros *= 10
	}
	if more := r.countDigits(); more > 0 {
		if r.text[0] >= '5' {
			micros++
		}
		r.text = r.text[more:]
	}
	return micros
}

// zoneAt reports whether a text is a time zone, as +09:00.
func zoneAt(text string) bool {
	return len(text) == len("+00:00") && isDigit(text[1]) && isDigit(text[2]) && text[3] == ':' && isDigit(text[4]) && isDigit(text[5])
}

// Zoned reports whether a text ends in a time zone, as +09:00. For other texts Datetime needs
// no zone.
func Zoned(text string) bool {
	text = strings.TrimRight(text, spaces)
	at := len(text) - len("+00:00")
	return at > 0 && (text[at] == '+' || text[at] == '-') && zoneAt(text[at:])
}

// offset takes a time zone from -13:59 to +14:00, if the text has a time.
func (r *reader) offset(hasTime bool) (d time.Duration, ok bool) {
	if !hasTime || !zoneAt(r.text) || r.text[0] != '+' && r.text[0] != '-' {
		return 0, false
	}
	const most, least = 14 * time.Hour, 13*time.Hour + 59*time.Minute
	hours, minutes := int(r.text[1]-'0')*10+int(r.text[2]-'0'), int(r.text[4]-'0')*10+int(r.text[5]-'0')
	d = time.Duration(hours*60+minutes) * time.Minute
	negative := r.text[0] == '-'
	if minutes > 59 || !negative && d > most || negative && (d > least || d == 0) {
		return 0, false
	}
	if r.text = ""; negative {
		d = -d
	}
	return d, true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// isMark reports whether a byte is punctuation.
func isMark(c byte) bool {
	return c > ' ' && c < 0x7f && !isDigit(c) && (c|0x20 < 'a' || c|0x20 > 'z')
}

// MostMicros are the microseconds of 838:59:59, beyond which there is no TIME.
const MostMicros = (838*3600 + 59*60 + 59) * int64(1e6)

// Time reads a TIME from the whole of a text, in microseconds: days, hours, minutes and
// seconds, or the digits of these. dated reports that the text is a date with a time, whose
// day is left out; a time zone in it moves the time into zone, which may be nil for a text that
// is not Zoned. inRange is false beyond MostMicros, and the result then the nearest TIME.
// ok is false for texts that MySQL refuses in a strict sql_mode for any other reason.
func Time(text string, zone *time.Location) (micros int64, note Note, dated, inRange, ok bool) {
	if text == "" {
		return 0, Plain, false, true, true
	}
	r := reader{text: text}
	r.trim()
	if len(r.text) >= len("YYMMDDhhmmss") && r.text[0] != '-' {
		if p := parse(text); (p.fault == none || p.fault == noDay) && p.hasTime && p.spaced && !(p.zoned && zone == nil) {
			t := p.in(zone)
			return t.Sub(t.Truncate(24 * time.Hour)).Microseconds(), p.note, true, true, true
		}
	}
	negative := strings.HasPrefix(r.text, "-")
	r.text = strings.TrimPrefix(r.text, "-")
	first, digits := r.long()
	if digits == 0 && !strings.HasPrefix(r.text, ":") || r.text == ":" {
		return 0, r.note, false, true, false
	}
	var part [3]int64 // hours, minutes, seconds
	between := 0
	for between < len(r.text) && isSpace(r.text[between]) {
		between++
	}
	switch {
	case between > 0:
		if r.text = r.text[between:]; between > 1 {
			r.note = Spaces
		}
		hours, digits := r.long()
		if digits == 0 {
			return 0, r.note, false, true, false
		}
		part[0] = first*24 + hours
	case strings.HasPrefix(r.text, ":"):
		part[0] = first
	default:
		part = [3]int64{first / 10000, first / 100 % 100, first % 100}
	}
	for i := 1; i < len(part) && strings.HasPrefix(r.text, ":"); i++ {
		r.text = r.text[1:]
		if part[i], digits = r.long(); digits == 0 {
			return 0, r.note, false, true, false
		}
	}
	if strings.HasPrefix(r.text, ".") {
		micros = int64(r.fraction())
	}
	if r.text != "" || part[1] > 59 || part[2] > 59 {
		return 0, r.note, false, true, false
	}
	inRange = true
	if micros += (part[0]*3600 + part[1]*60 + part[2]) * 1e6; micros > MostMicros {
		micros, inRange = MostMicros, false
	}
	if negative {
		micros = -micros
	}
	return micros, r.note, false, inRange, true
}

// long takes all digits. Numbers beyond every TIME are cut off.
func (r *reader) long() (value int64, digits int) {
	const most = 1e8 // so many days and hours together have less than 2^63 microseconds
	for digits < len(r.text) && isDigit(r.text[digits]) {
		value = min(value*10+int64(r.text[digits]-'0'), most)
		digits++
	}
	r.text = r.text[digits:]
	return value, digits
}

// Usual reports whether a text is written as MySQL writes a date, with or without a time, or
// with clock a TIME of less than 100 hours.
func Usual(text string, clock bool) bool {
	form := "0000-00-00 00:00:00"
	if clock {
		if form = "00:00:00"; strings.HasPrefix(text, "-") {
			text = text[1:]
		}
	}
	for i := range len(text) {
		switch {
		case i == len(form):
			fraction := text[i+1:]
			return text[i] == '.' && len(fraction) <= microDigits && strings.Trim(fraction, "0123456789") == ""
		case form[i] == '0' && !isDigit(text[i]), form[i] != '0' && form[i] != text[i]:
			return false
		}
	}
	return len(text) == len(form) || !clock && len(text) == len("0000-00-00")
}
