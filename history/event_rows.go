package history

import (
	"slices"
	"time"

	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
	eventtable "github.com/perfschema/perfschema/view/event"
	"github.com/perfschema/perfschema/view/profiling"
)

// keptEvents are the tables of single events, as their files have them.
func keptEvents() []*view.Table {
	var out []*view.Table
	for _, t := range []*view.Table{catalog.LookupProfiling(profilesTable), catalog.LookupProfiling(operatorsTable), catalog.Lookup(statementsTable), catalog.LookupProfiling(sessionsTable)} {
		columns, of := filesColumns(nil), t.Columns
		if t.Name != sessionsTable { // of which every row is kept
			columns = append(columns, weightColumn)
		}
		if t.Name == profilesTable {
			of = profiling.EndedColumns() // the WEIGHT of a file's row is another
		}
		out = append(out, &view.Table{
			Name: t.Name, Columns: append(columns, of...), Access: view.NeedsProcess,
			Comment: "Statements of " + t.Name + " that were slow or chosen by chance",
		})
	}
	out[2].Comment = "Statements that failed or were slow, as in performance_schema." + statementsTable
	out[3].Comment = "Rows of profiling." + sessionsTable + ": which threads were at work"
	return out
}

// eventColumns makes columns of events, some at a time. One goroutine at a time uses it.
type eventColumns struct {
	reader view.Reader
	ended  *profiling.EndedProfiles

	list    []view.Vector
	weights []uint64 // of profiles
	of      []*sampler.Profile
	weight  []int64 // of rows
}

func newEventColumns(r view.Reader) *eventColumns {
	return &eventColumns{reader: r, ended: profiling.NewEndedProfiles(r)}
}

// rows gives the rows that a table has of events, behind what those of their window begin
// with. They are good until the next call.
func (c *eventColumns) rows(name string, prefix view.Row, events []event) eventRows {
	if name == statementsTable {
		list := c.statements(prefix, events)
		return eventRows{list: list, n: len(list)}
	}
	c.of, c.weights = c.of[:0], c.weights[:0]
	for _, e := range events {
		if e.weight != 0 {
			c.of, c.weights = append(c.of, e.profile), append(c.weights, e.weight)
		}
	}
	var more []view.Vector
	c.weight = c.weight[:0]
	if name == operatorsTable {
		var from []int
		more, from = c.ended.Operators(c.of)
		for _, at := range from {
			c.weight = append(c.weight, int64(c.weights[at])) //nolint:gosec // bigint unsigned
		}
	} else {
		more = c.ended.Profiles(c.of)
		for _, n := range c.weights {
			c.weight = append(c.weight, int64(n)) //nolint:gosec // bigint unsigned
		}
	}
	rows := len(c.weight)
	c.list = c.list[:0]
	for _, v := range prefix {
		c.list = append(c.list, repeated(v, rows))
	}
	c.list = append(append(c.list, view.Vector{Numbers: c.weight}), more...)
	return eventRows{columns: c.list, n: rows}
}

// repeated is a column that has the same text or time in all rows.
func repeated(v any, rows int) (out view.Vector) {
	switch v := v.(type) {
	case string:
		for range rows {
			out.Texts = append(out.Texts, v)
		}
	case time.Time:
		for range rows {
			out.Numbers = append(out.Numbers, v.UnixNano())
		}
	}
	return out
}

// statements gives the rows of the statements that failed or were slow, behind what the
// rows of their window begin with.
func (c *eventColumns) statements(prefix view.Row, events []event) (rows []view.Row) {
	var list []record.StatementEvent
	for _, e := range events {
		if e.telling {
			list = append(list, e.profile.Statement.Event())
		}
	}
	cursor := eventtable.OpenStatements(c.reader, list)
	for row, ok := cursor.Next(); ok; row, ok = cursor.Next() {
		whole := append(make(view.Row, 0, len(prefix)+1+len(row)), prefix...)
		rows = append(rows, append(append(whole, uint64(1)), row...))
	}
	return rows
}

// sessions gives the rows of threads that were seen at work.
func (c *eventColumns) sessions(prefix view.Row, part activesession.Part) eventRows {
	rows := make([]view.Row, 0, part.Len())
	cursor := profiling.OpenActiveSessions(c.reader, part)
	for row, ok := cursor.Next(); ok; row, ok = cursor.Next() {
		rows = append(rows, slices.Concat(prefix, row))
	}
	return eventRows{list: rows, n: len(rows)}
}
