package sampler

import (
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/perfschema/perfschema/activity"
)

// TestRegain: of threads that are measured to have no CPU time as many had it as the
// process's clock says, while all cores of the runtime's are in use.
func TestRegain(t *testing.T) {
	const slice = 10 * time.Millisecond
	cores := runtime.GOMAXPROCS(0)
	for _, c := range []struct {
		name          string
		full          bool
		with, without float64 // of the threads with a core of the runtime's
		used          float64 // of the runtime's cores
		want          float64
	}{
		{"as measured", true, 0.5, 0.5, 0.5, 0},
		{"a quarter was taken away", true, 0.375, 0.625, 0.5, 0.2},
		{"all was taken away", true, 0, 1, 1, 1},
		{"nothing was used", true, 0, 1, 0, 0},
		{"more was measured than used", true, 0.6, 0.4, 0.5, 0},
		{"others used it", false, 0.375, 0.625, 0.5, 0},
		{"threads that are not seen use it too", true, 0.25, 0.25, 0.5, 0},
		{"of these as much as of those that are seen", true, 0.125, 0.375, 0.5, 1. / 3},
	} {
		var r regain
		const turns = 8 // so that parts of threads are whole ones over some samples
		for i := range turns * 10 * shortSamples {
			of := func(part float64) int {
				n := part * float64(cores)
				return int(math.Floor(n*float64(i%turns+1)+1e-9)) - int(math.Floor(n*float64(i%turns)+1e-9))
			}
			r.count(&activity.Sample{Full: c.full, Measured: of(c.with), Stopped: of(c.without)}, slice, time.Duration(c.used*float64(cores)*float64(slice)))
		}
		if got := r.share(); math.Abs(got-c.want) > 0.1 {
			t.Errorf("%s: %.3f, want %.3f", c.name, got, c.want)
		}
	}
}

// TestRegainedIsCounted: who was given CPU time back counts as measured without it.
func TestRegainedIsCounted(t *testing.T) {
	var a, b regain
	cores := runtime.GOMAXPROCS(0)
	for range 10 * shortSamples {
		a.count(&activity.Sample{Full: true, Stopped: cores}, time.Second, time.Second/2)
		b.count(&activity.Sample{Full: true, Regained: cores}, time.Second, time.Second/2)
	}
	if a.share() != b.share() || a.share() == 0 {
		t.Error(a.share(), b.share())
	}
}
