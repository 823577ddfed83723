package setup

import (
	"fmt"
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// setupInstruments is the table of every registered instrument but threads,
// each enabled and timed or not.
//
// As in MySQL, TIMED is always NULL for memory/* and error, FLAGS is NULL for
// all but memory/*, memory/performance_schema/* is always enabled, and an
// UPDATE of those succeeds and changes nothing.
func setupInstruments() *view.Table {
	type class = perfschema.Class
	fields := []field.Field[class]{
		{Column: view.Column{Name: "NAME", Type: field.EventName, Comment: "Instrument"},
			Value: func(c *class) any { return c.Name() }},
		{Column: view.Column{Name: "ENABLED", Type: field.YesNoEnum, Comment: "Whether the instrument counts"},
			Value: func(c *class) any { return field.YesNo(c.Enabled()) }},
		{Column: view.Column{Name: "TIMED", Type: field.YesNoEnum, Nullable: true, Comment: "Whether the instrument is timed; NULL where it has no time"},
			Value: func(c *class) any {
				if !c.CanTime() {
					return nil
				}
				return field.YesNo(c.Timed())
			}},
		{Column: view.Column{Name: "PROPERTIES", Type: "set('singleton','progress','user','global_statistics','mutable','controlled_by_default')",
			Comment: "What is fixed about the instrument"},
			Value: func(c *class) any { return properties(c.Flags(), instrumentProperties) }},
		{Column: view.Column{Name: "FLAGS", Type: "set('controlled')", Nullable: true, Comment: "What can be changed about a memory instrument"},
			Value: func(c *class) any {
				if c.Kind() != perfschema.KindMemory {
					return nil
				}
				if c.Controlled() {
					return controlled
				}
				return ""
			}},
		{Column: view.Column{Name: "VOLATILITY", Type: field.Integer, Comment: "How long what is instrumented lives: 1 as long as the server, 5 as a connection, 7 as a statement, 8 less; 0 unknown"},
			Value: func(c *class) any { return int64(c.Volatility()) }},
		{Column: view.Column{Name: "DOCUMENTATION", Type: field.Longtext, Nullable: true, Comment: "What the instrument measures"},
			Value: func(c *class) any { return field.Text(c.Documentation()) }},
	}
	table := &view.Table{
		Name:    "setup_instruments",
		Comment: "What is measured",
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"NAME"}, Unique: true}},
		Access:  view.AllowUpdate,
		Open:    field.Opener(fields, classesNamed(func(r view.Reader) []*class { return r.Schema.Read().Classes() })),
	}
	table.Update = func(s *perfschema.Schema, old, new view.Row) error {
		if err := field.Unchanged(table.Columns, old, new, "ENABLED", "TIMED", "FLAGS"); err != nil {
			return err
		}
		c := classNamed(s.Read().Classes(), field.TextOf(old[0]))
		if c == nil {
			return nil
		}
		if old[1] != new[1] {
			on, err := field.Yes("ENABLED", new[1])
			if err != nil {
				return err
			}
			c.SetEnabled(on) // ignored for the Performance Schema's own memory
		}
		if old[2] != new[2] && new[2] != nil {
			on, err := field.Yes("TIMED", new[2])
			if err != nil {
				return err
			}
			c.SetTimed(on) // ignored where there is no time
		}
		if old[4] != new[4] {
			flags := ""
			if new[4] != nil { // NULL is no flag
				flags = field.TextOf(new[4])
			}
			if flags != "" && flags != controlled {
				return fmt.Errorf("FLAGS = %v: %w", flags, view.ErrValue)
			}
			c.SetControlled(flags != "") // ignored where no thread counts it
		}
		return nil
	}
	return table
}

func classNamed(classes []*perfschema.Class, name string) *perfschema.Class {
	for _, c := range classes {
		if c.Name() == name {
			return c
		}
	}
	return nil
}

// property is a flag of a class and its name in a set column.
type property struct {
	flag perfschema.Flags
	name string
}

// instrumentProperties is in the order of the set's declaration.
var instrumentProperties = []property{
	{perfschema.FlagSingleton, "singleton"},
	{perfschema.FlagProgress, "progress"},
	{perfschema.FlagUser, "user"},
	{perfschema.FlagGlobal, "global_statistics"},
	{perfschema.FlagMutable, "mutable"},
	{perfschema.FlagControlled, "controlled_by_default"},
}

// controlled is the one member of FLAGS.
const controlled = "controlled"

// properties gives the value of a set column.
func properties(flags perfschema.Flags, of []property) string {
	var set []string
	for _, p := range of {
		if flags&p.flag != 0 {
			set = append(set, p.name)
		}
	}
	return strings.Join(set, ",")
}

// classesNamed are the instruments of a list that the reader looks for by NAME.
func classesNamed(list func(view.Reader) []*perfschema.Class) field.Parts[perfschema.Class] {
	return field.OnEach(list, func(r view.Reader, c *perfschema.Class, visit func(*perfschema.Class)) {
		if field.Wants(r, "NAME", c.Name()) {
			visit(c)
		}
	})
}
