package window

import (
	"io"
	"math"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
)

// rowsFramer finds the frames of ROWS. The engine's begin and end outside of the partition, and
// overflow with large offsets.
type rowsFramer struct {
	first, last int // from the current row; math.MinInt and math.MaxInt are unbounded
	partition   sql.WindowInterval
	next        int
}

// newRowsFramer returns the framer of a frame of ROWS.
func newRowsFramer(frame sql.WindowFrame) (sql.WindowFramer, error) {
	f := &rowsFramer{first: math.MinInt, last: math.MaxInt}
	for _, bound := range [...]struct {
		of   sql.Expression
		sign int
		to   *int
	}{
		{frame.StartNPreceding(), -1, &f.first}, {frame.StartNFollowing(), 1, &f.first},
		{frame.EndNPreceding(), -1, &f.last}, {frame.EndNFollowing(), 1, &f.last},
	} {
		if bound.of == nil {
			continue
		}
		n, err := expression.LiteralToInt(bound.of)
		if err != nil {
			return nil, err
		}
		*bound.to = bound.sign * n
	}
	if frame.StartCurrentRow() {
		f.first = 0
	}
	if frame.EndCurrentRow() {
		f.last = 0
	}
	return f, nil
}

// NewFramer implements sql.WindowFramer.
func (f *rowsFramer) NewFramer(partition sql.WindowInterval) (sql.WindowFramer, error) {
	return &rowsFramer{f.first, f.last, partition, partition.Start}, nil
}

// Next implements sql.WindowFramer.
func (f *rowsFramer) Next(*sql.Context, sql.WindowBuffer) (sql.WindowInterval, error) {
	if f.next >= f.partition.End {
		return sql.WindowInterval{}, io.EOF
	}
	f.next++
	return f.Interval()
}

// at returns the row that is so many rows from the last one, the partition's start or end if there
// is none.
func (f *rowsFramer) at(offset int) int {
	row := f.next - 1
	switch {
	case offset < f.partition.Start-row:
		return f.partition.Start
	case offset > f.partition.End-row:
		return f.partition.End
	}
	return row + offset
}

// FirstIdx implements sql.WindowFramer.
func (f *rowsFramer) FirstIdx() int { return f.at(f.first) }

// LastIdx implements sql.WindowFramer.
func (f *rowsFramer) LastIdx() int {
	if f.last == math.MaxInt {
		return f.partition.End
	}
	return max(f.at(f.last+1), f.FirstIdx())
}

// Interval implements sql.WindowFramer.
func (f *rowsFramer) Interval() (sql.WindowInterval, error) {
	return sql.WindowInterval{Start: f.FirstIdx(), End: f.LastIdx()}, nil
}
