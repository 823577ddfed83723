package catalog

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// setupActors is the table that decides, when a connection is made, whether
// its Thread is instrumented and keeps history. The most specific row wins.
func setupActors() *view.Table {
	type actor = perfschema.Actor
	fields := []field[actor]{
		{Column: view.Column{Name: "HOST", Type: hostName, Comment: "Host the row is for, or % for all"},
			value: func(a *actor) any { return a.Host }},
		{Column: view.Column{Name: "USER", Type: userName, Comment: "User the row is for, or % for all"},
			value: func(a *actor) any { return a.User }},
		{Column: view.Column{Name: "ROLE", Type: userName, Comment: "Not used; %"},
			value: func(a *actor) any { return a.Role }},
		{Column: view.Column{Name: "ENABLED", Type: yesNoEnum, Comment: "Whether new connections that match are instrumented"},
			value: func(a *actor) any { return yesNo(a.Enabled) }},
		{Column: view.Column{Name: "HISTORY", Type: yesNoEnum, Comment: "Whether new connections that match keep history"},
			value: func(a *actor) any { return yesNo(a.History) }},
	}
	table := &view.Table{
		Name:    "setup_actors",
		Comment: "Which new connections are instrumented",
		Columns: columns(fields),
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"HOST", "USER", "ROLE"}, Unique: true}},
		Access:  view.AllowInsert | view.AllowUpdate | view.AllowDelete | view.AllowTruncate,
		Open:    opener(fields, listed(func(r view.Reader) []actor { return r.Schema.Read().Actors() })),
		Default: func(column string) any {
			switch column {
			case "HOST", "USER", "ROLE":
				return "%"
			}
			return "YES"
		},
	}
	parse := func(row view.Row) (a actor, err error) {
		a = actor{Host: textOf(row[0]), User: textOf(row[1]), Role: textOf(row[2])}
		if a.Enabled, err = yes("ENABLED", row[3]); err != nil {
			return a, err
		}
		a.History, err = yes("HISTORY", row[4])
		return a, err
	}
	editable(table, parse, []string{"ENABLED", "HISTORY"},
		(*perfschema.Schema).InsertActor, (*perfschema.Schema).UpdateActor, (*perfschema.Schema).DeleteActor)
	return table
}
