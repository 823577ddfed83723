package inspection

import (
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

const (
	// mostPage bounds a page, in bytes that are not compressed: 256 texts of a MiB, which is
	// what a history writes at once at most, and as much again.
	mostPage = 512 << 20
	// mostValues bounds the values of a page; of a history's there are some 16,384.
	mostValues = 4 << 20
)

// Pages returns the pages of a column chunk of a file that [Open] has opened, after it has
// read them once: each is what its header states.
func Pages(chunk parquet.ColumnChunk) (_ parquet.Pages, err error) {
	defer Recover(&err)
	if err := check(chunk); err != nil {
		return nil, err
	}
	return chunk.Pages(), nil
}

// CheckGroup checks the pages of all columns of a group of rows.
func CheckGroup(g parquet.RowGroup) (err error) {
	defer Recover(&err)
	for _, chunk := range g.ColumnChunks() {
		if err := check(chunk); err != nil {
			return err
		}
	}
	return nil
}

// checker walks the pages of a column chunk.
type checker struct {
	column *parquet.Column
	codec  format.CompressionCodec
	rows   int64 // of the group; -1 if a row may have several values
	values int64 // of the pages so far
	room   *[]byte
}

func check(chunk parquet.ColumnChunk) error {
	c, ok := chunk.(*parquet.FileColumnChunk)
	if !ok {
		return errors.New("inspection: the column chunk is of no file")
	}
	column, ok := c.Node().(*parquet.Column)
	if !ok {
		return errors.New("inspection: the column chunk has no column")
	}
	p := c.File()
	group := groupOf(p, c)
	from, to, err := extent(p, group, c.Column())
	if err != nil {
		return err
	}
	g := &p.Metadata().RowGroups[group]
	k := checker{column: column, rows: g.NumRows, room: rooms.Get().(*[]byte)} //nolint:forcetypeassert // rooms has nothing else
	defer keep(k.room)
	// parquet-go decompresses every chunk of a column as its first one.
	k.codec = p.Metadata().RowGroups[0].Columns[c.Column()].MetaData.Codec
	if column.MaxRepetitionLevel() > 0 {
		k.rows = -1
	}
	w := newWindow(p, from, to)
	defer w.close()
	for w.left() > 0 {
		h, err := readHeader(w)
		if err == nil {
			err = k.page(w, h)
		}
		if err != nil {
			return fmt.Errorf("column %s: %w", column.Name(), err)
		}
	}
	return nil
}

func groupOf(p *parquet.File, c *parquet.FileColumnChunk) int {
	for i, g := range p.RowGroups() {
		if columns := g.ColumnChunks(); c.Column() < len(columns) && columns[c.Column()] == parquet.ColumnChunk(c) {
			return i
		}
	}
	return -1 // extent panics; Recover has it
}

// page checks the page that a header stands before.
func (k *checker) page(w *window, h header) error {
	if h.compressed < 0 || h.compressed > w.left() || h.size < 0 || h.size > mostPage {
		return damagedf("a page of %d bytes, %d of them in the file, where %d are", h.size, h.compressed, w.left())
	}
	data, err := w.take(int(h.compressed))
	if err != nil {
		return err
	}
	if h.values < 0 || h.values > mostValues || h.nulls < 0 || h.nulls > h.values {
		return damagedf("a page of %d values, %d of them NULL", h.values, h.nulls)
	}
	switch h.kind {
	case format.DictionaryPage:
		if data, err = k.decompress(data, h.size); err != nil {
			return err
		}
		return k.plain(data, h.values, h.encoding)
	case format.DataPage:
		if data, err = k.decompress(data, h.size); err != nil {
			return err
		}
		return k.dataV1(data, h)
	case format.DataPageV2:
		return k.dataV2(data, h)
	}
	return damagedf("a page of kind %d", h.kind)
}

// count counts the values of a page: a group has as many as rows, where a row has one.
func (k *checker) count(values int64) error {
	if k.values += values; k.rows >= 0 && k.values > k.rows {
		return damagedf("%d values of %d rows", k.values, k.rows)
	}
	return nil
}

// dataV1 checks a page of version 1: the levels stand before the values, each behind their
// length.
func (k *checker) dataV1(data []byte, h header) error {
	if err := k.count(h.values); err != nil {
		return err
	}
	for _, most := range [...]int{k.column.MaxRepetitionLevel(), k.column.MaxDefinitionLevel()} {
		if most == 0 {
			continue
		}
		levels, rest, err := prefixed(data)
		if err == nil {
			err = checkRuns(levels, bitsOf(most), h.values)
		}
		if err != nil {
			return err
		}
		data = rest
	}
	return k.data(data, h.values, h.encoding)
}

// dataV2 checks a page of version 2: the levels are not compressed, and the header has
// their lengths.
func (k *checker) dataV2(data []byte, h header) error {
	if err := k.count(h.values); err != nil {
		return err
	}
	levels := h.repetition + h.definition
	if h.repetition < 0 || h.definition < 0 || levels > int64(len(data)) || levels > h.size {
		return damagedf("levels of %d bytes in a page of %d", levels, len(data))
	}
	for _, l := range [...]struct {
		data []byte
		most int
	}{
		{data[:h.repetition], k.column.MaxRepetitionLevel()},
		{data[h.repetition:levels], k.column.MaxDefinitionLevel()},
	} {
		if l.most == 0 {
			continue
		}
		if err := checkRuns(l.data, bitsOf(l.most), h.values); err != nil {
			return err
		}
	}
	data = data[levels:]
	if h.isCompressed {
		var err error
		if data, err = k.decompress(data, h.size-levels); err != nil {
			return err
		}
	}
	return k.data(data, h.values-h.nulls, h.encoding)
}
