package clock

// sample is one moment on both timers.
type sample struct {
	tick, nano uint64
	// gap is how many ticks passed around the reading of nano: tick is off by
	// at most half of it.
	gap uint64
}

// sampleTries is how often a moment is taken; the one with the smallest gap is
// kept, which no interrupt fell into.
const sampleTries = 32

func takeSample(ticks, nanos func() uint64) sample {
	var best sample
	for i := range sampleTries {
		before := ticks()
		nano := nanos()
		gap := ticks() - before
		if i == 0 || gap < best.gap {
			best = sample{tick: before + gap/2, nano: nano, gap: gap}
		}
	}
	return best
}
