package history

import (
	"testing"
	"time"
)

// Where the time of day is set its difference to what it was says so: a time that has a
// reading of the monotonic clock would give what has passed.
func TestTimeOfDayCanBeSet(t *testing.T) {
	o, err := Options{Dir: t.TempDir()}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	before := o.Clock.Wall()
	if before != before.Round(0) { //nolint:revive,staticcheck // the reading of the monotonic clock is what differs
		t.Errorf("%v has a reading of the monotonic clock", before)
	}
	if off := time.Since(before).Abs(); off > time.Hour {
		t.Errorf("it is off by %v", off)
	}
}
