package profiling

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/snowset"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// workerThread is what a row of worker_threads tells of.
type workerThread struct {
	perfschema.ThreadState
	schema *perfschema.Schema
	query  uint64 // 0 for none
}

// workerThreads declares profiling.worker_threads: what every thread says it
// does at this moment.
func workerThreads() *view.Table {
	type row = workerThread
	fields := []field.Field[row]{
		{Column: view.Column{Name: "THREAD_ID", Type: field.BigintUnsigned, Comment: "Thread"},
			Value: func(v *row) any { return v.Thread.ID() }},
		{Column: view.Column{Name: "NAME", Type: field.EventName, Comment: "Its instrument"},
			Value: func(v *row) any { return v.Thread.Info().Name }},
		{Column: view.Column{Name: "PROCESSLIST_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Its connection; NULL for none"},
			Value: func(v *row) any { return field.Number(v.Thread.ProcesslistID()) }},
		{Column: view.Column{Name: "STATE", Type: "enum('none','idle','running','waiting')", Comment: "none: works on no query; idle: others do its work; running: has a CPU or wants one; waiting: for RESOURCE"},
			Value: func(v *row) any { return v.state() }},
		{Column: view.Column{Name: "QUERY_THREAD_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Thread whose query it works on, its own or its parent's; NULL for no query"},
			Value: func(v *row) any {
				if !v.State.Active() || v.Of == nil {
					return nil
				}
				return v.Of.ID()
			}},
		{Column: view.Column{Name: "QUERY_ID", Type: field.Bigint, Nullable: true, Comment: "The query: queryId of query_profiles"},
			Value: func(v *row) any { return field.Unless(v.query == 0, int64(v.query)) }},
		{Column: view.Column{Name: "PHASE", Type: "enum('setup','execution','teardown')", Nullable: true, Comment: "Phase of the query; NULL of a helper, and for no query"},
			Value: func(v *row) any { return field.Unless(!v.State.Active() || v.Of != v.Thread, v.State.Phase().String()) }},
		{Column: view.Column{Name: "RESOURCE", Type: field.Identifier, Nullable: true, Comment: "What it waits for"},
			Value: func(v *row) any {
				return field.Unless(v.state() != "waiting", v.schema.Read().ResourceName(v.State.Resource()))
			}},
		{Column: view.Column{Name: "OPERATOR", Type: field.Identifier, Nullable: true, Comment: "Operator it is in"},
			Value: func(v *row) any {
				return field.Unless(!v.State.Active(), field.Text(v.schema.Read().OperatorName(v.State.Operator())))
			}},
		{Column: view.Column{Name: "NODE_ID", Type: field.Integer, Nullable: true, Comment: "Node of the plan: NODE_ID of query_operators"},
			Value: func(v *row) any { return field.Unless(!v.State.Active(), nodeNumber(v.State.Node())) }},
	}
	return &view.Table{
		Name: "worker_threads", Comment: "What every thread does at this moment",
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"THREAD_ID"}, Unique: true}},
		// The words of one moment: what threads do fits together.
		Open: field.Opener(fields, field.OnEach(func(r view.Reader) []perfschema.ThreadState { return r.Profiler.States() },
			func(r view.Reader, s perfschema.ThreadState, visit func(*row)) {
				if id, one := field.WantsNumber(r, "THREAD_ID"); one && s.Thread.ID() != id {
					return
				}
				v := row{ThreadState: s, schema: r.Schema}
				if s.State.Active() {
					v.query = s.Of.RunningStatementID()
				}
				visit(&v)
			})),
	}
}

// state is the thread's state word in one word.
func (v *workerThread) state() string {
	switch {
	case !v.State.Active():
		return "none"
	case v.State.Resource() == snowset.ResourceIdle:
		return "idle"
	case v.State.Resource() == snowset.ResourceNone:
		return "running"
	}
	return "waiting"
}

// nodeNumber is the number of a plan node of which 0 is none.
func nodeNumber(n uint16) any { return field.Unless(n == 0, int64(n)) }
