package edits

import "testing"

// What is not an editor of Dolt's has no rows to find.
func TestRowsOfOthers(t *testing.T) {
	type writer struct{ primary, secondary int }
	for _, o := range []any{nil, 7, new(int), struct{ Editor any }{}, (*editedRows)(nil), &writer{1, 2}, &struct{ Editor *writer }{&writer{}}} {
		if FindRows(o) != nil {
			t.Errorf("%T is taken for an editor", o)
		}
	}
}
