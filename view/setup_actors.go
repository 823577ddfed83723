package view

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// setupActors is the table that decides, when a connection is made, whether
// its Thread is instrumented and keeps history. The most specific row wins.
func setupActors() *Table {
	type actor = record.Actor
	fields := []field[actor]{
		{Column{Name: "HOST", Type: hostName, Comment: "Host the row is for, or % for all"},
			func(a *actor) any { return a.Host }},
		{Column{Name: "USER", Type: userName, Comment: "User the row is for, or % for all"},
			func(a *actor) any { return a.User }},
		{Column{Name: "ROLE", Type: userName, Comment: "Not used; %"},
			func(a *actor) any { return a.Role }},
		{Column{Name: "ENABLED", Type: yesNoEnum, Comment: "Whether new connections that match are instrumented"},
			func(a *actor) any { return yesNo(a.Enabled) }},
		{Column{Name: "HISTORY", Type: yesNoEnum, Comment: "Whether new connections that match keep history"},
			func(a *actor) any { return yesNo(a.History) }},
	}
	table := &Table{
		Name:    "setup_actors",
		Comment: "Which new connections are instrumented",
		Columns: columns(fields),
		Indexes: []Index{{Name: "PRIMARY", Columns: []string{"HOST", "USER", "ROLE"}, Unique: true}},
		Access:  AllowInsert | AllowUpdate | AllowDelete | AllowTruncate,
		Open:    opener(fields, listed(func(r Reader) []actor { return r.Schema.Read().Actors() })),
		Default: func(column string) any {
			switch column {
			case "HOST", "USER", "ROLE":
				return "%"
			}
			return "YES"
		},
	}
	parse := func(row Row) (a actor, err error) {
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
