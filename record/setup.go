package record

import "strings"

// Actor is a row of setup_actors: whether connections of an account are
// instrumented and keep history. % stands for any host or user.
type Actor struct {
	Host, User, Role string
	Enabled, History bool
}

// SameKey reports whether both rows have the same key: there is one of them at most.
func (a Actor) SameKey(b Actor) bool {
	return strings.EqualFold(a.Host, b.Host) && a.User == b.User && a.Role == b.Role
}

// Object is a row of setup_objects: whether objects of a type, schema and name
// are instrumented and timed. % stands for any schema or name.
type Object struct {
	Type, Schema, Name string
	Enabled, Timed     bool
}

// SameKey reports whether both rows have the same key: there is one of them at most.
func (o Object) SameKey(p Object) bool {
	return o.Type == p.Type && strings.EqualFold(o.Schema, p.Schema) && strings.EqualFold(o.Name, p.Name)
}

// DefaultObjects are the rows that setup_objects begins with.
func DefaultObjects() []Object {
	var out []Object
	for _, t := range []string{"EVENT", "FUNCTION", "PROCEDURE", "TABLE", "TRIGGER"} {
		for _, schema := range []string{"mysql", "performance_schema", "information_schema", "%"} {
			on := schema == "%"
			out = append(out, Object{Type: t, Schema: schema, Name: "%", Enabled: on, Timed: on})
		}
	}
	return out
}
