package phttp_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// newSchema makes a Schema in which everything is on.
func newSchema(t testing.TB) *perfschema.Schema {
	t.Helper()
	consumers := make(map[perfschema.Consumer]bool)
	for _, c := range perfschema.Consumers() {
		consumers[c] = true
	}
	ps, err := perfschema.New(perfschema.Config{
		Instruments: []perfschema.InstrumentRule{{Pattern: "%", State: perfschema.InstrumentOn}},
		Consumers:   consumers,
	})
	if err != nil {
		t.Fatal(err)
	}
	return ps
}

// rows are those of a table in which the first column begins with a prefix, columns
// separated by blanks.
func rows(ps *perfschema.Schema, table, prefix string, columns ...string) (out []string) {
	v := catalog.Lookup(table)
	var at []int
	for _, name := range columns {
		at = append(at, slices.IndexFunc(v.Columns, func(c view.Column) bool { return c.Name == name }))
	}
	cursor := v.Open(view.Reader{Schema: ps, Columns: at})
	for row, ok := cursor.Next(); ok; row, ok = cursor.Next() {
		if !strings.HasPrefix(fmt.Sprint(row[0]), prefix) {
			continue
		}
		var fields []string
		for i := range at {
			fields = append(fields, fmt.Sprint(row[i]))
		}
		out = append(out, strings.Join(fields, " | "))
	}
	return out
}

// statements are the requests that have been served, oldest first.
func statements(ps *perfschema.Schema) []string {
	return rows(ps, "events_statements_history_long", "statement/http/", "EVENT_NAME", "SQL_TEXT", "DIGEST_TEXT", "MYSQL_ERRNO", "WARNINGS")
}

// serve gives a handler one request, without a server.
func serve(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func want(t *testing.T, got []string, lines ...string) {
	t.Helper()
	if g, w := strings.Join(got, "\n"), strings.Join(lines, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}
