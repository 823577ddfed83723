package setup

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// setupActors is the table that decides, when a connection is made, whether
// its Thread is instrumented and keeps history. The most specific row wins.
func setupActors() *view.Table {
	type actor = record.Actor
	fields := []field.Field[actor]{
		{Column: view.Column{Name: "HOST", Type: field.HostName, Comment: "Host the row is for, or % for all"},
			Value: func(a *actor) any { return a.Host }},
		{Column: view.Column{Name: "USER", Type: field.UserName, Comment: "User the row is for, or % for all"},
			Value: func(a *actor) any { return a.User }},
		{Column: view.Column{Name: "ROLE", Type: field.UserName, Comment: "Not used; %"},
			Value: func(a *actor) any { return a.Role }},
		{Column: view.Column{Name: "ENABLED", Type: field.YesNoEnum, Comment: "Whether new connections that match are instrumented"},
			Value: func(a *actor) any { return field.YesNo(a.Enabled) }},
		{Column: view.Column{Name: "HISTORY", Type: field.YesNoEnum, Comment: "Whether new connections that match keep history"},
			Value: func(a *actor) any { return field.YesNo(a.History) }},
	}
	table := &view.Table{
		Name:    "setup_actors",
		Comment: "Which new connections are instrumented",
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"HOST", "USER", "ROLE"}, Unique: true}},
		Access:  view.AllowInsert | view.AllowUpdate | view.AllowDelete | view.AllowTruncate,
		Open:    field.Opener(fields, field.Listed(func(r view.Reader) []actor { return r.Schema.Read().Actors() })),
		Default: func(column string) any {
			switch column {
			case "HOST", "USER", "ROLE":
				return "%"
			}
			return "YES"
		},
	}
	parse := func(row view.Row) (a actor, err error) {
		a = actor{Host: field.TextOf(row[0]), User: field.TextOf(row[1]), Role: field.TextOf(row[2])}
		if a.Enabled, err = field.Yes("ENABLED", row[3]); err != nil {
			return a, err
		}
		a.History, err = field.Yes("HISTORY", row[4])
		return a, err
	}
	field.Editable(table, parse, []string{"ENABLED", "HISTORY"},
		(*perfschema.Schema).InsertActor, (*perfschema.Schema).UpdateActor, (*perfschema.Schema).DeleteActor)
	return table
}
