package held

import (
	"io"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/internal/size"
)

// hundredRows gives the rows of a range of sysbench's, again and again.
type hundredRows struct {
	row  sql.Row
	left int
}

// Next implements sql.RowIter.
func (h *hundredRows) Next(*sql.Context) (sql.Row, error) {
	if h.left == 0 {
		return nil, io.EOF
	}
	h.left--
	return h.row, nil
}

// Close implements sql.RowIter.
func (h *hundredRows) Close(*sql.Context) error { return nil }

// BenchmarkHeldInput reads the hundred rows that one of sysbench's sorts keeps,
// with what counts them and without.
func BenchmarkHeldInput(b *testing.B) {
	row := sql.Row{int32(5000), int32(500000), strings.Repeat("c", 119), strings.Repeat("p", 59)}
	read := func(b *testing.B, wrap func(sql.RowIter) sql.RowIter) {
		rows := &hundredRows{row: row}
		b.ReportAllocs()
		for b.Loop() {
			rows.left = 100
			for iter := wrap(rows); ; {
				if _, err := iter.Next(nil); err != nil {
					break
				}
			}
		}
	}
	b.Run("plain", func(b *testing.B) { read(b, func(i sql.RowIter) sql.RowIter { return i }) })
	b.Run("counted", func(b *testing.B) {
		s := new(size.Sizer)
		read(b, func(i sql.RowIter) sql.RowIter { return &Input{iter: i, sizer: s} })
	})
}

// Counting a row allocates nothing.
func TestHeldInputAllocations(t *testing.T) {
	rows := &hundredRows{row: sql.Row{int64(5000), "a name"}}
	in := &Input{iter: rows, sizer: new(size.Sizer)}
	if n := testing.AllocsPerRun(100, func() {
		rows.left = 100
		for {
			if _, err := in.Next(nil); err != nil {
				return
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations in 100 rows", n)
	}
}
