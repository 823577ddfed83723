package view

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/sampler"
)

// OpenProfiles reads rows of query_profiles: one for each profile, in their order.
func OpenProfiles(r Reader, profiles []*sampler.Profile) *Cursor {
	known := r.Profiler.Known()
	walk := onEach(func(Reader) []*sampler.Profile { return profiles }, func(_ Reader, p *sampler.Profile, visit func(*queryProfile)) {
		visit(&queryProfile{p, &known})
	})
	return opener(queryProfileFields(), walk)(r)
}

// OpenOperators reads rows of query_operators of a profile: one for each node of its plan.
func OpenOperators(r Reader, p *sampler.Profile) *Cursor {
	return opener(operatorFields, onEach(func(Reader) []*sampler.Profile { return []*sampler.Profile{p} }, visitNodes))(r)
}

var operatorFields = queryOperatorFields()

// OpenStatements reads rows of events_statements_history: one for each event, in their
// order.
func OpenStatements(r Reader, events []perfschema.StatementEvent) *Cursor {
	return opener(statementEventFields(), listed(func(r Reader) []statement { return describeStatements(r.Schema, events) }))(r)
}
