package profiling

import (
	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// activeSessionFields are the columns of active_session_history.
func activeSessionFields() []field.Field[activesession.Row] {
	type row = activesession.Row
	column := func(name, typ, comment string, of func(*row) any) field.Field[row] {
		return field.Field[row]{Column: view.Column{Name: name, Type: typ, Comment: comment}, Value: of}
	}
	optional := func(name, typ, comment string, of func(*row) any) field.Field[row] {
		return field.Field[row]{Column: view.Column{Name: name, Type: typ, Nullable: true, Comment: comment}, Value: of}
	}
	text := func(name, typ, comment string, of func(*row) string) field.Field[row] {
		return optional(name, typ, comment, func(r *row) any { return field.ValidText(of(r)) })
	}
	number := func(name, comment string, of func(*row) uint64) field.Field[row] {
		return optional(name, field.BigintUnsigned, comment, func(r *row) any { return field.Number(of(r)) })
	}
	return []field.Field[row]{
		column("SAMPLE_ID", field.BigintUnsigned, "Number of the sample: the same for all threads of one moment", func(r *row) any { return r.SampleID }),
		column("SAMPLE_TIME", field.MicroTimestamp, "When the sample was taken", func(r *row) any { return r.At }),
		column("THREAD_ID", field.BigintUnsigned, "Thread at work", func(r *row) any { return r.ThreadID }),
		column("QUERY_THREAD_ID", field.BigintUnsigned, "Thread whose query it worked on, its own or its parent's", func(r *row) any { return r.QueryThreadID }),
		number("PROCESSLIST_ID", "Connection of the query; NULL for none, and if it ended at once", func(r *row) uint64 { return r.ProcesslistID }),
		text("USER", "varchar(32)", "User of that connection", func(r *row) string { return r.User }),
		text("HOST", "varchar(255)", "Host its client came from", func(r *row) string { return r.Host }),
		text("DB", field.Identifier, "Default database of the query", func(r *row) string { return r.Schema }),
		text("PROGRAM_NAME", "varchar(1024)", "Program of the client: its connection attribute program_name", func(r *row) string { return r.Program }),
		column("EVENT_NAME", field.EventName, "Kind of the query: statement/sql/select and the like", func(r *row) any { return r.EventName }),
		column("QUERY_ID", field.BigintUnsigned, "Number of the query: queryId of query_profiles", func(r *row) any { return r.StatementID }),
		number("EVENT_ID", "Its event in events_statements_*; NULL if consumer events_statements_current was off", func(r *row) uint64 { return r.EventID }),
		text("DIGEST", "varchar(64)", "Hash of the normalized query", func(r *row) string { return r.Digest }),
		text("DIGEST_TEXT", field.Longtext, "Normalized query; NULL while one runs for the first time whose text is longer than performance_schema_max_sql_text_length", func(r *row) string { return r.DigestText }),
		text("PLAN_HASH", planHashType, "Hash of the shape of its plan: PLAN_HASH of query_plans; NULL where the plan of a short query is left out, and before it has one", func(r *row) string { return planHash(r.Plan) }),
		optional("ELAPSED", field.Milliseconds, "How long the query had run; NULL if it is not timed (milliseconds)", func(r *row) any { return field.Unless(!r.ElapsedKnown, ms(r.Elapsed)) }),
		text("STAGE", field.Identifier, "What the thread did, in words", func(r *row) string { return field.Cut(r.Stage, field.IdentifierLength) }),
		column("STATE", "enum('running','queued','waiting')", "running: had a CPU, or waited for the kernel to give it one; queued: waited for a core of the Go runtime's; waiting: for RESOURCE", func(r *row) any { return r.State.String() }),
		text("RESOURCE", field.Identifier, "What it waited for: as in query_resources", func(r *row) string { return r.Resource }),
		text("OPERATOR", field.Identifier, "Operator of the plan that it was in", func(r *row) string { return r.Operator }),
		optional("NODE_ID", field.Integer, "Node of the plan: NODE_ID of query_operators", func(r *row) any { return nodeNumber(r.Node) }),
		text("WAIT_EVENT_NAME", field.EventName, "Wait that it was in: for a lock of metadata_locks, or any other while consumer events_waits_current is on; else NULL", func(r *row) string { return r.Wait }),
		text("OBJECT_TYPE", field.Identifier, "Kind of what it waited for, where WAIT_EVENT_NAME is known", func(r *row) string { return r.Object.Type }),
		text("OBJECT_SCHEMA", field.Identifier, "Database of what it waited for", func(r *row) string { return r.Object.Schema }),
		text("OBJECT_NAME", "varchar(512)", "Name of what it waited for", func(r *row) string { return r.Object.Name }),
		number("BLOCKING_THREAD_ID", "Thread that held what it waited for, or had asked before for more of it; the one with the least number of several; NULL if none is known", func(r *row) uint64 { return r.Blocker.ThreadID }),
		number("BLOCKING_PROCESSLIST_ID", "Connection of that thread", func(r *row) uint64 { return r.Blocker.ProcesslistID }),
		column("BLOCKING_THREADS", field.Integer, "How many threads held it", func(r *row) any { return int64(r.Blocker.Count) }),
		text("BLOCKING_STATE", "enum('active','idle','idle in transaction')", "What BLOCKING_THREAD_ID did; NULL if it had ended", func(r *row) string { return r.Blocker.State.String() }),
		text("BLOCKING_DIGEST", "varchar(64)", "Hash of the query that it ran, or had run last", func(r *row) string { return r.Blocker.Digest }),
		text("BLOCKING_DIGEST_TEXT", field.Longtext, "That query, normalized", func(r *row) string { return r.Blocker.DigestText }),
		number("TRANSACTION_EVENT_ID", "Event of the transaction that was open, in events_transactions_*; NULL for none", func(r *row) uint64 { return r.TransactionEventID }),
		optional("TRANSACTION_AGE", field.Milliseconds, "For how long it had been open (milliseconds)", func(r *row) any { return field.Unless(r.TransactionEventID == 0, ms(r.TransactionAge)) }),
		column("MEMORY", field.BigintUnsigned, "Bytes that the thread had in use, as far as they are counted", func(r *row) any { return r.Memory }),
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
