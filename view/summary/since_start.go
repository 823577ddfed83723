package summary

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// SinceStart gives tables of the names and columns of some originals whose figures are
// those since start: no TRUNCATE resets them. Who keeps differences of them from one
// reading to the next loses nothing to it. They are for reading alone.
func SinceStart() []*view.Table {
	memory := memoryFamily().table(record.SinceStart, "global", "", "PRIMARY")
	uncounted(memory)
	tables := []*view.Table{
		waitFamily().table(record.SinceStart, "global", "", "PRIMARY"),
		errorSummary(record.SinceStart, "global", "by number", "ERROR_NUMBER"),
		filesByClass((*perfschema.Reader).FileSummarySinceStart),
		memory,
	}
	for _, t := range tables {
		t.Access, t.Truncate = 0, nil
	}
	return tables
}

// CountedMemory gives memory_summary_global_by_event_name of [SinceStart] without what is
// computed when it is read: see [perfschema.Reader.CountedMemory].
func CountedMemory() *view.Table {
	f := memoryFamily()
	f.Read = func(s *perfschema.Reader, _ record.Grouping, _ uint64) *record.SummaryReader[record.MemoryStat] {
		return s.CountedMemory()
	}
	t := f.table(record.SinceStart, "global", "", "PRIMARY")
	uncounted(t)
	t.Access, t.Truncate = 0, nil
	return t
}

// OpenDigests reads rows of events_statements_summary_by_digest: one for each of the
// digests, in their order. They may have been truncated away.
func OpenDigests(r view.Reader, digests []perfschema.Digest) *view.Cursor {
	fields := digestFields()
	return field.Opener(fields, field.OnEach(func(view.Reader) []perfschema.Digest { return digests }, visitDigest))(r)
}

// OpenIndexes reads rows of table_io_waits_summary_by_index_usage: one for each index of
// each of the tables, in their order.
func OpenIndexes(r view.Reader, tables []record.TableInfo) *view.Cursor {
	return field.Opener(indexFields(), field.OnEach(func(view.Reader) []record.TableInfo { return tables }, visitIndexes))(r)
}

// OpenAccounts reads rows of events_statements_summary_by_account_by_event_name: one for
// each account and class that is given, in their order.
func OpenAccounts(r view.Reader, list []record.AccountStatements) *view.Cursor {
	type row = summed[record.StatementStat]
	_, user, host := groupFields(func(v *row) *GroupValues { return &v.GroupValues })
	fields := statementFamily().rowFields(user, host)
	cpuOn := r.Schema.Consumer(perfschema.ConsumerEventsStatementsCPU)
	walk := field.OnEach(func(view.Reader) []record.AccountStatements { return list }, func(_ view.Reader, a record.AccountStatements, visit func(*row)) {
		visit(&row{GroupValues: valuesOf(a.Account), stat: &a.Stat, name: a.EventName, cpuOn: cpuOn})
	})
	return field.Opener(fields, walk)(r)
}
