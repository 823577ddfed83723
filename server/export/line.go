package export

import (
	"bytes"
	"errors"
	"io"
)

// mostRecord bounds a record of CSV, in bytes, and mostValues its values: a line without an end, a
// quoted value over many lines, or a line of commas, which a few compressed bytes can stand for,
// would be kept whole. A profile's record has some KB and about a hundred values.
const (
	mostRecord = 16 << 20
	mostValues = 10_000
)

var (
	errRecord = errors.New("a line, or a quoted value, has more than 16 MiB")
	errValues = errors.New("a line has more than 10,000 values")
)

// lineReader reads until a record is too long. What it hands out at once may have a longer one: its
// reader's buffer bounds that.
type lineReader struct {
	r      io.Reader
	bytes  int  // since the last record's end
	values int  // commas since then
	quoted bool // a quoted value has begun
}

// Read implements io.Reader.
func (l *lineReader) Read(b []byte) (int, error) {
	n, err := l.r.Read(b)
	l.count(b[:n])
	switch {
	case l.values >= mostValues:
		return 0, errValues
	case l.bytes > mostRecord:
		return 0, errRecord
	}
	return n, err
}

func (l *lineReader) count(b []byte) {
	if !l.quoted && bytes.IndexByte(b, '"') < 0 {
		if at := bytes.LastIndexByte(b, '\n'); at >= 0 {
			l.bytes, l.values, b = 0, 0, b[at+1:]
		}
		l.bytes += len(b)
		l.values += bytes.Count(b, []byte{','})
		return
	}
	for _, c := range b {
		l.bytes++
		switch {
		case c == '"': // a quote in a quoted value is two
			l.quoted = !l.quoted
		case l.quoted:
		case c == ',':
			l.values++
		case c == '\n':
			l.bytes, l.values = 0, 0
		}
	}
}
