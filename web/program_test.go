package web

import (
	"html"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/view"
)

// TestProgram shows the tables of another program on the first page, and no page about statements.
func TestProgram(t *testing.T) {
	places := &view.Table{Name: "wait_places", Comment: "By the line.", Columns: []view.Column{
		{Name: "SOURCE", Type: "varchar(1024)"}, {Name: "COUNT_STAR", Type: "bigint unsigned"}, {Name: "SUM_TIMER_WAIT", Type: "bigint unsigned"},
	}, Open: func(r view.Reader) *view.Cursor {
		return view.CursorOf(r, []view.Row{{"a.go:1", uint64(1), uint64(3e9)}, {"<b>.go:2", uint64(2), uint64(7e9)}})
	}}
	build := &view.Table{Name: "build", Single: true, Columns: []view.Column{{Name: "PROCESS_ID", Type: "bigint unsigned", Comment: "its number"}},
		Open: func(r view.Reader) *view.Cursor { return view.CursorOf(r, []view.Row{{uint64(4711)}}) }}
	f := newFixture(t, Options{Program: &Program{Database: "program", Tables: []*view.Table{places, build}}})
	page := html.UnescapeString(f.get(t, "/"))
	before := -1
	for _, want := range []string{"Waits and locks", "Wait places", "<b>.go:2", "7.00 ms", "a.go:1", "3.00 ms", "FROM program.wait_places\n ORDER BY SUM_TIMER_WAIT DESC", "Build", "process id", "4711", "its number"} {
		at := strings.Index(page, want)
		if at <= before {
			t.Errorf("%q is not there, or not in order:\n%s", want, page)
		}
		before = at
	}
	if strings.Contains(page, "sessions") {
		t.Error("a page of statements is linked to")
	}
}
