package catalog

import (
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// memoryReconciliation declares profiling.memory_reconciliation: the memory of
// the whole process, part by part. BYTES come to the resident set size that the
// operating system reports. The process is read anew by each scan of the table,
// for some milliseconds.
func memoryReconciliation() *view.Table {
	type part = perfschema.MemoryPart
	fields := []field[part]{
		{Column: view.Column{Name: "PART", Type: fileName, Comment: "Memory instrument; of a mapped file memory/os/file and its path; last unexplained"},
			value: func(p *part) any { return cut(strings.ToValidUTF8(p.Name, "\uFFFD"), fileNameLength) }},
		{Column: view.Column{Name: "MEMORY_KIND", Type: "enum('exact','sampled','runtime','system','unexplained')",
			Comment: "How the bytes are known: counted by the instrument, estimated from the heap profile, said by the Go runtime or by the operating system; unexplained is the rest"},
			value: func(p *part) any { return p.Kind.String() }},
		{Column: view.Column{Name: "BYTES", Type: bigint, Nullable: true, Comment: "Bytes in memory, negative where they are taken off others; NULL where they are not known"},
			value: func(p *part) any { return unless(!p.Known, p.Bytes) }},
		{Column: view.Column{Name: "COUNT_USED", Type: bigint, Nullable: true, Comment: "Blocks, objects, goroutines or mappings; NULL where nobody counts them"},
			value: func(p *part) any { return unless(!p.Counted, p.Count) }},
		{Column: view.Column{Name: "BYTES_ERROR", Type: bigint, Nullable: true, Comment: "Standard error that sampling gives BYTES, to unexplained all samples together; NULL where there is none"},
			value: func(p *part) any { return unless(p.Error == 0 && p.Kind != perfschema.MemorySampled, p.Error) }},
		{Column: view.Column{Name: "COMMENT", Type: longtext, Nullable: true, Comment: "What the part is"},
			value: func(p *part) any { return text(p.Documentation) }},
	}
	return &view.Table{
		Name: "memory_reconciliation", Comment: "The resident set of the process, part by part", Columns: columns(fields),
		// The parts of one moment, since they come to a sum.
		Open: opener(fields, listed(func(r view.Reader) []part { return r.Schema.Read().ProcessMemory() })),
	}
}
