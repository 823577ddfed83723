package trend

import (
	"context"
	"testing"
	"time"
)

// TestCourse: the steps of all statements add up to the sum, are no more than was asked
// for, and hold whole windows.
func TestCourse(t *testing.T) {
	k := &kept{}
	for minute := range 150 {
		for n := range minute % 4 {
			k.run(minute, string(rune('a'+n)), 0, time.Duration(minute)*time.Millisecond)
		}
	}
	total, err := Sum(context.Background(), k, minutes(0, 150))
	if err != nil {
		t.Fatal(err)
	}
	for asked, width := range map[int]time.Duration{1000: time.Minute, 60: 5 * time.Minute, 10: 30 * time.Minute, 1: 4 * time.Hour} {
		steps := total.Course(asked)
		var sum Figures
		for i, s := range steps {
			sum.add(&s.Figures)
			if s.End.Sub(s.Start) > width || i > 0 && s.Start.Before(steps[i-1].End) {
				t.Errorf("of %d steps one is from %v to %v", asked, s.Start, s.End)
			}
		}
		if len(steps) == 0 || len(steps) > asked+1 || sum != total.Figures {
			t.Errorf("%d steps for %d, with %+v of %+v", len(steps), asked, sum, total.Figures)
		}
	}
	if none := (&Total{}).Course(10); len(none) != 0 {
		t.Errorf("nothing has steps: %v", none)
	}
}
