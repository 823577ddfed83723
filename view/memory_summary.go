package view

import (
	"strings"

	"github.com/perfschema/perfschema"
)

// memorySummaries declares the five summaries of memory by instrument. What is
// in use is what was allocated less what was freed; it is negative for who frees
// what others allocate. Marks are exact by thread; above, the low mark is at or
// below and the high mark at or above the true ones.
//
// As in MySQL, instruments with global statistics have no row but in the global
// summary.
func memorySummaries() []*Table {
	type row = summed[perfschema.MemoryStat]
	unsigned := func(name, comment string, get func(*perfschema.MemoryStat) uint64) field[row] {
		return field[row]{Column{Name: name, Type: bigintUnsigned, Comment: comment}, func(v *row) any { return get(v.stat) }}
	}
	signed := func(name, comment string, get func(*perfschema.MemoryStat) int64) field[row] {
		return field[row]{Column{Name: name, Type: bigint, Comment: comment}, func(v *row) any { return get(v.stat) }}
	}
	// counted is a column of blocks, which nobody counts of some memory of the
	// process.
	counted := func(f field[row]) field[row] {
		value := f.value
		f.value = func(v *row) any {
			if v.class.Flags()&perfschema.FlagUncounted != 0 {
				return nil
			}
			return value(v)
		}
		return f
	}
	type stat = perfschema.MemoryStat
	tables := summaryFamily[stat]{
		name: "memory_summary", what: "Memory", kind: perfschema.KindMemory,
		fields: []field[row]{
			counted(unsigned("COUNT_ALLOC", "Allocations", func(m *stat) uint64 { return m.CountAlloc })),
			counted(unsigned("COUNT_FREE", "Releases", func(m *stat) uint64 { return m.CountFree })),
			unsigned("SUM_NUMBER_OF_BYTES_ALLOC", "Bytes allocated", func(m *stat) uint64 { return m.BytesAlloc }),
			unsigned("SUM_NUMBER_OF_BYTES_FREE", "Bytes released", func(m *stat) uint64 { return m.BytesFree }),
			counted(signed("LOW_COUNT_USED", "Fewest blocks in use", func(m *stat) int64 { return m.LowCount })),
			counted(signed("CURRENT_COUNT_USED", "Blocks in use", (*stat).CurrentCount)),
			counted(signed("HIGH_COUNT_USED", "Most blocks in use", func(m *stat) int64 { return m.HighCount })),
			signed("LOW_NUMBER_OF_BYTES_USED", "Fewest bytes in use", func(m *stat) int64 { return m.LowBytes }),
			signed("CURRENT_NUMBER_OF_BYTES_USED", "Bytes in use", (*stat).CurrentBytes),
			signed("HIGH_NUMBER_OF_BYTES_USED", "Most bytes in use", func(m *stat) int64 { return m.HighBytes }),
		},
		read:     (*perfschema.Schema).MemorySummary,
		truncate: (*perfschema.Schema).TruncateMemory,
	}.tables()
	for _, t := range tables {
		for i := range t.Columns {
			// The process is no thread's, account's, user's or host's.
			if t.Name == "memory_summary_global_by_event_name" && strings.Contains(t.Columns[i].Name, "COUNT_") {
				t.Columns[i].Unknown = noBlocks
			}
		}
	}
	return tables
}
