package gms_test

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestConditionCounts reads @@warning_count and @@error_count behind statements with
// warnings, notes and errors, recorded or not.
func TestConditionCounts(t *testing.T) {
	const counts = "SELECT @@warning_count, @@session.error_count, @@local.warning_count"
	for _, cfg := range []perfschema.Config{{}, {Off: true}} {
		s := startServer(t, cfg)
		c := s.connect(t, "root", "shop")
		mustExec(t, c, "PREPARE p FROM '"+counts+"'")
		for _, test := range []struct{ statement, want string }{
			{"SELECT 1", "[[0 0 0]]"},
			{"SELECT 1/0, '1x' + 1", "[[2 0 2]]"},
			{"DROP TABLE IF EXISTS nothing, none", "[[2 0 2]]"},
			{"SELECT nothing", "[[1 1 1]]"},
			{"SELEC", "[[1 1 1]]"},
			{"SELECT 2", "[[0 0 0]]"},
		} {
			for _, ask := range []string{counts, "EXECUTE p", counts} {
				if _, err := tryRows(t.Context(), c, test.statement); (err != nil) != (test.want == "[[1 1 1]]") {
					t.Fatalf("%s: %v", test.statement, err)
				}
				for range 2 { // it does not count for itself
					if got := fmt.Sprint(rows(t, c, ask)); got != test.want {
						t.Errorf("%s after %s gives %s, want %s", ask, test.statement, got, test.want)
					}
				}
			}
			_, _ = tryRows(t.Context(), c, test.statement)
			rows(t, c, "SHOW WARNINGS")
			if got := fmt.Sprint(rows(t, c, counts)); got != test.want {
				t.Errorf("behind %s and SHOW WARNINGS there are %s, want %s", test.statement, got, test.want)
			}
		}
		for set, want := range map[string]uint16{"SET @@warning_count = 1": 1238, "SET SESSION error_count = 1": 1238, "SET GLOBAL warning_count = 1": 1238} {
			if number, _, message := errorOf(t, c, set); number != want {
				t.Errorf("%s: %d %s, want %d", set, number, message, want)
			}
		}
		if got := fmt.Sprint(rows(t, c, "SHOW VARIABLES LIKE 'error_count'")); got != "[[error_count 0]]" {
			t.Errorf("SHOW VARIABLES has %s", got)
		}
	}
}
