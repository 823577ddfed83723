package view

import "github.com/perfschema/perfschema"

// SinceStart gives tables of the names and columns of some originals whose figures are
// those since start: no TRUNCATE resets them. Who keeps differences of them from one
// reading to the next loses nothing to it. They are for reading alone.
func SinceStart() []*Table {
	memory := memoryFamily().table(perfschema.SinceStart, "global", "", "PRIMARY")
	uncounted(memory)
	tables := []*Table{
		waitFamily().table(perfschema.SinceStart, "global", "", "PRIMARY"),
		errorSummary(perfschema.SinceStart, "global", "by number", "ERROR_NUMBER"),
		filesByClass((*perfschema.Reader).FileSummarySinceStart),
		memory,
	}
	for _, t := range tables {
		t.Access, t.Truncate = 0, nil
	}
	return tables
}

// OpenDigests reads rows of events_statements_summary_by_digest: one for each of the
// digests, in their order. They may have been truncated away.
func OpenDigests(r Reader, digests []perfschema.Digest) *Cursor {
	fields := digestFields()
	return opener(fields, onEach(func(Reader) []perfschema.Digest { return digests }, visitDigest))(r)
}

// OpenIndexes reads rows of table_io_waits_summary_by_index_usage: one for each index of
// each of the tables, in their order.
func OpenIndexes(r Reader, tables []perfschema.TableInfo) *Cursor {
	return opener(indexFields(), onEach(func(Reader) []perfschema.TableInfo { return tables }, visitIndexes))(r)
}
