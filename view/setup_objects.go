package view

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// setupObjects is the table that decides which tables and stored programs are
// instrumented and timed. The most specific row wins, and a change applies at
// once.
func setupObjects() *Table {
	type object = record.Object
	fields := []field[object]{
		{Column{Name: "OBJECT_TYPE", Type: objectTypeEnum,
			Comment: "Kind of object the row is for"},
			func(o *object) any { return o.Type }},
		{Column{Name: "OBJECT_SCHEMA", Type: identifier, Nullable: true,
			Comment: "Database the row is for, or % for all"},
			func(o *object) any { return o.Schema }},
		{Column{Name: "OBJECT_NAME", Type: identifier,
			Comment: "Object the row is for, or % for all"},
			func(o *object) any { return o.Name }},
		{Column{Name: "ENABLED", Type: yesNoEnum, Comment: "Whether the objects are instrumented"},
			func(o *object) any { return yesNo(o.Enabled) }},
		{Column{Name: "TIMED", Type: yesNoEnum, Comment: "Whether the objects are timed; if not, they count with time 0"},
			func(o *object) any { return yesNo(o.Timed) }},
	}
	table := &Table{
		Name:    "setup_objects",
		Comment: "Which tables and stored programs are instrumented",
		Columns: columns(fields),
		Indexes: []Index{{Name: "OBJECT", Columns: []string{"OBJECT_TYPE", "OBJECT_SCHEMA", "OBJECT_NAME"}, Unique: true}},
		Access:  AllowInsert | AllowUpdate | AllowDelete | AllowTruncate,
		Open:    opener(fields, listed(func(r Reader) []object { return r.Schema.Read().Objects() })),
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
	parse := func(row Row) (o object, err error) {
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
