package history

import (
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/perfschema/perfschema/history/inspection"
)

// A group of rows read by columns: what a file has of one lies side by side, and a text
// stands for itself once, however many rows have it. That costs a few nanoseconds a value,
// where a row of values costs some hundreds.

// numberColumn are the numbers of a group's rows, 0 for NULL. Its room is used again.
type numberColumn []int64

// read reads the column of so many rows. A column that is not there is 0 of every row.
func (c *numberColumn) read(chunk parquet.ColumnChunk, rows int) error {
	*c = (*c)[:0]
	if chunk == nil {
		*c = append(*c, make([]int64, rows)...)
		return nil
	}
	return readPages(chunk, rows, func(p parquet.Page, levels []byte) error {
		data := p.Data()
		values := data.Int64()
		if len(levels) == 0 || len(levels) == len(values) {
			*c = append(*c, values...)
			return nil
		}
		for _, l := range levels {
			var n int64
			if l > 0 {
				n, values = values[0], values[1:]
			}
			*c = append(*c, n)
		}
		return nil
	})
}

// textColumn are the texts of a group's rows: those of row i are texts[rows[i]], of NULL
// rows[i] is -1. The bytes are the file's, until it is released.
type textColumn struct {
	rows  []int32
	texts [][]byte
	pages parquet.Pages
}

// read reads the column of so many rows. A column that is not there is NULL of every row.
func (c *textColumn) read(chunk parquet.ColumnChunk, rows int) error {
	c.release()
	if chunk == nil {
		for range rows {
			c.rows = append(c.rows, -1)
		}
		return nil
	}
	known := false // that texts has the dictionary
	pages, err := inspection.Pages(chunk)
	if err != nil {
		return err
	}
	c.pages = pages
	return eachPage(c.pages, rows, func(p parquet.Page, levels []byte) error {
		words := p.Dictionary()
		if words == nil {
			return c.plain(p)
		}
		if !known {
			known = true
			if len(c.texts) > 0 {
				return fmt.Errorf("%w: a dictionary after texts", errDamaged)
			}
			for i := range words.Len() {
				c.texts = append(c.texts, words.Index(int32(i)).ByteArray()) //nolint:gosec // Len is that of an int32
			}
		}
		data := p.Data()
		indexes := data.Int32()
		for _, i := range indexes {
			if int(i) >= words.Len() || i < 0 {
				return errDamaged
			}
		}
		if len(levels) == 0 || len(levels) == len(indexes) {
			c.rows = append(c.rows, indexes...)
			return nil
		}
		for _, l := range levels {
			at := int32(-1)
			if l > 0 {
				at, indexes = indexes[0], indexes[1:]
			}
			c.rows = append(c.rows, at)
		}
		return nil
	})
}

// plain reads a page that has its texts one after the other.
func (c *textColumn) plain(p parquet.Page) error {
	values := p.Values()
	var room [64]parquet.Value
	for {
		n, err := values.ReadValues(room[:])
		for _, v := range room[:n] {
			at := int32(-1)
			if !v.IsNull() {
				at = int32(len(c.texts)) //nolint:gosec // a group has some 16,384 rows
				c.texts = append(c.texts, append([]byte(nil), v.ByteArray()...))
			}
			c.rows = append(c.rows, at)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// of is the text of a row, nil for NULL.
func (c *textColumn) of(row int) []byte {
	if at := c.rows[row]; at >= 0 {
		return c.texts[at]
	}
	return nil
}

// release gives the file's bytes up. The column can be read again.
func (c *textColumn) release() {
	if c.pages != nil {
		_ = c.pages.Close()
	}
	c.rows, c.texts, c.pages = c.rows[:0], c.texts[:0], nil
}

// readPages visits the pages of a column and closes it.
func readPages(chunk parquet.ColumnChunk, rows int, visit func(p parquet.Page, levels []byte) error) error {
	pages, err := inspection.Pages(chunk)
	if err != nil {
		return err
	}
	return errors.Join(eachPage(pages, rows, visit), pages.Close())
}

// eachPage visits the pages of a column, which has so many rows: levels are 0 of those that
// are NULL, and none where no row is. What is visited is gone after the visit, but for a
// dictionary.
func eachPage(pages parquet.Pages, rows int, visit func(p parquet.Page, levels []byte) error) error {
	seen := 0
	for {
		p, err := pages.ReadPage()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("%w: %w", errDamaged, err)
		}
		seen += int(p.NumRows())
		if seen > rows {
			err = fmt.Errorf("%w: a column of more than its %d rows", errDamaged, rows)
		} else {
			err = visit(p, p.DefinitionLevels())
		}
		parquet.Release(p)
		if err != nil {
			return err
		}
	}
	if seen != rows {
		return fmt.Errorf("%w: a column of %d rows, not of %d", errDamaged, seen, rows)
	}
	return nil
}
