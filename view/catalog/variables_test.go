package catalog

import (
	"errors"
	"iter"
	"maps"
	"slices"
	"testing"

	"github.com/perfschema/perfschema/view"
)

// TestVariableSource holds that a server's own variables, once given, are all
// that the tables show, each table its set, even without a Schema.
func TestVariableSource(t *testing.T) {
	sets := map[view.VariableSet]map[string]any{
		view.GlobalStatus:     {"Uptime": "5"},
		view.SessionStatus:    {"Questions": "7", "Ssl_cipher": nil},
		view.GlobalVariables:  {"port": "3306"},
		view.SessionVariables: {"autocommit": "ON"},
	}
	r := view.Reader{Variables: func(set view.VariableSet) iter.Seq2[string, any] { return maps.All(sets[set]) }}
	for name, want := range map[string][]view.Row{
		"global_status":     {{"Uptime", "5"}},
		"session_status":    {{"Questions", "7"}, {"Ssl_cipher", nil}},
		"global_variables":  {{"port", "3306"}},
		"session_variables": {{"autocommit", "ON"}},
	} {
		got := slices.SortedFunc(Lookup(name).Rows(r), func(a, b view.Row) int {
			if a[0].(string) < b[0].(string) {
				return -1
			}
			return 1
		})
		if !slices.EqualFunc(got, want, slices.Equal[view.Row]) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	r.Equal = map[string]any{"VARIABLE_NAME": "SSL_CIPHER"}
	if got := slices.Collect(Lookup("session_status").Rows(r)); len(got) != 1 || got[0][0] != "Ssl_cipher" {
		t.Errorf("one variable: got %v", got)
	}
}

// TestWithoutSchema holds that no table fails where there is no Schema at all.
func TestWithoutSchema(t *testing.T) {
	for _, table := range Tables() {
		n := 0
		for range table.Rows(view.Reader{}) {
			n++
		}
		if n > 0 && table.Access&view.AlwaysOn == 0 {
			t.Errorf("%s has %d rows", table.Name, n)
		}
		if table.Truncate != nil {
			table.Truncate(nil)
		}
		if table.Insert != nil {
			if err := table.Insert(nil, make(view.Row, len(table.Columns))); !errors.Is(err, view.ErrOff) {
				t.Errorf("INSERT into %s: %v", table.Name, err)
			}
		}
	}
}
