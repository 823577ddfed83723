package clickhouse

import (
	"net/http/httptest"
	"reflect"
	"testing"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/internal/clickhousetest"
	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/view"
)

// Who reads a few rows is sent a page of them, and who reads all gets each once, in the
// same order, whichever columns they ask for. (A cursor reads some rows ahead.)
func TestPages(t *testing.T) {
	racetest.SkipAlone(t)
	server := clickhousetest.Start(t)
	direct := installed(t, server)
	p := newProgram(t, "0a1b2c3d-0000-1111-2222-333344445555")
	for range 3 {
		p.run(firstPage/2+1, history.Options{}) // a page ends within a window
	}
	p.sink(direct).mustTurn(t)
	asked := 0
	proxy := httptest.NewServer(&unsteady{to: server.Addr, fate: func(bool) string {
		asked++
		return ""
	}})
	defer proxy.Close()
	d, err := ParseDSN(proxy.URL + "/f")
	if err != nil {
		t.Fatal(err)
	}
	d.User = clickhousetest.User
	c := NewClient(d.WithPassword(clickhousetest.Password))
	defer c.Close()
	x := lookup(t, "events_statements_summary_by_digest")
	want := p.files(x)
	digest, count := x.place("DIGEST"), x.place("COUNT_STAR")
	for _, columns := range [][]int{nil, {digest}, {count, digest}, {x.place("WINDOW_START")}, {x.place("SERVER_UUID"), digest, x.place("WINDOW_END")}} {
		for _, rows := range []int{0, 1, 10, firstPage - 100, firstPage + 1, len(want), len(want) + 1} {
			asked = 0
			var got []view.Row
			for _, of := range Tables(c, nil) {
				if of.Name != x.of.Name {
					continue
				}
				cursor := of.Open(view.Reader{Columns: columns})
				for len(got) < rows {
					row, ok := cursor.Next()
					if !ok {
						break
					}
					got = append(got, append(row, "the caller's")[:len(row)])
				}
				if err := cursor.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if most := min((rows+firstPage-1)/firstPage, 2); asked != most {
				t.Errorf("%d rows of %v: asked %d times, not %d", rows, columns, asked, most)
			}
			if len(got) != min(rows, len(want)) {
				t.Fatalf("%d rows of %v: there are %d", rows, columns, len(got))
			}
			for i, row := range got {
				expected := want[i]
				if columns != nil {
					expected = nil
					for _, at := range columns {
						expected = append(expected, want[i][at])
					}
				}
				if !reflect.DeepEqual(row, expected) {
					t.Fatalf("row %d of %v:\n%v\n%v", i, columns, row, expected)
				}
			}
		}
	}
}
