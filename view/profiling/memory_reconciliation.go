package profiling

import (
	"strings"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// memoryReconciliation declares profiling.memory_reconciliation: the memory of
// the whole process, part by part. BYTES come to the resident set size that the
// operating system reports. The process is read anew by each scan of the table,
// for some milliseconds.
func memoryReconciliation() *view.Table {
	type part = record.MemoryPart
	fields := []field.Field[part]{
		{Column: view.Column{Name: "PART", Type: field.FileName, Comment: "Memory instrument; of a mapped file memory/os/file and its path; last unexplained"},
			Value: func(p *part) any { return field.Cut(strings.ToValidUTF8(p.Name, "\uFFFD"), field.FileNameLength) }},
		{Column: view.Column{Name: "MEMORY_KIND", Type: "enum('exact','sampled','runtime','system','unexplained')",
			Comment: "How the bytes are known: counted by the instrument, estimated from the heap profile, said by the Go runtime or by the operating system; unexplained is the rest"},
			Value: func(p *part) any { return p.Kind.String() }},
		{Column: view.Column{Name: "BYTES", Type: field.Bigint, Nullable: true, Comment: "Bytes in memory, negative where they are taken off others; NULL where they are not known"},
			Value: func(p *part) any { return field.Unless(!p.Known, p.Bytes) }},
		{Column: view.Column{Name: "COUNT_USED", Type: field.Bigint, Nullable: true, Comment: "Blocks, objects, goroutines or mappings; NULL where nobody counts them"},
			Value: func(p *part) any { return field.Unless(!p.Counted, p.Count) }},
		{Column: view.Column{Name: "BYTES_ERROR", Type: field.Bigint, Nullable: true, Comment: "Standard error that sampling gives BYTES, to unexplained all samples together; NULL where there is none"},
			Value: func(p *part) any { return field.Unless(p.Error == 0 && p.Kind != record.MemorySampled, p.Error) }},
		{Column: view.Column{Name: "COMMENT", Type: field.Longtext, Nullable: true, Comment: "What the part is"},
			Value: func(p *part) any { return field.Text(p.Documentation) }},
	}
	return &view.Table{
		Name: "memory_reconciliation", Comment: "The resident set of the process, part by part", Columns: field.Columns(fields),
		// The parts of one moment, since they come to a sum.
		Open: field.Opener(fields, field.Listed(func(r view.Reader) []part { return r.Schema.Read().ProcessMemory() })),
	}
}
