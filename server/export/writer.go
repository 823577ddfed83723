package export

import (
	"fmt"
	"io"
	"math"
)

// Format is how a file is written.
type Format string

// The formats.
const (
	CSV     Format = "csv"
	Parquet Format = "parquet"
)

// Writer writes profiles, one by one. It is for one goroutine at a time.
type Writer interface {
	// Write writes one profile.
	Write(p *Profile) error
	// Close writes what is kept back and ends the file. It does not close what
	// the Writer writes to.
	Close() error
}

// table writes rows of cells. The cells belong to the caller.
type table interface {
	write(row []cell) error
	close() error
}

func newTable(w io.Writer, f Format, columns []Column) (table, error) {
	switch f {
	case CSV:
		return newCSVTable(w, columns)
	case Parquet:
		return newParquetTable(w, columns), nil
	}
	return nil, fmt.Errorf("%q is no format; want csv or parquet", f)
}

// NewWriter makes a Writer of a main file: a row a profile.
func NewWriter(w io.Writer, f Format, l Layout) (Writer, error) {
	t, err := newTable(w, f, l.Columns)
	if err != nil {
		return nil, err
	}
	return &mainWriter{t, l.Columns, make([]cell, len(l.Columns))}, nil
}

type mainWriter struct {
	table   table
	columns []Column
	row     []cell
}

func (w *mainWriter) Write(p *Profile) error {
	for i, c := range w.columns {
		if c.source == weightSource {
			w.row[i] = cell{known: true, number: p.Count()}
			continue
		}
		w.row[i] = p.cells[c.source]
		if n := w.row[i].number; c.Type == Int32 && (n > math.MaxInt32 || n < math.MinInt32) {
			return fmt.Errorf("%s is %d, which no int32 holds", c.Name, n)
		}
	}
	return w.table.write(w.row)
}

func (w *mainWriter) Close() error { return w.table.close() }
