package profiling

import (
	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// activeSessionFields are the columns of active_session_history.
func activeSessionFields() []field.Field[activesession.Row] {
	type row = activesession.Row
	of := columns[row]{}
	return []field.Field[row]{
		of.column("SAMPLE_ID", field.BigintUnsigned, "Number of the sample: the same for all threads of one moment", func(r *row) any { return r.SampleID }),
		of.column("SAMPLE_TIME", field.MicroTimestamp, "When the sample was taken", func(r *row) any { return r.At }),
		of.column("THREAD_ID", field.BigintUnsigned, "Thread at work", func(r *row) any { return r.ThreadID }),
		of.column("QUERY_THREAD_ID", field.BigintUnsigned, "Thread whose query it worked on, its own or its parent's", func(r *row) any { return r.QueryThreadID }),
		of.number("PROCESSLIST_ID", "Connection of the query; NULL for none, and if it ended at once", func(r *row) uint64 { return r.ProcesslistID }),
		of.text("USER", "varchar(32)", "User of that connection", func(r *row) string { return r.User }),
		of.text("HOST", "varchar(255)", "Host its client came from", func(r *row) string { return r.Host }),
		of.text("DB", field.Identifier, "Default database of the query", func(r *row) string { return r.Schema }),
		of.text("PROGRAM_NAME", "varchar(1024)", "Program of the client: its connection attribute program_name", func(r *row) string { return r.Program }),
		of.column("EVENT_NAME", field.EventName, "Kind of the query: statement/sql/select and the like", func(r *row) any { return r.EventName }),
		of.column("QUERY_ID", field.BigintUnsigned, "Number of the query: queryId of query_profiles", func(r *row) any { return r.StatementID }),
		of.number("EVENT_ID", "Its event in events_statements_*; NULL if consumer events_statements_current was off", func(r *row) uint64 { return r.EventID }),
		of.text("DIGEST", "varchar(64)", "Hash of the normalized query", func(r *row) string { return r.Digest }),
		of.text("DIGEST_TEXT", field.Longtext, "Normalized query; NULL while one runs for the first time whose text is longer than performance_schema_max_sql_text_length", func(r *row) string { return r.DigestText }),
		of.text("PLAN_HASH", planHashType, "Hash of the shape of its plan: PLAN_HASH of query_plans; NULL where the plan of a short query is left out, and before it has one", func(r *row) string { return activity.FormatPlanHash(r.Plan) }),
		of.optional("ELAPSED", field.Milliseconds, "How long the query had run; NULL if it is not timed (milliseconds)", func(r *row) any { return field.Unless(!r.ElapsedKnown, ms(r.Elapsed)) }),
		of.text("STAGE", field.Identifier, "What the thread did, in words", func(r *row) string { return field.Cut(r.Stage, field.IdentifierLength) }),
		of.column("STATE", "enum('running','queued','waiting')", "running: had a CPU, or waited for the kernel to give it one; queued: waited for a core of the Go runtime's; waiting: for RESOURCE", func(r *row) any { return r.State.String() }),
		of.text("RESOURCE", field.Identifier, "What it waited for: as in query_resources", func(r *row) string { return r.Resource }),
		of.text("OPERATOR", field.Identifier, "Operator of the plan that it was in", func(r *row) string { return r.Operator }),
		of.optional("NODE_ID", field.Integer, "Node of the plan: NODE_ID of query_operators", func(r *row) any { return nodeNumber(r.Node) }),
		of.text("WAIT_EVENT_NAME", field.EventName, "Wait that it was in: for a lock of metadata_locks, or any other while consumer events_waits_current is on; else NULL", func(r *row) string { return r.Wait }),
		of.text("OBJECT_TYPE", field.Identifier, "Kind of what it waited for, where WAIT_EVENT_NAME is known", func(r *row) string { return r.Object.Type }),
		of.text("OBJECT_SCHEMA", field.Identifier, "Database of what it waited for", func(r *row) string { return r.Object.Schema }),
		of.text("OBJECT_NAME", "varchar(512)", "Name of what it waited for", func(r *row) string { return r.Object.Name }),
		of.number("BLOCKING_THREAD_ID", "Thread that held what it waited for, or had asked before for more of it; the one with the least number of several; NULL if none is known", func(r *row) uint64 { return r.Blocker.ThreadID }),
		of.number("BLOCKING_PROCESSLIST_ID", "Connection of that thread", func(r *row) uint64 { return r.Blocker.ProcesslistID }),
		of.column("BLOCKING_THREADS", field.Integer, "How many threads held it", func(r *row) any { return int64(r.Blocker.Count) }),
		of.text("BLOCKING_STATE", "enum('active','idle','idle in transaction')", "What BLOCKING_THREAD_ID did; NULL if it had ended", func(r *row) string { return r.Blocker.State.String() }),
		of.text("BLOCKING_DIGEST", "varchar(64)", "Hash of the query that it ran, or had run last", func(r *row) string { return r.Blocker.Digest }),
		of.text("BLOCKING_DIGEST_TEXT", field.Longtext, "That query, normalized", func(r *row) string { return r.Blocker.DigestText }),
		of.number("TRANSACTION_EVENT_ID", "Event of the transaction that was open, in events_transactions_*; NULL for none", func(r *row) uint64 { return r.TransactionEventID }),
		of.optional("TRANSACTION_AGE", field.Milliseconds, "For how long it had been open (milliseconds)", func(r *row) any { return field.Unless(r.TransactionEventID == 0, ms(r.TransactionAge)) }),
		of.column("MEMORY", field.BigintUnsigned, "Bytes that the thread had in use, as far as they are counted", func(r *row) any { return r.Memory }),
	}
}

// activeSessionHistory declares profiling.active_session_history: which threads were at work,
// once a second, for as long as there is room.
func activeSessionHistory() *view.Table {
	fields := activeSessionFields()
	return &view.Table{
		Name: "active_session_history", Comment: "Which threads were at work, once a second", Columns: field.Columns(fields), Access: view.AllowTruncate,
		Indexes: []view.Index{
			{Name: "SAMPLE_ID", Columns: []string{"SAMPLE_ID"}},
			{Name: "THREAD_ID", Columns: []string{"THREAD_ID"}},
			{Name: "DIGEST", Columns: []string{"DIGEST"}},
		},
		Open: field.Opener(fields, field.OnEach(func(r view.Reader) []activesession.Part { return r.ActiveSessions.Parts() },
			func(r view.Reader, p activesession.Part, visit func(*activesession.Row)) {
				sample, bySample := field.WantsNumber(r, "SAMPLE_ID")
				thread, byThread := field.WantsNumber(r, "THREAD_ID")
				for v := range p.Rows {
					if (!bySample || v.SampleID == sample) && (!byThread || v.ThreadID == thread) && field.WantsNullable(r, "DIGEST", v.Digest, v.Digest == "") {
						visit(v)
					}
				}
			})),
		Forget: func(r view.Reader) error { r.ActiveSessions.Truncate(); return nil },
	}
}

// OpenActiveSessions reads rows of active_session_history, which need not be kept any more.
func OpenActiveSessions(r view.Reader, parts ...activesession.Part) *view.Cursor {
	walk := field.OnEach(func(view.Reader) []activesession.Part { return parts }, func(_ view.Reader, p activesession.Part, visit func(*activesession.Row)) {
		for v := range p.Rows {
			visit(v)
		}
	})
	return field.Opener(activeSessionFields(), walk)(r)
}
