package history

import (
	"sync"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// digestGroup is a group of rows of the table of digests, of the columns that sums need.
// Its room is used again by the next one.
type digestGroup struct {
	rows    int
	text    textColumn
	chunkOf func(name string) parquet.ColumnChunk // nil: the file has none of the name

	start, end     numberColumn
	windows        []bool // by row: that it is to be had
	schema, digest textColumn
	figures        [6]numberColumn
	histogram      textColumn
	counted        numberColumn // of a sum: in how many windows; of windows nil

	of      []*DigestSum  // by row, nil: it is not to be had
	found   []foundDigest // by number of the digest in the group
	buckets []Bucket
}

// foundDigest is the sum of a digest with the schema that it was last found with.
type foundDigest struct {
	schema int32
	sum    *DigestSum
}

// figureColumns are the columns of DigestFigures.
var figureColumns = [6]string{"COUNT_STAR", "SUM_TIMER_WAIT", "SUM_ERRORS", "SUM_WARNINGS", "SUM_ROWS_SENT", "SUM_ROWS_EXAMINED"}

// read reads the columns of a group if it has a row of a window whose start is to be had.
func (d *digestGroup) read(g parquet.RowGroup, has func(start time.Time) bool) (some bool, err error) {
	d.rows = int(g.NumRows())
	chunks := g.ColumnChunks()
	d.chunkOf = func(name string) parquet.ColumnChunk {
		leaf, ok := g.Schema().Lookup(name)
		if !ok || !sameKind(formOf(digestColumns()[name].Type), leaf.Node.Type().Kind()) {
			return nil
		}
		return chunks[leaf.ColumnIndex]
	}
	if err := d.start.read(d.chunkOf("WINDOW_START"), d.rows); err != nil {
		return false, err
	}
	if some = d.choose(has); !some {
		return false, nil
	}
	if err := d.end.read(d.chunkOf("WINDOW_END"), d.rows); err != nil {
		return false, err
	}
	for i, name := range figureColumns {
		if err := d.figures[i].read(d.chunkOf(name), d.rows); err != nil {
			return false, err
		}
	}
	d.counted = nil
	if chunk := d.chunkOf(countedColumn.Name); chunk != nil {
		if err := d.counted.read(chunk, d.rows); err != nil {
			return false, err
		}
	}
	histogram := histogramColumn.Name
	if d.counted != nil {
		histogram = bucketsColumn.Name
	}
	for name, c := range map[string]*textColumn{"SCHEMA_NAME": &d.schema, "DIGEST": &d.digest, histogram: &d.histogram} {
		if err := c.read(d.chunkOf(name), d.rows); err != nil {
			return false, err
		}
	}
	d.found = append(d.found[:0], make([]foundDigest, len(d.digest.texts))...)
	return true, nil
}

// choose says which rows are to be had, and whether there are some.
func (d *digestGroup) choose(has func(start time.Time) bool) (some bool) {
	d.windows = d.windows[:0]
	chosen := false
	for i, start := range d.start {
		if i == 0 || start != d.start[i-1] {
			chosen = has(time.UnixMicro(start))
			some = some || chosen
		}
		d.windows = append(d.windows, chosen)
	}
	return some
}

// readTexts reads the normalized texts.
func (d *digestGroup) readTexts() error {
	return d.text.read(d.chunkOf("DIGEST_TEXT"), d.rows)
}

func (d *digestGroup) figuresOf(row int) DigestFigures {
	n := func(column int) uint64 { return uint64(d.figures[column][row]) } //nolint:gosec // the bits are those of a uint64
	return DigestFigures{Count: n(0), Time: n(1), Errors: n(2), Warnings: n(3), RowsSent: n(4), RowsExamined: n(5)}
}

// bucketsOf are what the histogram of a row has counted, until the next are asked for.
func (d *digestGroup) bucketsOf(row int) (_ []Bucket, err error) {
	text := d.histogram.of(row)
	if len(text) == 0 {
		return nil, nil
	}
	if d.counted != nil {
		d.buckets, err = appendBuckets(d.buckets[:0], text)
		return d.buckets, err
	}
	ok := false
	if d.buckets, ok = appendWritten(d.buckets[:0], text); !ok {
		d.buckets, err = ParseHistogram(string(text))
	}
	return d.buckets, err
}

// release gives up what is the file's.
func (d *digestGroup) release() {
	for _, c := range []*textColumn{&d.schema, &d.digest, &d.histogram, &d.text} {
		c.release()
	}
	clear(d.of)
	clear(d.found)
	d.of, d.found = d.of[:0], d.found[:0]
}

// digestColumns are the columns of the files of digests, and of their sums, by name.
var digestColumns = sync.OnceValue(func() map[string]view.Column {
	out := make(map[string]view.Column)
	for _, c := range filesColumns(catalog.Lookup(digestTable).Columns) {
		out[c.Name] = c
	}
	for _, c := range []view.Column{bucketsColumn, countedColumn} {
		out[c.Name] = c
	}
	return out
})
