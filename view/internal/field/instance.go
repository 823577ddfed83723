package field

import (
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
)

// InstanceTable declares a table of objects that exist now. Nothing can be
// written to it. name is the column that holds the instrument.
func InstanceTable[T any](t view.Table, name string, fields []Field[T], of func(*T) *record.InstanceInfo, read func(*perfschema.Reader) []T) *view.Table {
	t.Columns = Columns(fields)
	t.Open = Opener(fields, ListedWhere(func(r view.Reader) []T { return read(r.Schema.Read()) },
		func(r view.Reader, v *T) bool { return WantsInstance(r, name, of(v)) }))
	return &t
}

// FileNameColumn is the path of a file.
var FileNameColumn = view.Column{Name: "FILE_NAME", Type: FileName, Comment: "Path of the file"}

// FileNameOf returns the path of a file as its column has room for it.
func FileNameOf(f *record.FileInfo) string {
	return strings.ToValidUTF8(Cut(f.Name, FileNameLength), "\uFFFD")
}
