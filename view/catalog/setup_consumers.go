package catalog

import (
	"fmt"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// setupConsumers is the table of the places events go to, each on or off.
func setupConsumers() *view.Table {
	type consumer struct {
		name string
		on   bool
	}
	fields := []field[consumer]{
		{Column: view.Column{Name: "NAME", Type: identifier, Comment: "Consumer"},
			value: func(c *consumer) any { return c.name }},
		{Column: view.Column{Name: "ENABLED", Type: yesNoEnum, Comment: "Whether the consumer takes events"},
			value: func(c *consumer) any { return yesNo(c.on) }},
	}
	table := &view.Table{
		Name:    "setup_consumers",
		Comment: "Where events go",
		Columns: columns(fields),
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"NAME"}, Unique: true}},
		Access:  view.AllowUpdate,
		Open: opener(fields, onEach(func(view.Reader) []perfschema.Consumer { return perfschema.Consumers() },
			func(r view.Reader, c perfschema.Consumer, visit func(*consumer)) {
				if wants(r, "NAME", c.String()) {
					visit(&consumer{c.String(), r.Schema.Consumer(c)})
				}
			})),
	}
	table.Update = func(s *perfschema.Schema, old, new view.Row) error {
		if err := unchanged(table.Columns, old, new, "ENABLED"); err != nil {
			return err
		}
		c, ok := perfschema.ParseConsumer(textOf(old[0]))
		if !ok {
			return fmt.Errorf("NAME = %v: %w", old[0], view.ErrValue)
		}
		on, err := yes("ENABLED", new[1])
		if err != nil {
			return err
		}
		s.SetConsumer(c, on)
		return nil
	}
	return table
}
