package window

import (
	"io"
	"math"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
)

// The frames of each row are those rows of the partition that are within the bounds.
func TestRowsFramer(t *testing.T) {
	offsets := []int{math.MinInt, -math.MaxInt, -3, -2, -1, 0, 1, 2, 3, math.MaxInt - 1, math.MaxInt}
	for _, first := range offsets {
		for _, last := range offsets {
			for _, partition := range []sql.WindowInterval{{Start: 0, End: 0}, {Start: 0, End: 1}, {Start: 0, End: 5}, {Start: 3, End: 4}, {Start: 2, End: 8}} {
				proto := endingFramer{WindowFramer: &rowsFramer{first: first, last: last}}
				framer, err := proto.NewFramer(partition)
				if err != nil {
					t.Fatal(err)
				}
				for row := partition.Start; row < partition.End; row++ {
					got, err := framer.Next(sql.NewEmptyContext(), nil)
					if err != nil {
						t.Fatal(err)
					}
					if got.Start < partition.Start || got.End > partition.End || got.End < got.Start || framer.FirstIdx() != got.Start || framer.LastIdx() != got.End {
						t.Fatalf("%d to %d of row %d in %v: %v", first, last, row, partition, got)
					}
					for i := partition.Start; i < partition.End; i++ {
						within := i-row >= first && i-row <= last
						if within != (i >= got.Start && i < got.End) {
							t.Fatalf("%d to %d of row %d in %v: %v", first, last, row, partition, got)
						}
					}
				}
				if _, err := framer.Next(sql.NewEmptyContext(), nil); err != io.EOF {
					t.Fatal(err)
				}
			}
		}
	}
}
