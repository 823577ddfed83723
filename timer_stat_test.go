package perfschema

import (
	"math"
	"testing"

	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
)

// Sums end at the largest number and do not begin anew, by themselves and where
// parts are added up.
func TestSumsDoNotBeginAnew(t *testing.T) {
	const day = 86_400_000_000_000 // nanoseconds
	var b stat.Timer
	last := uint64(0)
	for d := range 400 {
		b.Add(day)
		x := timerStat(&b)
		if x.Sum < last || x.Max != day*picoPerNano || x.Min != x.Max {
			t.Fatalf("after %d days: %+v", d+1, x)
		}
		if total := (record.TransactionStat{ReadWrite: x, ReadOnly: x}).Total(); total.Sum < x.Sum || total.Count != 2*x.Count {
			t.Fatalf("after %d days: %+v in all", d+1, total)
		}
		last = x.Sum
	}
	if last != math.MaxUint64 {
		t.Errorf("400 days are %d", last)
	}
}
