package profile

import (
	"testing"

	"github.com/dolthub/go-mysql-server/sql/types"
)

func TestDurationsHaveEightDecimals(t *testing.T) {
	duration := double{types.Float64}
	for v, want := range map[float64]string{0: "0.00000000", 0.09343: "0.09343000", 0.000145: "0.00014500", 12: "12.00000000"} {
		got, err := duration.SQL(nil, []byte("before"), v)
		if err != nil || got.ToString() != want || got.Type() != duration.Type() {
			t.Errorf("%v is %v, %v; want %s", v, got, err, want)
		}
	}
	if got, err := duration.SQL(nil, nil, "1"); err == nil {
		t.Errorf("text is %v", got)
	}
}
