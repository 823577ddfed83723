package history

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/perfschema/perfschema/view"
)

// rowsPerGroup bounds what is in memory of a file that is written, and what a reader who
// looks for some windows alone must read of it.
const rowsPerGroup = 1 << 14

// form is how a column is written in Parquet.
type form uint8

const (
	text form = iota
	unsigned
	signed
	double
	timestamp // microseconds
	decimal   // millionths
)

// formOf is the form of a column's type.
func formOf(typ string) form {
	switch {
	case strings.HasSuffix(typ, " unsigned"):
		return unsigned
	case typ == "bigint" || typ == "int":
		return signed
	case strings.HasPrefix(typ, "double"):
		return double
	case strings.HasPrefix(typ, "timestamp"):
		return timestamp
	case strings.HasPrefix(typ, "decimal(") && strings.HasSuffix(typ, ",6)"):
		return decimal
	}
	return text
}

func (f form) node() parquet.Node {
	var n parquet.Node
	switch f {
	case unsigned:
		n = parquet.Encoded(parquet.Uint(64), &parquet.DeltaBinaryPacked)
	case signed:
		n = parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked)
	case double:
		n = parquet.Leaf(parquet.DoubleType)
	case decimal:
		n = parquet.Encoded(parquet.Decimal(scale, 18, parquet.Int64Type), &parquet.DeltaBinaryPacked)
	case timestamp:
		n = parquet.Encoded(parquet.Timestamp(parquet.Microsecond), &parquet.DeltaBinaryPacked)
	default:
		n = parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
	}
	return parquet.Optional(n)
}

// group is a group of columns in their order; parquet.Group sorts them.
type group struct {
	parquet.Group
	order []view.Column
}

func (g group) Fields() []parquet.Field {
	byName := make(map[string]parquet.Field)
	for _, f := range g.Group.Fields() {
		byName[f.Name()] = f
	}
	out := make([]parquet.Field, len(g.order))
	for i, c := range g.order {
		out[i] = byName[c.Name]
	}
	return out
}

// writer writes rows of a table as Parquet.
type writer struct {
	w     *parquet.GenericWriter[any]
	forms []form
	rows  []parquet.Row // that are written at once
	n     int           // of these, to be written
}

// rowsPerWrite is how many rows are written at once: one by one each costs half as much
// again.
const rowsPerWrite = 128

// codec compresses all files: what it needs is much, and is used again.
var codec = &zstd.Codec{}

// mergedKey is what a file says of itself: the names of the files it was merged from.
const mergedKey = "perfschema.merged"

func newWriter(w io.Writer, name string, columns []view.Column, merged []string) *writer {
	g := group{parquet.Group{}, columns}
	out := &writer{}
	for _, c := range columns {
		f := formOf(c.Type)
		g.Group[c.Name] = f.node()
		out.forms = append(out.forms, f)
	}
	out.rows = make([]parquet.Row, rowsPerWrite)
	values := make(parquet.Row, rowsPerWrite*len(columns))
	for i := range out.rows {
		out.rows[i] = values[i*len(columns) : (i+1)*len(columns)]
	}
	options := []parquet.WriterOption{
		parquet.NewSchema(name, g), parquet.Compression(codec), parquet.MaxRowsPerRowGroup(rowsPerGroup),
		parquet.CreatedBy("perfschema history", "1", ""),
	}
	if len(merged) > 0 {
		options = append(options, parquet.KeyValueMetadata(mergedKey, strings.Join(merged, ",")))
	}
	out.w = parquet.NewGenericWriter[any](w, options...)
	return out
}

// write adds a row: one value a column.
func (w *writer) write(row view.Row) error {
	to := w.rows[w.n]
	for i, v := range row {
		value := encode(w.forms[i], v)
		if value.IsNull() {
			to[i] = value.Level(0, 0, i)
		} else {
			to[i] = value.Level(0, 1, i)
		}
	}
	if w.n++; w.n < len(w.rows) {
		return nil
	}
	return w.flush()
}

// flush writes the rows that are to be.
func (w *writer) flush() error {
	n := w.n
	w.n = 0
	_, err := w.w.WriteRows(w.rows[:n])
	return err
}

// close writes what is left.
func (w *writer) close() error { return errors.Join(w.flush(), w.w.Close()) }

// encode is a value in the form of its column; one of another form is NULL.
func encode(f form, v any) parquet.Value {
	switch v := v.(type) {
	case uint64:
		if f == unsigned || f == signed {
			return parquet.Int64Value(int64(v)) //nolint:gosec // the bits are those of a uint64
		}
	case int64:
		if f == unsigned || f == signed {
			return parquet.Int64Value(v)
		}
	case float64:
		if f == double {
			return parquet.DoubleValue(v)
		}
	case time.Time:
		if f == timestamp {
			return parquet.Int64Value(v.UnixMicro())
		}
	case string:
		switch f {
		case text:
			return parquet.ByteArrayValue([]byte(v))
		case decimal:
			if n, ok := parseDecimal(v); ok {
				return parquet.Int64Value(n)
			}
		}
	}
	return parquet.NullValue()
}

// decode is encode the other way.
func decode(f form, v parquet.Value) any {
	if v.IsNull() {
		return nil
	}
	switch f {
	case unsigned:
		return v.Uint64()
	case signed:
		return v.Int64()
	case double:
		return v.Double()
	case timestamp:
		return time.UnixMicro(v.Int64())
	case decimal:
		return formatDecimal(v.Int64())
	default:
		return string(v.ByteArray())
	}
}

// errDamaged: a file is not what it says.
var errDamaged = errors.New("the file is damaged")

// damaged makes an error of a panic: the library has some for files that are not what
// they say.
func damaged(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: %v", errDamaged, r)
	}
}

// openParquet opens a file that is to be read. The file closes with it.
func openParquet(f *os.File) (p *parquet.File, err error) {
	defer damaged(&err)
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if p, err = parquet.OpenFile(f, info.Size(), parquet.SkipBloomFilters(true)); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	return p, nil
}
