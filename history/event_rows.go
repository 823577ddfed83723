package history

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
)

// keptEvents are the tables of single events, as their files have them.
func keptEvents() []*view.Table {
	var out []*view.Table
	for _, t := range []*view.Table{view.LookupProfiling(profilesTable), view.LookupProfiling(operatorsTable), view.Lookup(statementsTable)} {
		columns := append(filesColumns("", nil), weightColumn)
		out = append(out, &view.Table{
			Name: t.Name, Columns: append(columns, t.Columns...), Access: view.NeedsProcess,
			Comment: "Statements of " + t.Name + " that were slow or chosen by chance",
		})
	}
	out[2].Comment = "Statements that failed or were slow, as in performance_schema." + statementsTable
	return out
}

// eachRow computes the rows that a table has of events, with the weight of each.
func eachRow(name string, r view.Reader, of []event, visit func(weight uint64, row view.Row)) {
	switch name {
	case profilesTable:
		eachProfile(r, of, visit)
		return
	case operatorsTable:
		for _, e := range of {
			if e.weight != 0 {
				drain(view.OpenOperators(r, e.profile), func(row view.Row) { visit(e.weight, row) })
			}
		}
		return
	}
	var list []perfschema.StatementEvent
	for _, e := range of {
		if e.telling {
			list = append(list, e.profile.Statement.Event())
		}
	}
	drain(view.OpenStatements(r, list), func(row view.Row) { visit(1, row) })
}

func eachProfile(r view.Reader, of []event, visit func(weight uint64, row view.Row)) {
	list := make([]*sampler.Profile, 0, len(of))
	weights := make([]uint64, 0, len(of))
	for _, e := range of {
		if e.weight != 0 {
			list, weights = append(list, e.profile), append(weights, e.weight)
		}
	}
	i := 0
	drain(view.OpenProfiles(r, list), func(row view.Row) {
		i++
		visit(weights[i-1], row)
	})
}

// drain visits the rows of a cursor.
func drain(c *view.Cursor, visit func(view.Row)) {
	for row, ok := c.Next(); ok; row, ok = c.Next() {
		visit(row)
	}
}
