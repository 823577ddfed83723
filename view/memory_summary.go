package view

import (
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// memorySummaries declares the five summaries of memory by instrument. What is
// in use is what was allocated less what was freed; it is negative for who frees
// what others allocate. Marks are exact by thread; above, the low mark is at or
// below and the high mark at or above the true ones.
//
// As in MySQL, instruments with global statistics have no row but in the global
// summary.
func memorySummaries() []*Table {
	tables := memoryFamily().tables()
	for _, t := range tables {
		if t.Name == "memory_summary_global_by_event_name" {
			uncounted(t)
		}
	}
	return tables
}

// uncounted says of the columns of the global summary why some have no count.
func uncounted(t *Table) {
	for i := range t.Columns {
		// The process is no thread's, account's, user's or host's.
		if strings.Contains(t.Columns[i].Name, "COUNT_") {
			t.Columns[i].Unknown = noBlocks
		}
	}
}

func memoryFamily() summaryFamily[record.MemoryStat] {
	type row = summed[record.MemoryStat]
	return summaryFamily[record.MemoryStat]{
		name: "memory_summary", what: "Memory", kind: perfschema.KindMemory,
		fields: []field[row]{
			{Column{Name: "COUNT_ALLOC", Type: bigintUnsigned, Comment: "Allocations"},
				blocks(func(v *row) any { return v.unsigned(v.stat.CountAlloc) })},
			{Column{Name: "COUNT_FREE", Type: bigintUnsigned, Comment: "Releases"},
				blocks(func(v *row) any { return v.unsigned(v.stat.CountFree) })},
			{Column{Name: "SUM_NUMBER_OF_BYTES_ALLOC", Type: bigintUnsigned, Comment: "Bytes allocated"},
				func(v *row) any { return v.unsigned(v.stat.BytesAlloc) }},
			{Column{Name: "SUM_NUMBER_OF_BYTES_FREE", Type: bigintUnsigned, Comment: "Bytes released"},
				func(v *row) any { return v.unsigned(v.stat.BytesFree) }},
			{Column{Name: "LOW_COUNT_USED", Type: bigint, Comment: "Fewest blocks in use"},
				blocks(func(v *row) any { return v.signed(v.stat.LowCount) })},
			{Column{Name: "CURRENT_COUNT_USED", Type: bigint, Comment: "Blocks in use"},
				blocks(func(v *row) any { return v.signed(v.stat.CurrentCount()) })},
			{Column{Name: "HIGH_COUNT_USED", Type: bigint, Comment: "Most blocks in use"},
				blocks(func(v *row) any { return v.signed(v.stat.HighCount) })},
			{Column{Name: "LOW_NUMBER_OF_BYTES_USED", Type: bigint, Comment: "Fewest bytes in use"},
				func(v *row) any { return v.signed(v.stat.LowBytes) }},
			{Column{Name: "CURRENT_NUMBER_OF_BYTES_USED", Type: bigint, Comment: "Bytes in use"},
				func(v *row) any { return v.signed(v.stat.CurrentBytes()) }},
			{Column{Name: "HIGH_NUMBER_OF_BYTES_USED", Type: bigint, Comment: "Most bytes in use"},
				func(v *row) any { return v.signed(v.stat.HighBytes) }},
		},
		read: (*perfschema.Reader).MemorySummary,
	}
}

// blocks is NULL where nobody counts the blocks of an instrument, as of some
// memory of the process.
func blocks(of func(*summed[record.MemoryStat]) any) func(*summed[record.MemoryStat]) any {
	return func(v *summed[record.MemoryStat]) any {
		if v.class.Flags()&perfschema.FlagUncounted != 0 {
			return nil
		}
		return of(v)
	}
}
