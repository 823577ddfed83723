package builtin

import (
	"context"
	"testing"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
)

func TestUTCFunctions(t *testing.T) {
	began := time.Date(2024, 2, 29, 23, 30, 5, 123456789, time.FixedZone("", -2*60*60)) // 01:30:05 of the next day
	sql.RunWithNowFunc(func() time.Time { return began }, func() error {
		ctx := sql.NewContext(context.Background())
		for _, test := range []struct {
			name   string
			digits []int64
			want   any
		}{
			{"utc_date", nil, time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC)},
			{"utc_time", nil, types.Timespan(5405_000000)},
			{"utc_time", []int64{3}, types.Timespan(5405_123000)},
			{"utc_time", []int64{6}, types.Timespan(5405_123456)},
			{"utc_time", []int64{7}, nil},
		} {
			var args []sql.Expression
			for _, d := range test.digits {
				args = append(args, expression.NewLiteral(d, types.Int64))
			}
			var call sql.Expression
			for _, f := range MissingFunctions() {
				if made, err := f.NewInstance(args); f.FunctionName() == test.name && err == nil {
					call = made
				}
			}
			if call == nil {
				t.Fatalf("no %s", test.name)
			}
			got, err := call.Eval(ctx, nil)
			if got != test.want || (err == nil) != (test.want != nil) {
				t.Errorf("%s(%v) is %v, %v, not %v", test.name, test.digits, got, err, test.want)
			}
		}
		return nil
	})
}
