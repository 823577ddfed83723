package status

import (
	"testing"
	"time"
)

func TestUptime(t *testing.T) {
	begun := time.Unix(1000, 0)
	u := &Uptime{Begun: begun}
	check := func(after time.Duration, want ...uint64) {
		t.Helper()
		for i, v := range u.Status(begun.Add(after)) {
			if v.Value != want[i] {
				t.Errorf("after %v %s is %d, want %d", after, v.Name, v.Value, want[i])
			}
		}
	}
	check(0, 0, 0)
	check(1999*time.Millisecond, 1, 1)
	check(90*time.Second, 90, 90)
	u.Flush(begun.Add(100 * time.Second))
	check(100*time.Second, 100, 0)
	check(165*time.Second, 165, 65)
}
