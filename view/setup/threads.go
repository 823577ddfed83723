package setup

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// setupThreads is the table of the thread classes: whether a new Thread of the
// class is instrumented and keeps history.
func setupThreads() *view.Table {
	type class = perfschema.Class
	threadProperties := []property{
		{perfschema.FlagSingleton, "singleton"},
		{perfschema.FlagUser, "user"},
	}
	fields := []field.Field[class]{
		{Column: view.Column{Name: "NAME", Type: field.EventName, Comment: "Thread class"},
			Value: func(c *class) any { return c.Name() }},
		{Column: view.Column{Name: "ENABLED", Type: field.YesNoEnum, Comment: "Whether new threads of the class are instrumented"},
			Value: func(c *class) any { return field.YesNo(c.Enabled()) }},
		{Column: view.Column{Name: "HISTORY", Type: field.YesNoEnum, Comment: "Whether new threads of the class keep history"},
			Value: func(c *class) any { return field.YesNo(c.HistoryEnabled()) }},
		{Column: view.Column{Name: "PROPERTIES", Type: "set('singleton','user')", Comment: "What is fixed about the class"},
			Value: func(c *class) any { return properties(c.Flags(), threadProperties) }},
		{Column: view.Column{Name: "VOLATILITY", Type: field.Integer, Comment: "How long a thread of the class lives: 1 as long as the server, 5 as a connection, 7 as a statement, 8 less; 0 unknown"},
			Value: func(c *class) any { return int64(c.Volatility()) }},
		{Column: view.Column{Name: "DOCUMENTATION", Type: field.Longtext, Nullable: true, Comment: "What threads of the class do"},
			Value: func(c *class) any { return field.Text(c.Documentation()) }},
	}
	table := &view.Table{
		Name:    "setup_threads",
		Comment: "Which kinds of thread are instrumented",
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"NAME"}, Unique: true}},
		Access:  view.AllowUpdate,
		Open:    field.Opener(fields, classesNamed(func(r view.Reader) []*class { return r.Schema.Read().ClassesOf(perfschema.KindThread) })),
	}
	table.Update = func(s *perfschema.Schema, old, new view.Row) error {
		if err := field.Unchanged(table.Columns, old, new, "ENABLED", "HISTORY"); err != nil {
			return err
		}
		c := classNamed(s.Read().ClassesOf(perfschema.KindThread), field.TextOf(old[0]))
		if c == nil {
			return nil
		}
		enabled, err := field.Yes("ENABLED", new[1])
		if err != nil {
			return err
		}
		history, err := field.Yes("HISTORY", new[2])
		if err != nil {
			return err
		}
		if old[1] != new[1] {
			c.SetEnabled(enabled)
		}
		if old[2] != new[2] {
			c.SetHistory(history)
		}
		return nil
	}
	return table
}
