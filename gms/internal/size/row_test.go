package size

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/shopspring/decimal"

	"github.com/perfschema/perfschema/internal/heaptest"
	"github.com/perfschema/perfschema/internal/racetest"
)

func within(got, want int64, percent float64) bool {
	d := float64(got-want) / float64(want) * 100
	return d >= -percent && d <= percent
}

// TestRowSize compares what rows are said to hold with what the heap grows by.
func TestRowSize(t *testing.T) {
	if racetest.Enabled {
		t.Skip("the race detector makes objects larger")
	}
	if !heaptest.Alone(t) {
		return
	}
	const rows = 20000
	shapes := map[string]func(i int) sql.Row{
		"integers": func(i int) sql.Row { return sql.Row{int64(i), int32(i + 300), uint64(i) << 20, int8(3), nil} },
		"small":    func(i int) sql.Row { return sql.Row{int64(i % 200), int64(7), true} },
		"short strings": func(i int) sql.Row {
			return sql.Row{int64(i), fmt.Sprint("name ", i), strings.Clone("ab")}
		},
		"sysbench": func(i int) sql.Row {
			return sql.Row{int32(i), int32(i * 7), strings.Repeat("c", 119), strings.Repeat("p", 59)}
		},
		"blobs": func(i int) sql.Row { return sql.Row{int64(i), make([]byte, 700+i%512)} },
		"floats, times": func(i int) sql.Row {
			return sql.Row{float64(i), float32(i), time.Unix(int64(i), 0), types.Timespan(i * 1000)}
		},
		"decimals": func(i int) sql.Row {
			return sql.Row{decimal.New(int64(i)*1234567, -2), decimal.NewFromInt(int64(i))}
		},
		"documents": func(i int) sql.Row {
			return sql.Row{int64(i), types.JSONDocument{Val: map[string]any{
				"id": float64(i), "tags": []any{strings.Clone("one"), fmt.Sprint(i)}, "name": strings.Repeat("n", 20),
			}}}
		},
		"unread documents": func(i int) sql.Row {
			return sql.Row{int64(i), types.NewLazyJSONDocument([]byte(fmt.Sprintf(`{"a": %d, "b": "0123456789012345678901234"}`, i)))}
		},
		"points": func(i int) sql.Row {
			return sql.Row{int64(i), types.LineString{Points: make([]types.Point, 5)}}
		},
		"wide": func(i int) sql.Row {
			r := make(sql.Row, 80)
			for j := range r {
				r[j] = int64(i*1000 + j)
			}
			return r
		},
	}
	s := new(Sizer)
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			kept, heap := heaptest.Grown(func() []sql.Row {
				var kept []sql.Row
				for i := range rows {
					kept = append(kept, shape(i))
				}
				return kept
			})
			var size int64
			var slice GrowingSlice
			for _, r := range kept {
				size += slice.Push(SliceHeader) + s.Row(r)
			}
			if slice.Capacity != int64(cap(kept)) {
				t.Errorf("a capacity of %d, want %d", slice.Capacity, cap(kept))
			}
			t.Logf("%d bytes a row; the heap grew by %d, %+.1f %%", size/rows, heap/rows, 100*float64(size-heap)/float64(heap))
			if !within(size, heap, 10) {
				t.Errorf("rows hold %d bytes, the heap grew by %d", size, heap)
			}
			if n := testing.AllocsPerRun(10, func() { s.Row(kept[0]) }); n != 0 {
				t.Errorf("%v allocations", n)
			}
		})
	}
}

// TestValueRowSize does the same for rows of stored values.
func TestValueRowSize(t *testing.T) {
	if !heaptest.Alone(t) {
		return
	}
	const rows = 20000
	kept, heap := heaptest.Grown(func() []sql.ValueRow {
		kept := make([]sql.ValueRow, rows)
		for i := range kept {
			kept[i] = sql.ValueRow{{Val: make([]byte, 8)}, {Val: make([]byte, 119)}, {}}
		}
		return kept
	})
	size := int64(rows) * SliceHeader
	for _, r := range kept {
		size += (&Sizer{}).values(r)
	}
	if !within(size, heap, 10) {
		t.Errorf("rows hold %d bytes, the heap grew by %d", size, heap)
	}
}

// TestMapSize compares maps of every size with the heap.
func TestMapSize(t *testing.T) {
	if !heaptest.Alone(t) {
		return
	}
	for _, n := range []int{1, 8, 9, 100, 500, 1000, 3000, 10000, 40000, 60000, 100000, 1000000} {
		many := max(1, 20000/n)
		_, heap := heaptest.Grown(func() []map[uint64]any {
			maps := make([]map[uint64]any, many)
			for i := range maps {
				maps[i] = make(map[uint64]any)
				for k := range n {
					maps[i][uint64(k)*0x9E3779B97F4A7C15] = struct{}{}
				}
			}
			return maps
		})
		var grown GrowingMap
		var size int64
		for range n {
			size += grown.Push(Word + Interface)
		}
		size *= int64(many)
		t.Logf("%7d entries: %d bytes, the heap grew by %d, %+.1f %%", n, size, heap, 100*float64(size-heap)/float64(heap))
		if !within(size, heap, 10) {
			t.Errorf("%d entries: %d bytes, the heap grew by %d", n, size, heap)
		}
	}
}

func BenchmarkRowSize(b *testing.B) {
	s := new(Sizer)
	rows := map[string]sql.Row{
		"Sysbench":  {int32(7000), int32(70000), strings.Repeat("c", 119), strings.Repeat("p", 59)},
		"Integers8": {int64(1), int64(1000), int64(2000), int64(3000), int64(4000), int64(5), int64(6), int64(7)},
		"Decimal":   {decimal.New(1234567, -2)},
	}
	for name, r := range rows {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Row(r)
			}
		})
	}
}
