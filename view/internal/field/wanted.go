package field

import (
	"slices"
	"strconv"
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
)

// WantsNumber gives the one number the reader looks for in a column. ok is
// false where the reader did not say, or said something that is no number:
// then every row is read.
func WantsNumber(r view.Reader, column string) (n uint64, ok bool) {
	switch v := r.Equal[column].(type) {
	case uint64:
		return v, true
	case int64:
		return uint64(v), v >= 0
	case uint:
		return uint64(v), true
	case int:
		return uint64(v), v >= 0
	case uint32:
		return uint64(v), true
	case int32:
		return uint64(v), v >= 0
	case string:
		n, err := strconv.ParseUint(v, 10, 64)
		return n, err == nil
	}
	return 0, false
}

// Wants says whether a row with this text in the column can be one the reader
// looks for. Letters match in either case, since the caller's collation may be
// so; the caller filters again.
func Wants(r view.Reader, column, value string) bool {
	want, ok := r.Equal[column]
	if !ok {
		return true
	}
	if s, isText := want.(string); isText {
		return strings.EqualFold(s, value)
	}
	return want != nil
}

// WantsNullable is Wants for a column that may be NULL.
func WantsNullable(r view.Reader, column, value string, null bool) bool {
	want, ok := r.Equal[column]
	if !ok {
		return true
	}
	if null {
		return want == nil
	}
	return Wants(r, column, value)
}

// ThreadsOf gives the Threads whose rows the reader looks for: one, where it
// names a THREAD_ID, else all that live.
func ThreadsOf(r view.Reader) []*perfschema.Thread {
	if id, ok := WantsNumber(r, "THREAD_ID"); ok {
		return one(r.Schema.Read().ThreadByID(id))
	}
	return r.Schema.Read().Threads()
}

// ConnectionsOf is ThreadsOf for tables that know a connection by its number.
func ConnectionsOf(r view.Reader, column string) []*perfschema.Thread {
	if id, ok := WantsNumber(r, column); ok {
		return one(r.Schema.Read().ThreadByProcesslistID(id))
	}
	return r.Schema.Read().Threads()
}

func one(t *perfschema.Thread) []*perfschema.Thread {
	if t == nil {
		return nil
	}
	return []*perfschema.Thread{t}
}

// WantsInstance says whether an object can be one the reader looks for; name
// is the column that holds its instrument.
func WantsInstance(r view.Reader, name string, i *record.InstanceInfo) bool {
	if begin, ok := WantsNumber(r, "OBJECT_INSTANCE_BEGIN"); ok && begin != i.Begin {
		return false
	}
	return Wants(r, name, i.EventName)
}

// WantsObject says whether a table or stored program can be one the reader
// looks for.
func WantsObject(r view.Reader, kind, schema, name string) bool {
	return Wants(r, "OBJECT_TYPE", kind) && Wants(r, "OBJECT_SCHEMA", schema) && Wants(r, "OBJECT_NAME", name)
}

// TablesOf gives the tables the reader looks for.
func TablesOf(r view.Reader) []record.TableInfo {
	return slices.DeleteFunc(r.Schema.Read().TableInstances(), func(t record.TableInfo) bool {
		return !WantsObject(r, t.Type, t.Schema, t.Name)
	})
}
