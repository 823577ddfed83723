package clickhouse

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"time"

	"github.com/perfschema/perfschema/view"
)

// errValue: a value is not of the kind that its column has.
var errValue = errors.New("clickhouse: a value is not of its column's type")

// append adds a value. What is not NULL and has none is empty.
func (k kind) append(to []byte, v any) (_ []byte, ok bool) {
	little := binary.LittleEndian
	switch v := v.(type) {
	case nil:
		switch k {
		case text:
			return append(to, 0), true
		case seconds, micros:
			return little.AppendUint32(to, 0), true
		}
		return little.AppendUint64(to, 0), true
	case uint64:
		return little.AppendUint64(to, v), k == unsigned || k == signed
	case int64:
		return little.AppendUint64(to, uint64(v)), k == unsigned || k == signed //nolint:gosec // the bits
	case float64:
		return little.AppendUint64(to, math.Float64bits(v)), k == double
	case time.Time:
		if k == micros {
			return little.AppendUint32(to, uint32(v.Nanosecond()/1000)), true //nolint:gosec // below a million
		}
		return little.AppendUint32(to, uint32(v.Unix())), k == seconds //nolint:gosec // was looked at
	case string:
		if k == decimal {
			n, ok := view.ParseMillionths(v)
			return little.AppendUint64(to, uint64(n)), ok //nolint:gosec // the bits
		}
		to = binary.AppendUvarint(to, uint64(len(v)))
		return append(to, v...), k == text
	}
	return to, false
}

// rowReader reads rows of some columns of a table.
type rowReader struct {
	from    *bufio.Reader
	columns []column // what ClickHouse sends, in its order
	place   []int    // of each in the row
	width   int      // of the row
	buffer  [8]byte
	text    []byte
}

// mostText is how long a text may be: longer ones are a fault.
const mostText = 256 << 20

// next reads a row; the error is io.EOF behind the last.
func (r *rowReader) next() (view.Row, error) {
	if _, err := r.from.Peek(1); err != nil {
		return nil, err
	}
	row := make(view.Row, r.width)
	for i, c := range r.columns {
		v, err := r.value(c)
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, err
		}
		at := r.place[i]
		if c.kind == micros {
			// It comes behind the seconds.
			if when, ok := row[at].(time.Time); ok && v != nil {
				row[at] = time.UnixMicro(when.UnixMicro() + int64(v.(uint64))).UTC() //nolint:gosec // 32 bits
			}
			continue
		}
		row[at] = v
	}
	return row, nil
}

func (r *rowReader) value(c column) (any, error) {
	if c.nullable {
		null, err := r.from.ReadByte()
		if err != nil || null == 1 {
			return nil, err
		}
		if null != 0 {
			return nil, errAnswer
		}
	}
	switch c.kind {
	case text:
		return r.string(c)
	case seconds, micros:
		if _, err := io.ReadFull(r.from, r.buffer[:4]); err != nil {
			return nil, err
		}
		n := binary.LittleEndian.Uint32(r.buffer[:4])
		if c.kind == micros {
			return uint64(n), nil
		}
		return time.Unix(int64(n), 0).UTC(), nil
	}
	if _, err := io.ReadFull(r.from, r.buffer[:]); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint64(r.buffer[:])
	switch c.kind {
	case signed:
		return int64(n), nil //nolint:gosec // the bits
	case double:
		return math.Float64frombits(n), nil
	case decimal:
		return view.FormatMillionths(int64(n)), nil //nolint:gosec // the bits
	}
	return n, nil
}

// errAnswer: what ClickHouse sends is not what was asked for.
var errAnswer = errors.New("clickhouse: an answer is not in the form that was asked for")

func (r *rowReader) string(c column) (any, error) {
	n, err := binary.ReadUvarint(r.from)
	if err != nil {
		return nil, err
	}
	if n > mostText {
		return nil, errAnswer
	}
	// What is not there yet gets no room on the word of who sends it.
	r.text = r.text[:0]
	for left := int(n); left > 0; { //nolint:gosec // bounded above
		part := min(left, 64<<10)
		at := len(r.text)
		r.text = append(r.text, make([]byte, part)...)
		if _, err := io.ReadFull(r.from, r.text[at:]); err != nil {
			return nil, err
		}
		left -= part
	}
	if n == 0 && !c.nullable {
		return nil, nil //nolint:nilnil // it stands for NULL
	}
	return string(r.text), nil
}

// insertStatement is what a block is sent behind.
func (t *table) insertStatement(database string) string {
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = quoteName(c.name)
	}
	return "INSERT INTO " + quoteName(database) + "." + quoteName(t.of.Name) + " (" + strings.Join(names, ", ") + ") FORMAT Native"
}
