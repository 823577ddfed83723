package profiling

import (
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// queryResource is what a row of query_resources_by_operator tells of.
type queryResource struct {
	*sampler.Profile
	schema *perfschema.Schema
	sampler.Cell
}

// queryResources declares profiling.query_resources_by_operator: what every
// query of query_profiles used and waited for, in each of its operators.
func queryResources() *view.Table {
	type row = queryResource
	fields := field.Untyped(whose(func(v *row) *sampler.Profile { return v.Profile }))
	fields = append(fields, []field.Field[row]{
		{Column: view.Column{Name: "QUERY_ID", Type: field.Bigint, Comment: "The query: queryId of query_profiles, STATEMENT_ID of events_statements_*"},
			Value: func(v *row) any { return int64(v.Statement.StatementID()) }},
	}...)
	fields = append(fields, cellFields(func(v *row) cellOf { return cellOf{v.Cell, v.schema, v.CoreTime, v.Elapsed} })...)
	return &view.Table{
		Name: "query_resources_by_operator", Comment: "What every query used and waited for in each of its operators",
		Columns: field.Columns(fields),
		Indexes: whoseIndexes(view.Index{Name: "QUERY_ID", Columns: []string{"QUERY_ID"}}),
		Open: field.Opener(fields, field.OnEach(profilesBy("QUERY_ID"), func(r view.Reader, p *sampler.Profile, visit func(*row)) {
			for _, c := range withoutNodes(p.Cells()) {
				visit(&row{Profile: p, schema: r.Schema, Cell: c})
			}
		})),
	}
}

// withoutNodes adds cells up that differ in their plan nodes alone.
func withoutNodes(cells []sampler.Cell) []sampler.Cell {
	var out []sampler.Cell
	for _, c := range cells { // in the order of phase, resource, operator, node
		c.Node = 0
		if last := len(out) - 1; last >= 0 {
			if have := out[last]; have.Phase == c.Phase && have.Resource == c.Resource && have.Operator == c.Operator {
				out[last].Time += c.Time
				out[last].Wall += c.Wall
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

// cellOf is a cell of a query, or of many, with the time of all.
type cellOf struct {
	sampler.Cell
	schema    *perfschema.Schema
	core, own time.Duration // times the cores, and by itself
}

// cellFields are the columns that tell of a cell.
func cellFields[T any](of func(*T) cellOf) []field.Field[T] {
	return []field.Field[T]{
		{Column: view.Column{Name: "PHASE", Type: "enum('setup','execution','teardown')", Comment: "Part of the query"},
			Value: func(v *T) any { return of(v).Phase.String() }},
		{Column: view.Column{Name: "OPERATOR", Type: field.Identifier, Nullable: true, Comment: "Operator: a column of query_profiles, or the name of a program's own; NULL for outside of all, and for idle cores"},
			Value: func(v *T) any { return field.Text(of(v).schema.Read().OperatorName(of(v).Operator)) }},
		{Column: view.Column{Name: "RESOURCE", Type: field.Identifier, Comment: "What was used or waited for: a column of query_profiles, or the name of a program's own; CPU time with the part of the operating system"},
			Value: func(v *T) any { return of(v).schema.Read().ResourceName(of(v).Resource) }},
		{Column: view.Column{Name: "OPERATOR_COUNTS_AS", Type: field.Identifier, Nullable: true, Comment: "Column of query_profiles the time counts in as an operator's"},
			Value: func(v *T) any { return field.Text(of(v).schema.Read().SnowsetOperator(of(v).Operator).Column()) }},
		{Column: view.Column{Name: "RESOURCE_COUNTS_AS", Type: field.Identifier, Comment: "Column of query_profiles the time counts in as a resource's: profSetup and profTeardown for work outside of execution"},
			Value: func(v *T) any {
				return of(v).schema.Read().SnowsetResource(of(v).Charged(of(v).schema.Read())).Column()
			}},
		{Column: view.Column{Name: "TIME", Type: field.Milliseconds, Comment: "Time of one core (milliseconds)"},
			Value: func(v *T) any { return ms(of(v).Time) }},
		{Column: view.Column{Name: "SHARE", Type: "double", Comment: "Part of the query's time, which is its duration times its cores"},
			Value: func(v *T) any { return share(of(v).Time, of(v).core) }},
		{Column: view.Column{Name: "WALL_TIME", Type: field.Milliseconds, Comment: "Part of the query's own time that passed so: that of several threads at work at once is divided among them, and while one runs no other waits (milliseconds)"},
			Value: func(v *T) any { return ms(of(v).Wall) }},
		{Column: view.Column{Name: "WALL_SHARE", Type: "double", Nullable: true, Comment: "WALL_TIME as a part of the query's duration, whatever cores it might use"},
			Value: func(v *T) any { return share(of(v).Wall, of(v).own) }},
	}
}
