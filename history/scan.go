package history

import (
	"errors"
	"io"
	"os"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/perfschema/perfschema/history/inspection"
	"github.com/perfschema/perfschema/view"
)

// Span is a time that windows lie in: those that end after From and begin before To. A
// zero time is no bound.
type Span struct{ From, To time.Time }

// meets says whether something between two moments can have windows of the span.
func (s Span) meets(from, to time.Time) bool {
	return (s.From.IsZero() || to.After(s.From)) && (s.To.IsZero() || from.Before(s.To))
}

// scan reads rows of some files, one file after the other, of some columns.
type scan struct {
	table   *table
	files   []string // to come
	span    Span
	columns []int // of the table, in the order of the rows

	file   *os.File
	groups []parquet.RowGroup
	forms  []form         // by column of columns
	stored []int          // in the file, by column of columns; -1: it has none
	cells  []columnReader // of the group that is read
	left   int64          // rows of it

	pins      bool  // the table keeps the files while the scan is open
	unordered bool  // rows may not come in the order of their windows
	failed    error // what ended it before its end
}

// newScan is a scan of no files yet, of all columns if columns is nil.
func (t *table) newScan(span Span, columns []int) *scan {
	if columns == nil {
		columns = make([]int, len(t.columns))
		for i := range columns {
			columns[i] = i
		}
	}
	return &scan{table: t, span: span, columns: columns}
}

// next reads up to n rows; false: there are no more. A file that is damaged ends there,
// and is told of.
func (s *scan) next(n int, visit func(view.Row)) bool {
	for n > 0 {
		if s.left == 0 && !s.advance() {
			return false
		}
		row := make(view.Row, len(s.columns))
		if err := s.read(row); err != nil {
			s.broken(err)
			continue
		}
		s.left--
		visit(row)
		n--
	}
	return true
}

// broken tells of a file that cannot be read and leaves the rest of it out.
func (s *scan) broken(err error) {
	s.table.damage(s.file.Name(), err)
	s.endGroup()
	s.groups = nil
}

func (s *scan) read(row view.Row) (err error) {
	defer inspection.Recover(&err)
	for i := range s.columns {
		if s.stored[i] < 0 {
			continue
		}
		v, err := s.cells[i].next()
		if err != nil {
			return errors.Join(errDamaged, err)
		}
		row[i] = decode(s.forms[i], v)
	}
	return nil
}

// advance goes to the next group of rows that has some.
func (s *scan) advance() bool {
	s.endGroup()
	for {
		if len(s.groups) == 0 {
			if s.file != nil {
				_ = s.file.Close()
				s.file = nil
			}
			if len(s.files) == 0 {
				return false
			}
			if !s.openFile() {
				return false
			}
			if s.file == nil {
				continue
			}
			if err := s.open(); err != nil {
				s.broken(err)
			}
			continue
		}
		g := s.groups[0]
		s.groups = s.groups[1:]
		if err := s.begin(g); err != nil {
			s.broken(err)
		}
		if s.left > 0 {
			return true
		}
	}
}

// openFile opens the next file. One that somebody has removed is told of and left out;
// false: it cannot be opened, and the scan has failed.
func (s *scan) openFile() bool {
	path := s.files[0]
	s.files = s.files[1:]
	f, err := s.table.open(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		s.table.damage(path, err)
	case err != nil:
		s.failed, s.files = err, nil
		return false
	default:
		s.file = f
	}
	return true
}

// open opens a file for the one who reads it.
func (t *table) open(path string) (*os.File, error) {
	if f := t.opened[path]; f != nil {
		delete(t.opened, path)
		return f, nil
	}
	return os.Open(path)
}

