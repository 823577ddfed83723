package perfschema

import (
	"slices"
	"strings"
)

// Object is a row of setup_objects: whether objects of a type, schema and name
// are instrumented and timed. % stands for any schema or name.
type Object struct {
	Type, Schema, Name string
	Enabled, Timed     bool
}

func (o Object) sameKey(p Object) bool {
	return o.Type == p.Type && o.Schema == p.Schema && o.Name == p.Name
}

func defaultObjects() []Object {
	var out []Object
	for _, t := range []string{"EVENT", "FUNCTION", "PROCEDURE", "TABLE", "TRIGGER"} {
		for _, schema := range []string{"mysql", "performance_schema", "information_schema", "%"} {
			on := schema == "%"
			out = append(out, Object{Type: t, Schema: schema, Name: "%", Enabled: on, Timed: on})
		}
	}
	return out
}

// Objects returns a copy of the rows of setup_objects.
func (s *Reader) Objects() []Object {
	if s == nil {
		return nil
	}
	return slices.Clone(s.objects.all())
}

// InsertObject adds a row. It fails with [ErrDuplicate], [ErrFull] or
// [ErrOff].
func (s *Schema) InsertObject(o Object) error {
	if s == nil {
		return ErrOff
	}
	return s.changed(s.objects.insert(o))
}

// UpdateObject replaces a row; it fails with [ErrNotFound].
func (s *Schema) UpdateObject(old, o Object) error {
	if s == nil {
		return ErrOff
	}
	return s.changed(s.objects.update(old, o))
}

// DeleteObject removes a row; it fails with [ErrNotFound].
func (s *Schema) DeleteObject(o Object) error {
	if s == nil {
		return ErrOff
	}
	return s.changed(s.objects.remove(o))
}

// TruncateObjects removes all rows: no object is instrumented any more.
func (s *Reader) TruncateObjects() {
	if s != nil {
		s.objects.clear()
		s.Schema().refreshTables()
	}
}

// changed makes a change of setup_objects take effect at once.
func (s *Schema) changed(err error) error {
	if err == nil {
		s.refreshTables()
	}
	return err
}

// objectFor says whether setup_objects has an object instrumented and timed:
// the row of its name decides, else that of its schema, else that of its type;
// without one it is not.
func (s *Schema) objectFor(objectType, schema, name string) (enabled, timed bool) {
	if objectType == "TEMPORARY TABLE" {
		objectType = "TABLE"
	}
	best := 0
	for _, o := range s.objects.all() {
		if o.Type != objectType {
			continue
		}
		rank := 1
		switch bySchema, byName := strings.EqualFold(o.Schema, schema), strings.EqualFold(o.Name, name); {
		case bySchema && byName:
			rank = 3
		case bySchema && o.Name == "%":
			rank = 2
		case o.Schema != "%" || o.Name != "%":
			continue
		}
		if rank > best {
			best, enabled, timed = rank, o.Enabled, o.Enabled && o.Timed
		}
	}
	return enabled, timed
}
