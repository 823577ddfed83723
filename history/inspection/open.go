package inspection

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
)

// ErrDamaged is wrapped by the error of a file that is not what it states.
var ErrDamaged = errors.New("the file is damaged")

const (
	magic = "PAR1"
	// tail is the length of the footer and the magic bytes behind it.
	tail = 8
	// mostFooter bounds the footer, in bytes: that of a group of a hundred columns takes
	// some 15 KB.
	mostFooter = 64 << 20
	// bytesPerStruct is what a struct in a list of the footer takes at least in the mean;
	// parquet-go takes some 600 bytes for one.
	bytesPerStruct = 8
	// mostRows bounds the rows of a group: the most that a known writer makes by default.
	mostRows = 64 << 20
)

// Open opens a Parquet file whose footer is what it states. It reads neither page indexes
// nor Bloom filters. The errors of a damaged file wrap [ErrDamaged].
func Open(r io.ReaderAt, size int64) (_ *parquet.File, err error) {
	defer Recover(&err)
	if err := checkFooter(r, size); err != nil {
		return nil, err
	}
	p, err := parquet.OpenFile(r, size, parquet.SkipBloomFilters(true), parquet.SkipPageIndex(true))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return p, checkGroups(p)
}

// Recover, deferred, makes an error of a panic: parquet-go has some for files that are not
// what they state.
func Recover(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: %v", ErrDamaged, r)
	}
}

func damagedf(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrDamaged}, args...)...)
}

// checkFooter walks the footer: all its lengths lead to a place within it.
func checkFooter(r io.ReaderAt, size int64) error {
	var end [tail]byte
	if size < int64(len(magic)+tail) {
		return damagedf("%d bytes are no Parquet file", size)
	}
	if _, err := r.ReadAt(end[:], size-tail); err != nil {
		return readError(err)
	}
	if string(end[4:]) != magic {
		return damagedf("it does not end as a Parquet file does")
	}
	length := int64(binary.LittleEndian.Uint32(end[:]))
	if length > size-int64(len(magic)+tail) || length > mostFooter {
		return damagedf("a footer of %d bytes in a file of %d", length, size)
	}
	footer := make([]byte, length)
	if _, err := r.ReadAt(footer, size-tail-length); err != nil {
		return readError(err)
	}
	c := cursor{b: footer}
	var children []int64 // of each element of the schema
	c.fields(func(id int64, k kind) bool {
		if id != 2 || k != kindList {
			return false
		}
		c.list(func(k kind) {
			n := int64(0)
			if k != kindStruct {
				c.broken = true
				return
			}
			c.fields(func(id int64, k kind) (ok bool) {
				if id == 5 {
					n, ok = c.int(k)
				}
				return ok
			})
			children = append(children, n)
		})
		return true
	})
	if c.failed() || c.at != len(footer) {
		return damagedf("the footer ends at byte %d of %d", c.at, len(footer))
	}
	if c.structs > len(footer)/bytesPerStruct {
		return damagedf("a footer of %d bytes with %d parts", len(footer), c.structs)
	}
	return checkSchema(children)
}

// readError is the error of a read: one that meets the file's end tells of damage, any
// other of the disk.
func readError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

// checkSchema returns an error unless the elements of a schema, given by the number of their
// children, are one tree of at most mostDepth levels: parquet-go opens the tree by recursion.
func checkSchema(children []int64) error {
	var open []int64 // children to come, by level
	for i, n := range children {
		if i > 0 && len(open) == 0 {
			return damagedf("a schema of more than one tree")
		}
		if n < 0 || n > int64(len(children)) {
			return damagedf("a column of %d columns", n)
		}
		if len(open) > 0 {
			open[len(open)-1]--
		}
		if open = append(open, n); len(open) > mostDepth {
			return damagedf("columns nested %d deep", len(open))
		}
		for len(open) > 0 && open[len(open)-1] == 0 {
			open = open[:len(open)-1]
		}
	}
	if len(children) == 0 || len(open) > 0 {
		return damagedf("a schema that ends too soon")
	}
	return nil
}

// checkGroups returns an error unless the columns of all groups of rows are within the file.
func checkGroups(p *parquet.File) error {
	for i := range p.Metadata().RowGroups {
		g := &p.Metadata().RowGroups[i]
		if g.NumRows < 0 || g.NumRows > mostRows {
			return damagedf("a group of %d rows", g.NumRows)
		}
		for j := range g.Columns {
			if _, _, err := extent(p, i, j); err != nil {
				return err
			}
		}
	}
	return nil
}

// extent returns from where to where the pages of a column chunk are in the file.
func extent(p *parquet.File, group, column int) (from, to int64, err error) {
	m := &p.Metadata().RowGroups[group].Columns[column].MetaData
	from = m.DataPageOffset
	if m.DictionaryPageOffset != 0 {
		from = m.DictionaryPageOffset
	}
	end := p.Size() - tail
	if from < int64(len(magic)) || from > end || m.TotalCompressedSize < 0 || m.TotalCompressedSize > end-from {
		return 0, 0, damagedf("a column of %d bytes at byte %d of %d", m.TotalCompressedSize, from, p.Size())
	}
	return from, from + m.TotalCompressedSize, nil
}
