package explain

import (
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
)

// filtered reaches clients of the text protocol with MySQL's two digits, behind what is
// there already.
func TestPercent(t *testing.T) {
	of := Schema[10].Type
	for v, want := range map[any]string{100.0: "100.00", 33.33: "33.33", 0.1: "0.10", nil: ""} {
		before := append(make([]byte, 0, 64), "before"...)
		got, err := of.SQL(sql.NewEmptyContext(), before, v)
		if err != nil || got.ToString() != want || string(before) != "before" {
			t.Errorf("%v: %q, %v", v, got.ToString(), err)
		}
	}
}
