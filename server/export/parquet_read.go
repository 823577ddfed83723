package export

import (
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/perfschema/perfschema/history/inspection"
)

// parquetSource reads main files in Parquet. Columns are found by their names.
type parquetSource struct {
	closer io.Closer
	groups []parquet.RowGroup
	rows   parquet.Rows // of the group being read
	buffer []parquet.Row
	ready  []parquet.Row // of buffer, not given out yet
	leaves []parquetLeaf // by column
	has    map[Field]bool
}

// parquetLeaf says where the values of a column go.
type parquetLeaf struct {
	field  Field // -1 is nowhere
	digest bool
	weight bool
	as     Type // of the field
	kind   parquet.Kind
	unit   int64 // of a timestamp, in nanoseconds
}

// parquetBatch is how many rows are decoded at once.
const parquetBatch = 64

func newParquetSource(r io.ReaderAt, size int64, closer io.Closer) (_ *parquetSource, err error) {
	defer inspection.Recover(&err)
	f, err := inspection.Open(r, size)
	if err != nil {
		return nil, err
	}
	s := &parquetSource{closer: closer, groups: f.RowGroups(), buffer: make([]parquet.Row, parquetBatch), has: map[Field]bool{}}
	for _, path := range f.Schema().Columns() {
		leaf, ok := f.Schema().Lookup(path...)
		l := parquetLeaf{field: -1}
		if ok && len(path) == 1 {
			l.kind, l.unit = leaf.Node.Type().Kind(), timeUnit(leaf.Node)
			l.digest, l.weight = path[0] == digestColumn, path[0] == weightColumn
			if field, known := FieldOf(path[0]); known {
				l.field, l.as = field, field.Type()
				s.has[field] = true
			}
		}
		s.leaves = append(s.leaves, l)
	}
	if !s.has[createdTime] && !s.has[durationTotal] {
		return nil, errors.New("it has no column of a query's profile, such as createdTime or durationTotal")
	}
	return s, nil
}

// timeUnit is what a timestamp counts, in nanoseconds; of a column that does not
// say that it is one, microseconds.
func timeUnit(n parquet.Node) int64 {
	if t := n.Type().LogicalType(); t != nil {
		if ts, ok := t.Value.(*format.TimestampType); ok && ts.Unit.Value != nil {
			return ts.Unit.Value.Duration().Nanoseconds()
		}
	}
	return int64(time.Microsecond)
}

func (s *parquetSource) Has(f Field) bool { return s.has[f] }

func (s *parquetSource) Close() (err error) {
	defer inspection.Recover(&err)
	if s.rows != nil {
		err = s.rows.Close()
	}
	return errors.Join(err, s.closer.Close())
}

func (s *parquetSource) Next(p *Profile) (err error) {
	defer inspection.Recover(&err)
	for len(s.ready) == 0 {
		if err := s.fill(); err != nil {
			return err
		}
	}
	row := s.ready[0]
	s.ready = s.ready[1:]
	p.Clear()
	for _, v := range row {
		l := s.leaves[v.Column()]
		switch {
		case v.IsNull():
		case l.digest:
			p.Digest = string(v.ByteArray())
		case l.weight:
			c, err := l.cell(v)
			if err != nil {
				return fmt.Errorf("%s: %w", weightColumn, err)
			}
			p.Weight = c.number
		case l.field >= 0:
			c, err := l.cell(v)
			if err != nil {
				return fmt.Errorf("%s: %w", l.field, err)
			}
			p.cells[l.field] = c
		}
	}
	return nil
}

// fill reads a batch of rows; io.EOF after the last.
func (s *parquetSource) fill() error {
	if s.rows == nil {
		if len(s.groups) == 0 {
			return io.EOF
		}
		g := s.groups[0]
		s.groups = s.groups[1:]
		if err := inspection.CheckGroup(g); err != nil {
			return err
		}
		s.rows = g.Rows()
	}
	n, err := s.rows.ReadRows(s.buffer)
	s.ready = s.buffer[:n]
	if errors.Is(err, io.EOF) {
		err = s.rows.Close()
		s.rows = nil
	}
	return err
}

func (l parquetLeaf) cell(v parquet.Value) (cell, error) {
	c := cell{known: true}
	switch l.kind {
	case parquet.Int32:
		c.number = int64(v.Int32())
	case parquet.Int64:
		c.number = v.Int64()
	case parquet.Boolean:
		if v.Boolean() {
			c.number = 1
		}
	case parquet.Float, parquet.Double:
		// What tools without integers with missing values write for integers.
		f := v.Double()
		if l.kind == parquet.Float {
			f = float64(v.Float())
		}
		if math.IsNaN(f) {
			return cell{}, nil
		}
		if f != math.Trunc(f) || math.Abs(f) >= 1<<62 {
			return cell{}, fmt.Errorf("%g is not a whole number", f)
		}
		c.number = int64(f)
	case parquet.Int96:
		// Nanoseconds of the day, then the Julian day: how timestamps were
		// written when the Snowset was.
		i := v.Int96()
		day := int64(i[2]) - 2440588
		c.number = (day*86400e9 + int64(uint64(i[1])<<32|uint64(i[0]))) / 1000 //nolint:gosec // below a day
		return c, nil
	case parquet.ByteArray:
		if l.as != String {
			return parseCell(string(v.ByteArray()), l.as)
		}
		c.text = string(v.ByteArray())
		return c, nil
	default:
		return cell{}, fmt.Errorf("values of type %s are not read", l.kind)
	}
	if l.as == Timestamp {
		c.number = scaleTime(c.number, l.unit)
	}
	if l.as == String {
		c.text = fmt.Sprint(c.number)
	}
	return c, nil
}

// scaleTime is a number of units of so many nanoseconds in microseconds.
func scaleTime(n, unit int64) int64 {
	if unit < int64(time.Microsecond) {
		return n / (int64(time.Microsecond) / unit)
	}
	return n * (unit / int64(time.Microsecond))
}
