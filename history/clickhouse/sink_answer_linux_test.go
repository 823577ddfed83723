package clickhouse

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/view"
)

// Where something else answers at ClickHouse's address, nothing is taken to be there, no
// window to be sent, and an answer without an end ends all the same.
func TestAnswersOfOthers(t *testing.T) {
	endless := bytes.Repeat([]byte("1\t2\t3\t4\n"), 1<<14)
	for name, answer := range map[string]http.HandlerFunc{
		"nothing": func(http.ResponseWriter, *http.Request) {},
		"a page":  func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>\n</html>\n")) },
		"a row":   func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("1\t2\t3\t4\n")) },
		"a number that is none": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte("0\t0\t0\t0\n99999999999999999999\t0\t1\t1\n"))
		},
		"without end": func(w http.ResponseWriter, _ *http.Request) {
			for {
				if _, err := w.Write(endless); err != nil {
					return
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(answer)
			defer server.Close()
			dsn, err := ParseDSN(server.URL + "/f")
			if err != nil {
				t.Fatal(err)
			}
			c := NewClient(dsn)
			defer c.Close()
			p := newProgram(t, "0a1b2c3d-0000-1111-2222-333344445555")
			p.run(3, history.Options{})
			s := p.sink(c)
			if err := s.turn(t.Context()); !errors.Is(err, errAnswer) {
				t.Errorf("a turn: %v", err)
			}
			for _, of := range s.Status().Tables {
				if of.WindowsSent != 0 {
					t.Errorf("%+v", of)
				}
			}
			if _, err := c.Rows(t.Context(), "SELECT 1"); name == "without end" && !errors.Is(err, errAnswer) {
				t.Errorf("rows: %v", err)
			}
			if name == "nothing" {
				x := lookup(t, "global_status")
				cursor := x.open(c, view.Reader{Grouping: &view.Grouping{Figures: []view.Figure{{Column: -1}}}}, func(err error) error { return err })
				if row, ok := cursor.Next(); ok || cursor.Close() == nil {
					t.Errorf("a count of nothing: %v", row)
				}
			}
		})
	}
}
