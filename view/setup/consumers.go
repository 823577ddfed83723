package setup

import (
	"fmt"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// setupConsumers is the table of the places events go to, each on or off.
func setupConsumers() *view.Table {
	type consumer struct {
		name string
		on   bool
	}
	fields := []field.Field[consumer]{
		{Column: view.Column{Name: "NAME", Type: field.Identifier, Comment: "Consumer"},
			Value: func(c *consumer) any { return c.name }},
		{Column: view.Column{Name: "ENABLED", Type: field.YesNoEnum, Comment: "Whether the consumer takes events"},
			Value: func(c *consumer) any { return field.YesNo(c.on) }},
	}
	table := &view.Table{
		Name:    "setup_consumers",
		Comment: "Where events go",
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"NAME"}, Unique: true}},
		Access:  view.AllowUpdate,
		Open: field.Opener(fields, field.OnEach(func(view.Reader) []perfschema.Consumer { return perfschema.Consumers() },
			func(r view.Reader, c perfschema.Consumer, visit func(*consumer)) {
				if field.Wants(r, "NAME", c.String()) {
					visit(&consumer{c.String(), r.Schema.Consumer(c)})
				}
			})),
	}
	table.Update = func(s *perfschema.Schema, old, new view.Row) error {
		if err := field.Unchanged(table.Columns, old, new, "ENABLED"); err != nil {
			return err
		}
		c, ok := perfschema.ParseConsumer(field.TextOf(old[0]))
		if !ok {
			return fmt.Errorf("NAME = %v: %w", old[0], view.ErrValue)
		}
		on, err := field.Yes("ENABLED", new[1])
		if err != nil {
			return err
		}
		s.SetConsumer(c, on)
		return nil
	}
	return table
}
