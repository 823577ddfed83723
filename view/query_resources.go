package view

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/sampler"
)

// queryResource is what a row of query_resources_by_operator tells of.
type queryResource struct {
	*sampler.Profile
	schema *perfschema.Schema
	sampler.Cell
}

// queryResources declares profiling.query_resources_by_operator: what every
// query of query_profiles used and waited for, in each of its operators.
func queryResources() *Table {
	type row = queryResource
	fields := whose(func(v *row) *sampler.Profile { return v.Profile })
	fields = append(fields, []field[row]{
		{Column{Name: "QUERY_ID", Type: bigint, Comment: "The query: queryId of query_profiles, STATEMENT_ID of events_statements_*"},
			func(v *row) any { return int64(v.Statement.StatementID()) }},
		{Column{Name: "PHASE", Type: "enum('setup','execution','teardown')", Comment: "Part of the query"},
			func(v *row) any { return v.Phase.String() }},
		{Column{Name: "OPERATOR", Type: identifier, Nullable: true, Comment: "Operator: a column of query_profiles, or the name of a program's own; NULL for outside of all, and for idle cores"},
			func(v *row) any { return text(v.schema.OperatorName(v.Operator)) }},
		{Column{Name: "RESOURCE", Type: identifier, Comment: "What was used or waited for: a column of query_profiles, or the name of a program's own; CPU time with the part of the operating system"},
			func(v *row) any { return v.schema.ResourceName(v.Resource) }},
		{Column{Name: "OPERATOR_COUNTS_AS", Type: identifier, Nullable: true, Comment: "Column of query_profiles the time counts in as an operator's"},
			func(v *row) any { return text(v.schema.SnowsetOperator(v.Operator).Column()) }},
		{Column{Name: "RESOURCE_COUNTS_AS", Type: identifier, Comment: "Column of query_profiles the time counts in as a resource's: profSetup and profTeardown for what is not execution"},
			func(v *row) any { return v.schema.SnowsetResource(v.Charged()).Column() }},
		{Column{Name: "TIME", Type: milliseconds, Comment: "Time of one core (milliseconds)"},
			func(v *row) any { return ms(v.Time) }},
		{Column{Name: "SHARE", Type: "double", Comment: "Part of the query's time, which is its duration times its cores"},
			func(v *row) any { return share(v.Time, v.CoreTime) }},
	}...)
	return &Table{
		Name: "query_resources_by_operator", Comment: "What every query used and waited for in each of its operators",
		Columns: columns(fields),
		Indexes: whoseIndexes(Index{Name: "QUERY_ID", Columns: []string{"QUERY_ID"}}),
		Open: opener(fields, onEach(profilesBy("QUERY_ID"), func(r Reader, p *sampler.Profile, visit func(*row)) {
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
				continue
			}
		}
		out = append(out, c)
	}
	return out
}
