package history

import (
	"errors"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/perfschema/perfschema/history/inspection"
	"github.com/perfschema/perfschema/view"
)

// rowsPerGroup bounds what is in memory of a file that is written, and what a reader who
// looks for some windows alone must read of it.
const rowsPerGroup = 1 << 14

// textsPerGroup bounds the texts of a group likewise, in bytes: a group ends with the write
// that reaches it. With what one write adds, a column's page stays below what
// [inspection.Pages] reads.
const textsPerGroup = 64 << 20

// form is how a column is written in Parquet.
type form view.ValueKind

const (
	text      = form(view.TextValue)
	unsigned  = form(view.UnsignedValue)
	signed    = form(view.SignedValue)
	double    = form(view.DoubleValue)
	timestamp = form(view.TimeValue)       // microseconds
	decimal   = form(view.MillionthsValue) // millionths
)

// formOf is the form of a column's type.
func formOf(typ string) form { return form(view.ValueKindOf(typ)) }

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
		n = parquet.Encoded(parquet.Decimal(6, 18, parquet.Int64Type), &parquet.DeltaBinaryPacked)
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

// writer writes a table as Parquet, column by column: a value of each costs little more
// than the copy of it.
type writer struct {
	w       *parquet.GenericWriter[any]
	columns []*parquet.ColumnWriter
	forms   []form
	rows    []view.Row // that are to be written
	group   int        // how many rows the group has that is open
	held    int        // the bytes of its texts
	values  []parquet.Value
	texts   []byte // of values
	nulls   []parquet.Value
}

// rowsPerWrite is how many rows are written at once.
const rowsPerWrite = 256

// mergedKey is what a file says of itself: the names of the files it was merged from.
const mergedKey = "perfschema.merged"

func newWriter(w io.Writer, name string, columns []view.Column, merged []string, more ...parquet.WriterOption) *writer {
	g := group{parquet.Group{}, columns}
	out := &writer{}
	for _, c := range columns {
		f := formOf(c.Type)
		g.Group[c.Name] = f.node()
		out.forms = append(out.forms, f)
	}
	options := append([]parquet.WriterOption{
		parquet.NewSchema(name, g), parquet.Compression(codec),
		parquet.CreatedBy("perfschema history", "1", ""),
	}, more...)
	if len(merged) > 0 {
		options = append(options, parquet.KeyValueMetadata(mergedKey, strings.Join(merged, ",")))
	}
	out.w = parquet.NewGenericWriter[any](w, options...)
	out.columns = out.w.ColumnWriters()
	return out
}

// write adds a row, one value a column, and keeps it.
func (w *writer) write(row view.Row) error {
	if w.rows = append(w.rows, row); len(w.rows) < rowsPerWrite {
		return nil
	}
	return w.flush()
}

// flush writes the rows that are to be.
func (w *writer) flush() error {
	rows := w.rows
	w.rows = w.rows[:0]
	for i := range w.columns {
		w.begin()
		for _, row := range rows {
			w.add(w.forms[i], row[i])
		}
		if err := w.end(i); err != nil {
			return err
		}
	}
	clear(rows)
	return w.grown(len(rows))
}

// writeColumns adds rows by their columns, of which each has a value of every row or none
// at all.
func (w *writer) writeColumns(columns []view.Vector, rows int) error {
	if err := w.flush(); err != nil {
		return err
	}
	for i := range w.columns {
		v := &columns[i]
		if len(v.Numbers)+len(v.Texts) == 0 {
			if err := w.put(i, w.nullValues(rows)); err != nil {
				return err
			}
			continue
		}
		w.begin()
		w.addVector(w.forms[i], v)
		if err := w.end(i); err != nil {
			return err
		}
	}
	return w.grown(rows)
}

// begin begins the values of a column, end writes them.
func (w *writer) begin() { w.values, w.texts = w.values[:0], w.texts[:0] }

func (w *writer) end(column int) error { return w.put(column, w.values) }

func (w *writer) put(column int, values []parquet.Value) error {
	_, err := w.columns[column].WriteRowValues(values)
	return err
}

// grown ends the group of rows that is open where it has enough.
func (w *writer) grown(rows int) error {
	if w.group += rows; w.group < rowsPerGroup && w.held < textsPerGroup {
		return nil
	}
	w.group, w.held = 0, 0
	return w.w.Flush()
}

// close writes what is left.
func (w *writer) close() error { return errors.Join(w.flush(), w.w.Close()) }

// null is NULL: every column may be.
var null = parquet.NullValue().Level(0, 0, 0)

func (w *writer) nullValues(n int) []parquet.Value {
	for len(w.nulls) < n {
		w.nulls = append(w.nulls, null)
	}
	return w.nulls[:n]
}

func number64(n int64) parquet.Value { return parquet.Int64Value(n).Level(0, 1, 0) }

func numberDouble(v float64) parquet.Value { return parquet.DoubleValue(v).Level(0, 1, 0) }

// textValue is a text, as long as w.texts is not begun anew.
func (w *writer) textValue(s string) parquet.Value {
	from := len(w.texts)
	w.held += len(s)
	w.texts = append(w.texts, s...)
	return parquet.ByteArrayValue(w.texts[from:]).Level(0, 1, 0)
}

// addVector adds the values of a column.
func (w *writer) addVector(f form, v *view.Vector) {
	rows := max(len(v.Numbers), len(v.Texts))
	w.values = slices.Grow(w.values, rows)[:rows]
	for i, s := range v.Texts {
		w.values[i] = w.textValue(s)
	}
	for i, n := range v.Numbers {
		switch f {
		case timestamp:
			w.values[i] = number64(time.Unix(0, n).UnixMicro())
		case double:
			w.values[i] = numberDouble(math.Float64frombits(uint64(n))) //nolint:gosec // the bits are those of a float64
		default:
			w.values[i] = number64(n)
		}
	}
	for i, known := range v.Known {
		if !known {
			w.values[i] = null
		}
	}
}

// add adds a value of a row.
func (w *writer) add(f form, v any) { w.values = append(w.values, w.value(f, v)) }

// value is a value of a row in the form of its column; one of another form is NULL.
func (w *writer) value(f form, v any) parquet.Value {
	switch v := v.(type) {
	case uint64:
		if f == unsigned || f == signed {
			return number64(int64(v)) //nolint:gosec // the bits are those of a uint64
		}
	case int64:
		if f == unsigned || f == signed {
			return number64(v)
		}
	case float64:
		if f == double {
			return numberDouble(v)
		}
	case time.Time:
		if f == timestamp {
			return number64(v.UnixMicro())
		}
	case string:
		switch f {
		case text:
			return w.textValue(v)
		case decimal:
			if n, ok := view.ParseMillionths(v); ok {
				return number64(n)
			}
		}
	}
	return null
}

// decode is a value of a file as a row has it.
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
		return view.FormatMillionths(v.Int64())
	default:
		return string(v.ByteArray())
	}
}

// errDamaged is wrapped by the error of a file that is not what it states.
var errDamaged = inspection.ErrDamaged

// openParquet opens a file that is to be read. The file closes with it.
func openParquet(f *os.File) (*parquet.File, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return inspection.Open(f, info.Size())
}
