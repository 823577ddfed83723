package perfschema

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

// Objects returns the rows of setup_objects.
func (s *Schema) Objects() []Object {
	if s == nil {
		return nil
	}
	return s.objects.all()
}

// InsertObject adds a row. It fails with [ErrDuplicate], [ErrFull] or
// [ErrOff].
func (s *Schema) InsertObject(o Object) error {
	if s == nil {
		return ErrOff
	}
	return s.objects.insert(o)
}

// UpdateObject replaces a row; it fails with [ErrNotFound].
func (s *Schema) UpdateObject(old, o Object) error {
	if s == nil {
		return ErrOff
	}
	return s.objects.update(old, o)
}

// DeleteObject removes a row; it fails with [ErrNotFound].
func (s *Schema) DeleteObject(o Object) error {
	if s == nil {
		return ErrOff
	}
	return s.objects.remove(o)
}

// TruncateObjects removes all rows: no object is instrumented any more.
func (s *Schema) TruncateObjects() {
	if s != nil {
		s.objects.clear()
	}
}
