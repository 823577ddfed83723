package summary

import (
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// memorySummaries declares the five summaries of memory by instrument. What is
// in use is what was allocated less what was freed; it is negative for who frees
// what others allocate. Marks are exact by thread; above, the low mark is at or
// below and the high mark at or above the true ones.
//
// As in MySQL, instruments with global statistics have no row but in the global
// summary.
func memorySummaries() []*view.Table {
	tables := memoryFamily().tables()
	for _, t := range tables {
		if t.Name == "memory_summary_global_by_event_name" {
			uncounted(t)
		}
	}
	return tables
}

// uncounted says of the columns of the global summary why some have no count.
func uncounted(t *view.Table) {
	for i := range t.Columns {
		// The process is no thread's, account's, user's or host's.
		if strings.Contains(t.Columns[i].Name, "COUNT_") {
			t.Columns[i].Unknown = field.NoBlocks
		}
	}
}

func memoryFamily() Family[record.MemoryStat] {
	type row = summed[record.MemoryStat]
	return Family[record.MemoryStat]{
		name: "memory_summary", what: "Memory", Kind: perfschema.KindMemory,
		fields: []field.Field[row]{
			{Column: view.Column{Name: "COUNT_ALLOC", Type: field.BigintUnsigned, Comment: "Allocations"},
				Value: blocks(func(v *row) any { return v.Unsigned(v.stat.CountAlloc) })},
			{Column: view.Column{Name: "COUNT_FREE", Type: field.BigintUnsigned, Comment: "Releases"},
				Value: blocks(func(v *row) any { return v.Unsigned(v.stat.CountFree) })},
			{Column: view.Column{Name: "SUM_NUMBER_OF_BYTES_ALLOC", Type: field.BigintUnsigned, Comment: "Bytes allocated"},
				Value: func(v *row) any { return v.Unsigned(v.stat.BytesAlloc) }},
			{Column: view.Column{Name: "SUM_NUMBER_OF_BYTES_FREE", Type: field.BigintUnsigned, Comment: "Bytes released"},
				Value: func(v *row) any { return v.Unsigned(v.stat.BytesFree) }},
			{Column: view.Column{Name: "LOW_COUNT_USED", Type: field.Bigint, Comment: "Fewest blocks in use"},
				Value: blocks(func(v *row) any { return v.Signed(v.stat.LowCount) })},
			{Column: view.Column{Name: "CURRENT_COUNT_USED", Type: field.Bigint, Comment: "Blocks in use"},
				Value: blocks(func(v *row) any { return v.Signed(v.stat.CurrentCount()) })},
			{Column: view.Column{Name: "HIGH_COUNT_USED", Type: field.Bigint, Comment: "Most blocks in use"},
				Value: blocks(func(v *row) any { return v.Signed(v.stat.HighCount) })},
			{Column: view.Column{Name: "LOW_NUMBER_OF_BYTES_USED", Type: field.Bigint, Comment: "Fewest bytes in use"},
				Value: func(v *row) any { return v.Signed(v.stat.LowBytes) }},
			{Column: view.Column{Name: "CURRENT_NUMBER_OF_BYTES_USED", Type: field.Bigint, Comment: "Bytes in use"},
				Value: func(v *row) any { return v.Signed(v.stat.CurrentBytes()) }},
			{Column: view.Column{Name: "HIGH_NUMBER_OF_BYTES_USED", Type: field.Bigint, Comment: "Most bytes in use"},
				Value: func(v *row) any { return v.Signed(v.stat.HighBytes) }},
		},
		Read: (*perfschema.Reader).MemorySummary,
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
