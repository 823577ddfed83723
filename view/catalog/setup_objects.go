package catalog

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// setupObjects is the table that decides which tables and stored programs are
// instrumented and timed. The most specific row wins, and a change applies at
// once.
func setupObjects() *view.Table {
	type object = perfschema.Object
	fields := []field[object]{
		{Column: view.Column{Name: "OBJECT_TYPE", Type: objectTypeEnum,
			Comment: "Kind of object the row is for"},
			value: func(o *object) any { return o.Type }},
		{Column: view.Column{Name: "OBJECT_SCHEMA", Type: identifier, Nullable: true,
			Comment: "Database the row is for, or % for all"},
			value: func(o *object) any { return o.Schema }},
		{Column: view.Column{Name: "OBJECT_NAME", Type: identifier,
			Comment: "Object the row is for, or % for all"},
			value: func(o *object) any { return o.Name }},
		{Column: view.Column{Name: "ENABLED", Type: yesNoEnum, Comment: "Whether the objects are instrumented"},
			value: func(o *object) any { return yesNo(o.Enabled) }},
		{Column: view.Column{Name: "TIMED", Type: yesNoEnum, Comment: "Whether the objects are timed; if not, they count with time 0"},
			value: func(o *object) any { return yesNo(o.Timed) }},
	}
	table := &view.Table{
		Name:    "setup_objects",
		Comment: "Which tables and stored programs are instrumented",
		Columns: columns(fields),
		Indexes: []view.Index{{Name: "OBJECT", Columns: []string{"OBJECT_TYPE", "OBJECT_SCHEMA", "OBJECT_NAME"}, Unique: true}},
		Access:  view.AllowInsert | view.AllowUpdate | view.AllowDelete | view.AllowTruncate,
		Open:    opener(fields, listed(func(r view.Reader) []object { return r.Schema.Read().Objects() })),
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
		o = object{Type: textOf(row[0]), Schema: textOf(row[1]), Name: textOf(row[2])}
		if o.Enabled, err = yes("ENABLED", row[3]); err != nil {
			return o, err
		}
		o.Timed, err = yes("TIMED", row[4])
		return o, err
	}
	editable(table, parse, []string{"ENABLED", "TIMED"},
		(*perfschema.Schema).InsertObject, (*perfschema.Schema).UpdateObject, (*perfschema.Schema).DeleteObject)
	return table
}
