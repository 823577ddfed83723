package record_test

import (
	"math"
	"testing"

	"github.com/perfschema/perfschema/record"
)

func TestSumTimers(t *testing.T) {
	for _, test := range []struct {
		parts []record.TimerStat
		want  record.TimerStat
	}{
		{nil, record.TimerStat{}},
		{[]record.TimerStat{{Count: 1, Sum: 5, Min: 5, Max: 5}, {Count: 1}, {Count: 2, Sum: 4, Min: 1, Max: 3}}, record.TimerStat{Count: 4, Sum: 9, Min: 1, Max: 5}},
		{[]record.TimerStat{{Count: 1, Sum: math.MaxUint64, Min: 2, Max: 9}, {Count: 1, Sum: 3, Min: 3, Max: 3}}, record.TimerStat{Count: 2, Sum: math.MaxUint64, Min: 2, Max: 9}},
	} {
		if got := record.SumTimers(test.parts...); got != test.want {
			t.Errorf("%+v: %+v, want %+v", test.parts, got, test.want)
		}
	}
}
