package event

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// family declares the three tables of one kind of event: what each thread
// does or did last, what it did before, and what all threads did.
type family[E any] struct {
	name    string // "events_statements"
	what    string // "statement"
	present string // what _current holds
	fields  []field.Field[E]
	current func(*perfschema.Schema, *perfschema.Thread) []E
	history func(*perfschema.Schema, *perfschema.Thread) []E
	long    func(*perfschema.Reader) []E
}

func (f family[E]) tables() []*view.Table {
	primary := []view.Index{{Name: "PRIMARY", Columns: []string{"THREAD_ID", "EVENT_ID"}, Unique: true}}
	return []*view.Table{
		{
			Name:    f.name + "_current",
			Comment: f.present,
			Columns: field.Columns(f.fields),
			Indexes: primary,
			Access:  view.AllowTruncate,
			Order:   []string{"THREAD_ID"},
			Open:    f.byThread(f.current),
		},
		{
			Name:    f.name + "_history",
			Comment: "The last " + f.what + "s each thread ended",
			Columns: field.Columns(f.fields),
			Indexes: primary,
			Access:  view.AllowTruncate,
			Order:   []string{"THREAD_ID"},
			Open:    f.byThread(f.history),
		},
		{
			Name:    f.name + "_history_long",
			Comment: "The last " + f.what + "s all threads ended",
			Columns: field.Columns(f.fields),
			Access:  view.AllowTruncate,
			// The ring turns while it is read: what is in it is taken at once.
			Open: field.Opener(f.fields, field.Listed(func(r view.Reader) []E { return f.long(r.Schema.Read()) })),
		},
	}
}

func (f family[E]) byThread(read func(*perfschema.Schema, *perfschema.Thread) []E) func(view.Reader) *view.Cursor {
	return field.Opener(f.fields, field.OnEachThread(field.ThreadsOf, func(r view.Reader, t *perfschema.Thread, visit func(*E)) {
		events := read(r.Schema, t)
		for i := range events {
			visit(&events[i])
		}
	}))
}
