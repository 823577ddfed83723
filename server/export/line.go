package export

import (
	"bytes"
	"errors"
	"io"
)

// mostLine bounds a line of CSV, in bytes: one of a file without line ends, which a few
// compressed bytes can stand for, would be kept whole. A profile's line has some KB.
const mostLine = 16 << 20

var errLine = errors.New("a line has more than 16 MiB")

// lineReader reads until a line is too long.
type lineReader struct {
	r    io.Reader
	line int // bytes since the last line end
}

// Read implements io.Reader.
func (l *lineReader) Read(b []byte) (int, error) {
	n, err := l.r.Read(b)
	if at := bytes.LastIndexByte(b[:n], '\n'); at >= 0 {
		l.line = n - at - 1
	} else if l.line += n; l.line > mostLine {
		return 0, errLine
	}
	return n, err
}
