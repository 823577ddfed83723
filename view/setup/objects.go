package setup

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// setupObjects is the table that decides which tables and stored programs are
// instrumented and timed. The most specific row wins, and a change applies at
// once.
func setupObjects() *view.Table {
	type object = record.Object
	fields := []field.Field[object]{
		{Column: view.Column{Name: "OBJECT_TYPE", Type: field.ObjectTypeEnum,
			Comment: "Kind of object the row is for"},
			Value: func(o *object) any { return o.Type }},
		{Column: view.Column{Name: "OBJECT_SCHEMA", Type: field.Identifier, Nullable: true,
			Comment: "Database the row is for, or % for all"},
			Value: func(o *object) any { return o.Schema }},
		{Column: view.Column{Name: "OBJECT_NAME", Type: field.Identifier,
			Comment: "Object the row is for, or % for all"},
			Value: func(o *object) any { return o.Name }},
		{Column: view.Column{Name: "ENABLED", Type: field.YesNoEnum, Comment: "Whether the objects are instrumented"},
			Value: func(o *object) any { return field.YesNo(o.Enabled) }},
		{Column: view.Column{Name: "TIMED", Type: field.YesNoEnum, Comment: "Whether the objects are timed; if not, they count with time 0"},
			Value: func(o *object) any { return field.YesNo(o.Timed) }},
	}
	table := &view.Table{
		Name:    "setup_objects",
		Comment: "Which tables and stored programs are instrumented",
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "OBJECT", Columns: []string{"OBJECT_TYPE", "OBJECT_SCHEMA", "OBJECT_NAME"}, Unique: true}},
		Access:  view.AllowInsert | view.AllowUpdate | view.AllowDelete | view.AllowTruncate,
		Open:    field.Opener(fields, field.Listed(func(r view.Reader) []object { return r.Schema.Read().Objects() })),
		Default: func(column string) any {
			switch column {
			case "OBJECT_TYPE":
				return "TABLE"
			case "OBJECT_SCHEMA", "OBJECT_NAME":
				return "%"
			}
			return "YES"
		},
	}
	parse := func(row view.Row) (o object, err error) {
		o = object{Type: field.TextOf(row[0]), Schema: field.TextOf(row[1]), Name: field.TextOf(row[2])}
		if o.Enabled, err = field.Yes("ENABLED", row[3]); err != nil {
			return o, err
		}
		o.Timed, err = field.Yes("TIMED", row[4])
		return o, err
	}
	field.Editable(table, parse, []string{"ENABLED", "TIMED"},
		(*perfschema.Schema).InsertObject, (*perfschema.Schema).UpdateObject, (*perfschema.Schema).DeleteObject)
	return table
}
