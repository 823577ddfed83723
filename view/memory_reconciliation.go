package view

import (
	"strings"

	"github.com/perfschema/perfschema/record"
)

// memoryReconciliation declares profiling.memory_reconciliation: the memory of
// the whole process, part by part. BYTES come to the resident set size that the
// operating system reports. The process is read anew by each scan of the table,
// for some milliseconds.
func memoryReconciliation() *Table {
	type part = record.MemoryPart
	fields := []field[part]{
		{Column{Name: "PART", Type: fileName, Comment: "Memory instrument; of a mapped file memory/os/file and its path; last unexplained"},
			func(p *part) any { return cut(strings.ToValidUTF8(p.Name, "\uFFFD"), fileNameLength) }},
		{Column{Name: "MEMORY_KIND", Type: "enum('exact','sampled','runtime','system','unexplained')",
			Comment: "How the bytes are known: counted by the instrument, estimated from the heap profile, said by the Go runtime or by the operating system; unexplained is the rest"},
			func(p *part) any { return p.Kind.String() }},
		{Column{Name: "BYTES", Type: bigint, Nullable: true, Comment: "Bytes in memory, negative where they are taken off others; NULL where they are not known"},
			func(p *part) any { return unless(!p.Known, p.Bytes) }},
		{Column{Name: "COUNT_USED", Type: bigint, Nullable: true, Comment: "Blocks, objects, goroutines or mappings; NULL where nobody counts them"},
			func(p *part) any { return unless(!p.Counted, p.Count) }},
		{Column{Name: "BYTES_ERROR", Type: bigint, Nullable: true, Comment: "Standard error that sampling gives BYTES, to unexplained all samples together; NULL where there is none"},
			func(p *part) any { return unless(p.Error == 0 && p.Kind != record.MemorySampled, p.Error) }},
		{Column{Name: "COMMENT", Type: longtext, Nullable: true, Comment: "What the part is"},
			func(p *part) any { return text(p.Documentation) }},
	}
	return &Table{
		Name: "memory_reconciliation", Comment: "The resident set of the process, part by part", Columns: columns(fields),
		// The parts of one moment, since they come to a sum.
		Open: opener(fields, listed(func(r Reader) []part { return r.Schema.Read().ProcessMemory() })),
	}
}
