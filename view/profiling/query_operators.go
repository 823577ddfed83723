package profiling

import (
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// queryOperator is what a row of query_operators tells of: a node of a plan.
type queryOperator struct {
	*sampler.Profile
	schema *perfschema.Schema
	record.PlanNodeInfo
	planned bool // the node is in the plan that was kept
	self    time.Duration
	wall    time.Duration
}

// queryOperators declares profiling.query_operators: the plan of every query of
// query_profiles, a row a node. A query of which no plan was kept has a row for
// each operator it was seen in, without parent, name, loops and rows; one that was
// left out for being short has a row that says so.
func queryOperators() *view.Table {
	fields := field.Untyped(operatorFields)
	return &view.Table{
		Name: "query_operators", Comment: "The plan of every query, with rows, loops and time of each node",
		Columns: field.Columns(fields),
		Indexes: whoseIndexes(view.Index{Name: "QUERY_ID", Columns: []string{"QUERY_ID", "NODE_ID"}}),
		Open:    field.Opener(fields, field.OnEach(profilesBy("QUERY_ID"), visitNodes)),
	}
}

// visitNodes visits the nodes of a query's plan.
func visitNodes(r view.Reader, p *sampler.Profile, visit func(*queryOperator)) {
	for _, v := range planRows(p) {
		v.schema = r.Schema
		visit(&v)
	}
}

var operatorFields = queryOperatorFields()

func queryOperatorFields() []field.Typed[queryOperator] {
	type row = queryOperator
	counted := func(v *row) bool { return v.planned && v.Known }
	untimed := func(v *row) bool { return !v.Statement.Detailed() || v.planned && !v.Known && v.self == 0 }
	spent := func(name, comment string, of func(*row) time.Duration) field.Typed[row] {
		return field.Numbered(view.Column{Name: name, Type: field.Milliseconds, Nullable: true, Comment: comment},
			func(v *row) (int64, bool) { return of(v).Nanoseconds(), !v.Missed() && !untimed(v) })
	}
	portion := func(name, comment string, of func(*row) (part, whole time.Duration)) field.Typed[row] {
		return field.Numbered(view.Column{Name: name, Type: "double", Nullable: true, Comment: comment},
			func(v *row) (int64, bool) {
				bits, known := shareBits(of(v))
				return bits, known && !untimed(v)
			})
	}
	fields := whose(func(v *row) *sampler.Profile { return v.Profile })
	fields = append(fields,
		field.Numbered(view.Column{Name: "QUERY_ID", Type: field.Bigint, Comment: "The query: queryId of query_profiles, STATEMENT_ID of events_statements_*"},
			field.Always(func(v *row) int64 { return int64(v.Statement.StatementID()) })),
		field.Numbered(view.Column{Name: "NODE_ID", Type: field.Integer, Nullable: true, Comment: "Number of the node in the plan, from 1, each before those it reads from; NULL for what has no number"},
			func(v *row) (int64, bool) { return int64(v.Node), v.Node != 0 }),
		field.Numbered(view.Column{Name: "PARENT_ID", Type: field.Integer, Nullable: true, Comment: "The node that reads from it; NULL for the root"},
			func(v *row) (int64, bool) { return int64(v.Parent), v.Parent != 0 }),
		field.Worded(view.Column{Name: "OPERATOR", Type: field.Identifier, Nullable: true, Comment: "What the node is, as the engine calls it"},
			field.NotEmpty(func(v *row) string { return v.Name })),
		field.Worded(view.Column{Name: "COUNTS_AS", Type: field.Identifier, Nullable: true, Comment: "Column of query_profiles its time counts in"},
			field.NotEmpty(func(v *row) string { return v.schema.Read().SnowsetOperator(v.Operator).Column() })),
		field.Worded(view.Column{Name: "OBJECT_NAME", Type: field.FileName, Nullable: true, Comment: "Table it works on; NULL for none"},
			field.NotEmpty(func(v *row) string { return field.Cut(v.Object, field.FileNameLength) })),
		field.Worded(view.Column{Name: "INDEX_NAME", Type: field.Identifier, Nullable: true, Comment: "Index by which it reads the table; NULL where it reads by none"},
			field.NotEmpty(func(v *row) string { return field.Cut(v.Index, field.IdentifierLength) })),
		field.Numbered(view.Column{Name: "LOOPS", Type: field.BigintUnsigned, Nullable: true, Comment: "How often it was begun; NULL where another node does its work along with its own"},
			func(v *row) (int64, bool) { return int64(v.Loops), counted(v) }),
		field.Numbered(view.Column{Name: "ROWS_OUT", Type: field.BigintUnsigned, Nullable: true, Comment: "Rows it gave, in all loops; NULL as LOOPS, and where nobody counts them"},
			func(v *row) (int64, bool) { return int64(v.Rows), counted(v) && !v.RowsUnknown }),
		spent("SELF_TIME", "Time the query was seen in it, and not in those it reads from (milliseconds); NULL where another node does its work along with its own, of a query that the profiler came too late to see, and where PLAN_KEPT is not YES",
			func(v *row) time.Duration { return v.self }),
		portion("SHARE", "Part of the query's time, which is its duration times its cores; NULL where SELF_TIME is, and of a query that was not seen",
			func(v *row) (part, whole time.Duration) { return v.self, v.CoreTime }),
		spent("WALL_TIME", "Part of the query's own time that passed in it: that of several threads at work at once is divided among them, and while one runs no other waits (milliseconds); NULL where SELF_TIME is",
			func(v *row) time.Duration { return v.wall }),
		portion("WALL_SHARE", "WALL_TIME as a part of the query's duration, whatever cores it might use; NULL where SHARE is",
			func(v *row) (part, whole time.Duration) { return v.wall, v.Elapsed }),
		field.Numbered(view.Column{Name: "MEMORY", Type: field.Bigint, Nullable: true, Comment: "Bytes it holds, as far as it says"},
			func(v *row) (int64, bool) { return v.Memory, v.planned && v.MemoryHigh != 0 }),
		field.Numbered(view.Column{Name: "MEMORY_HIGH", Type: field.Bigint, Nullable: true, Comment: "The most bytes it held"},
			func(v *row) (int64, bool) { return v.MemoryHigh, v.planned && v.MemoryHigh != 0 }),
	)
	return append(fields, planFields(func(v *row) *sampler.Profile { return v.Profile })...)
}

// planRows is the nodes of a query's plan, then what it was seen in that is none
// of them.
func planRows(p *sampler.Profile) []queryOperator {
	plan := p.Statement.Plan().Nodes()
	rows := make([]queryOperator, 0, len(plan)+1)
	if len(plan) == 0 && !p.Statement.Detailed() {
		return append(rows, queryOperator{Profile: p})
	}
	for _, n := range plan {
		rows = append(rows, queryOperator{Profile: p, PlanNodeInfo: n, planned: true})
	}
	for _, n := range p.Nodes() {
		if n.Node != 0 && int(n.Node) <= len(plan) {
			rows[n.Node-1].self += n.Time
			rows[n.Node-1].wall += n.Wall
			continue
		}
		rows = append(rows, queryOperator{Profile: p, self: n.Time, wall: n.Wall, PlanNodeInfo: record.PlanNodeInfo{Node: n.Node, Operator: n.Operator}})
	}
	return rows
}