// open reads what a file has.
func (s *scan) open() (err error) {
	defer inspection.Recover(&err)
	p, err := openParquet(s.file)
	if err != nil {
		return err
	}
	s.groups = p.RowGroups()
	s.learn()
	s.stored, s.forms = make([]int, len(s.columns)), make([]form, len(s.columns))
	for i, c := range s.columns {
		column := s.table.columns[c]
		s.stored[i], s.forms[i] = -1, formOf(column.Type)
		if leaf, ok := p.Schema().Lookup(column.Name); ok && sameKind(s.forms[i], leaf.Node.Type().Kind()) {
			s.stored[i] = leaf.ColumnIndex
		}
	}
	return nil
}

// learn notes when the last window of the file ends, for who looks for windows later.
func (s *scan) learn() {
	var end time.Time
	for _, g := range s.groups {
		_, to, ok := bounds(g, g.ColumnChunks())
		if !ok {
			return
		}
		if to.After(end) {
			end = to
		}
	}
	s.table.ends(s.file.Name(), end)
}

// sameKind says whether a form can be read from values of a kind.
func sameKind(f form, k parquet.Kind) bool {
	switch f {
	case double:
		return k == parquet.Double
	case text:
		return k == parquet.ByteArray
	}
	return k == parquet.Int64
}

// begin goes to a group of rows, unless the span has none of its windows.
func (s *scan) begin(g parquet.RowGroup) (err error) {
	defer inspection.Recover(&err)
	chunks := g.ColumnChunks()
	if from, to, ok := bounds(g, chunks); ok && !s.span.meets(from, to) {
		return nil
	}
	s.cells = make([]columnReader, len(s.columns))
	for i, column := range s.stored {
		if column >= 0 {
			if s.cells[i].pages, err = inspection.Pages(chunks[column]); err != nil {
				return err
			}
		}
	}
	s.left = g.NumRows()
	return nil
}

// bounds are when the first window of a group begins and the last one ends.
func bounds(g parquet.RowGroup, chunks []parquet.ColumnChunk) (from, to time.Time, ok bool) {
	start, ok1 := g.Schema().Lookup("WINDOW_START")
	end, ok2 := g.Schema().Lookup("WINDOW_END")
	if !ok1 || !ok2 {
		return from, to, false
	}
	first, ok1 := chunks[start.ColumnIndex].(*parquet.FileColumnChunk)
	last, ok2 := chunks[end.ColumnIndex].(*parquet.FileColumnChunk)
	if !ok1 || !ok2 {
		return from, to, false
	}
	low, _, ok1 := first.Bounds()
	_, high, ok2 := last.Bounds()
	if !ok1 || !ok2 {
		return from, to, false
	}
	return time.UnixMicro(low.Int64()), time.UnixMicro(high.Int64()), true
}

// close ends the scan, which may be at any row.
func (s *scan) close() {
	s.endGroup()
	if s.file != nil {
		_ = s.file.Close()
	}
	s.file, s.files, s.groups = nil, nil, nil
	if s.pins {
		s.pins = false
		s.table.unpin()
	}
}

func (s *scan) endGroup() {
	for i := range s.cells {
		s.cells[i].close()
	}
	s.cells, s.left = nil, 0
}

// columnReader reads the values of a column, one after the other.
type columnReader struct {
	pages  parquet.Pages
	page   parquet.Page
	values parquet.ValueReader
	buffer [64]parquet.Value
	ready  []parquet.Value // of buffer
}

func (c *columnReader) next() (parquet.Value, error) {
	for len(c.ready) == 0 {
		if c.values == nil {
			page, err := c.pages.ReadPage()
			if err != nil {
				return parquet.Value{}, err
			}
			c.page, c.values = page, page.Values()
		}
		n, err := c.values.ReadValues(c.buffer[:])
		c.ready = c.buffer[:n]
		if errors.Is(err, io.EOF) {
			if n == 0 {
				parquet.Release(c.page)
				c.page = nil
			}
			c.values = nil
		} else if err != nil {
			return parquet.Value{}, err
		}
	}
	v := c.ready[0]
	c.ready = c.ready[1:]
	return v, nil
}

func (c *columnReader) close() {
	if c.pages != nil {
		_ = c.pages.Close()
	}
}
